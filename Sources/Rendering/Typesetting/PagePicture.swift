import DocumentModel
import LinuxSystem

/// A picture on a typeset page.
///
/// Its file is opened anew for each drawing, because the pixels of all at once would not fit into memory. Used by one
/// thread.
final class PagePicture {
  /// Its size at 96 pixels to the inch, in points; nil for a file that is no picture.
  private(set) lazy var size: PageSize? = pixelSize.map {
    PageSize(width: $0.width * 0.75, height: $0.height * 0.75)
  }
  private lazy var pixelSize = (try? ImageDocument(content)).flatMap { try? $0.size(ofPage: 1) }
  private let content: Descriptor
  private let jpeg = JPEGEncoder()

  /// Pixels per point in a PDF: fine enough for print.
  private static let printedPixels = 2.5
  private static let mostPixels = 4_096.0

  init(_ content: Descriptor) {
    self.content = content
  }

  /// Draws it into a rectangle, unless that is outside of what is drawn.
  func draw(in area: PageRectangle, with pen: CairoPen) {
    guard pen.shows(area), let pixelSize, let image = try? ImageDocument(content) else { return }
    let wanted = area.width * pen.pixelsPerUnit * (pen.isPrinting ? Self.printedPixels : 1)
    let longer = max(1, pixelSize.height / pixelSize.width)
    let width = max(1, min(wanted.rounded(.up), pixelSize.width, Self.mostPixels / longer))
    guard let pixels = try? image.draw(RenderRequest(page: 1, size: .width(Int(width)))) else { return }
    pen.within {
      pen.translate(area.x, area.y)
      pen.scale(area.width / Double(pixels.width), area.height / Double(pixels.height))
      pen.paint(pixels, jpeg: pen.isPrinting && image.isPhotograph ? try? jpeg.encode(pixels) : nil)
    }
  }
}
