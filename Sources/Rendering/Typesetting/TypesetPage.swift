import CDrawing
import DocumentModel

/// The parts of a typeset page, in points from its top left corner, in the order of drawing.
struct TypesetPage {
  /// A line of a paragraph.
  struct Line {
    let text: LaidText
    let index: Int
    /// The left edge of the paragraph.
    let x: Double
    let baseline: Double
    /// Whether the line is text of the document; numbers of lines and the like are not.
    var isContent = true
  }

  /// A filled rectangle: a rule, or the ground of a block.
  struct Fill {
    var area: PageRectangle
    let color: InkColor
  }

  /// Letters in a font of a document.
  struct Glyphs {
    let font: FontFace
    let text: String
    let size: Double
    let x: Double
    let baseline: Double

    var word: PageWord {
      let area = PageRectangle(
        x: x, y: baseline - size * 0.9, width: font.width(of: text, size: size), height: size * 1.2)
      return PageWord(text: text, box: area)
    }
  }

  struct Placed {
    let picture: PagePicture
    let area: PageRectangle
  }

  var fills: [Fill] = []
  var pictures: [Placed] = []
  var lines: [Line] = []
  var glyphs: [Glyphs] = []
  var links: [PageLink] = []

  func draw(with pen: CairoPen) {
    draw(on: pen.context)
    for placed in pictures { placed.picture.draw(in: placed.area, with: pen) }
  }

  private func draw(on context: OpaquePointer) {
    for fill in fills {
      cairo_set_source_rgb(
        context, Double(fill.color.red) / 255, Double(fill.color.green) / 255, Double(fill.color.blue) / 255)
      cairo_rectangle(context, fill.area.x, fill.area.y, fill.area.width, fill.area.height)
      cairo_fill(context)
    }
    cairo_set_source_rgb(context, 0, 0, 0)
    for line in lines { line.text.draw(line.index, at: line.x, line.baseline, on: context) }
    cairo_set_source_rgb(context, 0.11, 0.1, 0.09)
    for part in glyphs { part.font.draw(part.text, size: part.size, at: part.x, part.baseline, on: context) }
  }

  func words() -> [PageWord] {
    lines.filter(\.isContent).flatMap { $0.text.words(of: $0.index, at: $0.x, $0.baseline) }
      + glyphs.map(\.word)
  }
}
