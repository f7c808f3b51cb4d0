import DocumentModel
import LinuxSystem

/// A small page with a word in a font that is not embedded.
enum SamplePDF {
  private static let text = """
    %PDF-1.4
    1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
    2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
    3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>> endobj
    4 0 obj <</Length 34>> stream
    BT /F 12 Tf 9 30 Td (Sheaf) Tj ET
    endstream endobj
    5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj
    trailer <</Root 1 0 R/Size 6>>
    """

  /// Nil when the page cannot be opened.
  static func open() -> PDFDocument? {
    guard let file = try? MemoryFile.create(name: "sample"), (try? file.append(text.utf8)) != nil else {
      return nil
    }
    return try? PDFDocument(file, password: nil)
  }
}
