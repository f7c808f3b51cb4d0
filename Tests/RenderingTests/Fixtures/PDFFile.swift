/// A small PDF written as text.
struct PDFFile {
  struct Page {
    var width = 400.0
    var height = 300.0
    var rotation = 0
    /// Left, bottom, right, top.
    var crop: [Double]?
    var content = ""
    var annotations: [String] = []
    /// Replaces `[0 0 width height]`.
    var mediaBox: String?
  }

  var pages = [Page()]
  var catalog = ""
  /// Additional objects, from number 1000, without `obj` and `endobj`.
  var objects: [String] = []
  /// Replaces Helvetica, as `/F`.
  var font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"

  /// The object number of page `number`, counted from 1.
  static func object(ofPage number: Int) -> Int { 10 + number * 2 }

  /// `text` at a position in points from the bottom left corner.
  static func text(_ text: String, x: Double = 60, y: Double = 100, size: Double = 24) -> String {
    "BT /F \(size) Tf \(x) \(y) Td (\(text)) Tj ET\n"
  }

  static func box(_ colour: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double) -> String {
    "\(colour) rg \(x) \(y) \(width) \(height) re f\n"
  }

  static func link(_ action: String, _ box: String = "60 90 160 130") -> String {
    "<</Type/Annot/Subtype/Link/Rect[\(box)]/Border[0 0 0]/A<<\(action)>>>>"
  }

  /// The file without a cross-reference table, which readers rebuild.
  var bytes: [UInt8] {
    let kids = pages.indices.map { "\(Self.object(ofPage: $0 + 1)) 0 R" }.joined(separator: " ")
    var objects: [(Int, String)] = [
      (1, "<</Type/Catalog/Pages 2 0 R \(catalog)>>"),
      (2, "<</Type/Pages/Kids[\(kids)]/Count \(pages.count)>>"), (3, font),
    ]
    for (index, page) in pages.enumerated() {
      let number = Self.object(ofPage: index + 1)
      objects.append((number, dictionary(of: page, content: number + 1)))
      objects.append((number + 1, Self.stream(page.content)))
    }
    objects += self.objects.enumerated().map { (1000 + $0.offset, $0.element) }
    let body = objects.map { "\($0.0) 0 obj \($0.1) endobj\n" }.joined()
    return Array("%PDF-1.6\n\(body)trailer<</Root 1 0 R/Size \(1000 + objects.count)>>\n".utf8)
  }

  static func stream(_ content: String) -> String {
    "<</Length \(content.utf8.count)>>stream\n\(content)\nendstream"
  }

  private func dictionary(of page: Page, content: Int) -> String {
    let crop = page.crop.map { "/CropBox[\($0[0]) \($0[1]) \($0[2]) \($0[3])]" } ?? ""
    return """
      <</Type/Page/Parent 2 0 R/MediaBox\(page.mediaBox ?? "[0 0 \(page.width) \(page.height)]")\(crop)\
      /Rotate \(page.rotation)/Contents \(content) 0 R/Resources<</Font<</F 3 0 R>>>>\
      /Annots[\(page.annotations.joined(separator: " "))]>>
      """
  }
}
