import DocumentModel
import Testing

@testable import Rendering

@Suite struct `The metadata of a PDF` {
  private static let field = "<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/V(Ada)/Rect[0 0 90 20]>>"

  private func metadata(_ file: PDFFile) throws -> ContentMetadata { try PDFDocument.open(file).metadata() }

  @Test func `are the sizes of its pages, the most frequent first`() throws {
    let small = PDFFile.Page(width: 100, height: 200)
    let formats = try metadata(PDFFile(pages: [small, PDFFile.Page(), small])).pageFormats
    #expect(formats.map(\.count) == [2, 1])
    #expect(formats[0].size == PageSize(width: 100, height: 200))
  }

  @Test func `are its fonts, and whether it brings them along`() throws {
    let page = PDFFile.Page(content: PDFFile.text("Hello"))
    let fonts = try metadata(PDFFile(pages: [page])).fonts
    #expect(fonts == [ContentMetadata.Font(name: "Helvetica", format: "Type 1", isEmbedded: false)])
  }

  @Test func `are its attachments, which can be taken out`() throws {
    let stream = "<</Type/EmbeddedFile/Length 5/Params<</Size 5>>>>stream\nHello\nendstream"
    let listing = "<</Type/Filespec/F(words.txt)/UF(words.txt)/Desc(Some words)/EF<</F 1000 0 R>>>>"
    let file = PDFFile(
      catalog: "/Names<</EmbeddedFiles<</Names[(a) 1001 0 R]>>>>", objects: [stream, listing])
    let document = try PDFDocument.open(file)
    let attachment = ContentMetadata.Attachment(name: "words.txt", description: "Some words", size: 5)
    #expect(document.metadata().attachments == [attachment])
    #expect(try document.attachment(0).starts(with: Array("Hello".utf8)))
    for number in [-1, 1] {
      let error = #expect(throws: DocumentError.self) { try document.attachment(number) }
      #expect(error?.code == .notFound)
    }
  }

  @Test func `are the fields of its form`() throws {
    let file = PDFFile(
      pages: [PDFFile.Page(), PDFFile.Page(annotations: ["1000 0 R"])],
      catalog: "/AcroForm<</Fields[1000 0 R]>>",
      objects: [Self.field])
    let field = ContentMetadata.FormField(name: "name", kind: .text, value: "Ada", page: 2)
    #expect(try metadata(file).formFields == [field])
  }

  @Test func `have its version and no more for a plain one`() throws {
    let metadata = try metadata(PDFFile())
    #expect(metadata.fields == ["version": "PDF-1.6"])
    #expect(metadata.attachments.isEmpty && metadata.formFields.isEmpty && metadata.camera == nil)
  }
}
