import DocumentModel

/// A mark in the operators of PDF (ISO 32000-1, 8.5), in units of the page as shown, from its top left corner.
struct MarkPath {
  /// Which of a PDF's graphics states a highlight needs: it is mixed with the page as ink is.
  static let highlightState = "/GS0 << /Type /ExtGState /BM /Multiply /ca 0.8 >>"
  /// The side of the sign of a note.
  static let noteSide = 18.0

  /// The operators.
  let text: String
  /// The area that they paint.
  let bounds: PageRectangle

  /// The operators of a mark.
  init(_ mark: AnnotationMark) {
    let writer = Writer()
    writer.paint(mark)
    text = writer.text
    bounds = mark.bounds.grown(by: mark.kind == .note ? Self.noteSide / 2 + 1 : mark.width * 2 + 4)
  }

  /// A number as PDF writes it; nought for one that no program reads.
  static func number(_ value: Double) -> String {
    guard abs(value) < 1e9 else { return "0" }
    let rounded = (value * 1_000).rounded() / 1_000
    return rounded == rounded.rounded() ? String(Int(rounded)) : "\(rounded)"
  }

  /// The values of a colour, from 0 to 1.
  static func color(_ color: InkColor) -> String {
    [color.red, color.green, color.blue].map { number(Double($0) / 255) }.joined(separator: " ")
  }

  private final class Writer: InkPen {
    private(set) var text = ""
    private var place = BoardPoint(x: 0, y: 0)

    private func put(_ values: Double..., op: String) {
      text += values.map(MarkPath.number).joined(separator: " ") + " \(op)\n"
    }

    func move(to place: BoardPoint) {
      put(place.x, place.y, op: "m")
    }

    func line(to place: BoardPoint) {
      put(place.x, place.y, op: "l")
    }

    func curve(_ c1: BoardPoint, _ c2: BoardPoint, to place: BoardPoint) {
      put(c1.x, c1.y, c2.x, c2.y, place.x, place.y, op: "c")
    }

    func circle(around centre: BoardPoint, radius: Double) {
      ellipse(
        PageRectangle(x: centre.x - radius, y: centre.y - radius, width: 2 * radius, height: 2 * radius))
    }

    func close() {
      text += "h\n"
    }

    /// Four Bézier curves, which differ from the ellipse by less than a thousandth of its radius.
    private func ellipse(_ box: PageRectangle) {
      let kappa = 0.5523
      let (rx, ry) = (box.width / 2, box.height / 2)
      let (x, y) = (box.x + rx, box.y + ry)
      // Against the clock as shown, so that it winds as the bridges of ink do.
      put(x + rx, y, op: "m")
      put(x + rx, y - kappa * ry, x + kappa * rx, y - ry, x, y - ry, op: "c")
      put(x - kappa * rx, y - ry, x - rx, y - kappa * ry, x - rx, y, op: "c")
      put(x - rx, y + kappa * ry, x - kappa * rx, y + ry, x, y + ry, op: "c")
      put(x + kappa * rx, y + ry, x + rx, y + kappa * ry, x + rx, y, op: "c")
      close()
    }

    func paint(_ mark: AnnotationMark) {
      text += "q\n"
      switch mark.kind {
      case .highlight:
        text += "/GS0 gs \(MarkPath.color(mark.color)) rg\n"
        for box in mark.boxes { put(box.x, box.y, box.width, box.height, op: "re") }
        text += "f\n"
      case .underline, .strikeout: rule(mark)
      case .ink: ink(mark)
      case .note: note(mark)
      case .rectangle, .ellipse, .line, .arrow: outline(mark)
      }
      text += "Q\n"
    }

    /// A line below the words, or through them; as `textShape` in `Public/reader/marks/mark-drawing.js`.
    private func rule(_ mark: AnnotationMark) {
      text += "\(MarkPath.color(mark.color)) RG\n"
      for box in mark.boxes {
        put(max(0.8, box.height * 0.07), op: "w")
        let y = box.y + box.height * (mark.kind == .underline ? 0.94 : 0.55)
        put(box.x, y, op: "m")
        put(box.x + box.width, y, op: "l")
        text += "S\n"
      }
    }

    private func ink(_ mark: AnnotationMark) {
      text += "\(MarkPath.color(mark.color)) rg \(MarkPath.color(mark.color)) RG 1 J 1 j\n"
      switch InkStroke(color: mark.color, width: mark.width, points: mark.points).trace(with: self) {
      case .filled: text += "f\n"
      case .stroked(let width):
        put(width, op: "w")
        text += "S\n"
      }
    }

    /// A sheet with a tail and two lines.
    private func note(_ mark: AnnotationMark) {
      guard let at = mark.points.first?.place else { return }
      let (x, y) = (at.x - MarkPath.noteSide / 2, at.y - MarkPath.noteSide / 2)
      text += "\(MarkPath.color(mark.color)) rg 0.4 G 0.7 w 1 j\n"
      let corners = [(1, 2), (17, 2), (17, 13), (9, 13), (5.5, 16.5), (5.5, 13), (1, 13)]
      for (index, corner) in corners.enumerated() {
        put(x + corner.0, y + corner.1, op: index == 0 ? "m" : "l")
      }
      text += "b\n0.2 G 1 w\n"
      for (top, right) in [(5.5, 13.5), (8.5, 10.5)] {
        put(x + 4.5, y + top, op: "m")
        put(x + right, y + top, op: "l")
      }
      text += "S\n"
    }

    private func outline(_ mark: AnnotationMark) {
      text += "\(MarkPath.color(mark.color)) RG 1 J 1 j\n"
      put(mark.width, op: "w")
      if mark.kind == .rectangle {
        for box in mark.boxes { put(box.x, box.y, box.width, box.height, op: "re") }
      } else if mark.kind == .ellipse {
        mark.boxes.forEach(ellipse)
      } else {
        line(mark)
      }
      text += "S\n"
    }

    /// A line, and the head of an arrow; as `outline` in `Public/reader/marks/mark-drawing.js`.
    private func line(_ mark: AnnotationMark) {
      guard let from = mark.points.first?.place, let to = mark.points.last?.place else { return }
      move(to: from)
      line(to: to)
      guard mark.kind == .arrow else { return }
      let ends = ArrowHead(from: from, to: to, width: mark.width)
      move(to: ends.left)
      line(to: to)
      line(to: ends.right)
    }
  }
}

extension PageRectangle {
  fileprivate func grown(by edge: Double) -> PageRectangle {
    PageRectangle(x: x - edge, y: y - edge, width: width + 2 * edge, height: height + 2 * edge)
  }
}
