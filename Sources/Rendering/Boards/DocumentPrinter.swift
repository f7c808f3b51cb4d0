import DocumentModel

/// Makes a PDF of a document's pages: text and curves stay what they are, an image is one of its pixels.
enum DocumentPrinter {
  /// The most pages of a PDF.
  static let maximumPages = 5_000
  /// The size of an image's pixel, in points: 96 pixels to the inch.
  static let pointsPerPixel = 0.75

  /// The PDF's bytes.
  ///
  /// Throws `.documentTooLarge` beyond ``maximumPages`` or ``BoardLimits/renditionBytes``, and what drawing throws.
  static func print(_ document: any OpenedDocument) throws(DocumentError) -> [UInt8] {
    let count = try document.facts().pageCount
    guard count <= maximumPages else {
      throw DocumentError(.documentTooLarge, "the document has more than \(maximumPages) pages to print")
    }
    var canvas: PDFCanvas?
    for page in 1...max(1, count) {
      let drawing = try PageDrawing(page, of: document)
      if let canvas {
        canvas.beginPage(width: drawing.width, height: drawing.height)
      } else {
        canvas = try PDFCanvas(
          width: drawing.width, height: drawing.height, limit: BoardLimits.renditionBytes)
      }
      var failure: DocumentError?
      canvas?.draw { pen in
        do throws(DocumentError) { try drawing.draw(with: pen) } catch { failure = error }
      }
      if let failure { throw failure }
    }
    return try canvas?.finish() ?? []
  }

  private struct PageDrawing {
    let document: any OpenedDocument
    let page: Int
    let size: PageSize
    private var scale: Double { document is any VectorDocument ? 1 : pointsPerPixel }
    var width: Double { size.width * scale }
    var height: Double { size.height * scale }

    init(_ page: Int, of document: any OpenedDocument) throws(DocumentError) {
      (self.page, self.document) = (page, document)
      size = try document.size(ofPage: page)
    }

    func draw(with pen: CairoPen) throws(DocumentError) {
      if let drawing = document as? any VectorDocument { return try drawing.print(page: page, with: pen) }
      let scale = RenderRequest.largestScale(of: size)
      let pixels = try document.draw(RenderRequest(page: page, size: .scale(scale)))
      pen.scale(width / Double(pixels.width), height / Double(pixels.height))
      let isPhotograph = (document as? ImageDocument)?.isPhotograph == true
      pen.paint(pixels, jpeg: isPhotograph ? try? JPEGEncoder().encode(pixels) : nil)
    }
  }
}
