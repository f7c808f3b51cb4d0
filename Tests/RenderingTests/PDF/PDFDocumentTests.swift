import DocumentModel
import FoundationEssentials
import LinuxSystem
import Testing

@testable import Rendering

@Suite("Opening PDFs") struct PDFDocumentTests {
  @Test("pages are counted, measured and labelled")
  func facts() throws {
    var file = PDFFile(pages: [.init(width: 200, height: 100), .init(), .init(width: 612, height: 792)])
    file.catalog = "/PageLabels<</Nums[0<</S/r/St 4>> 2<</P(A-)/S/D/St 3>>]>>"
    let facts = try PDFDocument.open(file).facts()
    #expect(facts.pageCount == 3)
    #expect(facts.pages.map(\.label) == ["iv", "v", "A-3"])
    #expect(
      facts.pages.map(\.size) == [
        PageSize(width: 200, height: 100), PageSize(width: 400, height: 300),
        PageSize(width: 612, height: 792),
      ])
    #expect(facts.renderer.hasPrefix("poppler 2"))
  }

  @Test("a page is as large as its crop box, turned", arguments: [0, 90, 180, 270])
  func rotatedSize(rotation: Int) throws {
    let document = try PDFDocument.open(PDFFile.Page(rotation: rotation, crop: [40, 50, 340, 250]))
    let size = try document.size(ofPage: 1)
    let isTurned = rotation % 180 != 0
    #expect(size == (isTurned ? PageSize(width: 200, height: 300) : PageSize(width: 300, height: 200)))
  }

  @Test("the title is what the document says, without control characters")
  func title() throws {
    var file = PDFFile()
    file.objects = ["<</Title(Sheaf\\t\\n of papers )>>"]
    let text = String(decoding: file.bytes, as: UTF8.self)
      .split(separator: "trailer<<", maxSplits: 1).joined(separator: "trailer<</Info 1000 0 R")
    let document = try PDFDocument(Contents.descriptor(Array(text.utf8)), password: nil)
    #expect(document.facts().title == "Sheaf of papers")
  }

  @Test("a page that is not there is refused by name", arguments: [0, -1, 3, Int.max])
  func missingPage(number: Int) throws {
    let document = try PDFDocument.open(PDFFile(pages: [.init(), .init()]))
    #expect(refusal { _ = try document.size(ofPage: number) } == .notFound)
    #expect(refusal { _ = try document.text(ofPage: number) } == .notFound)
    #expect(refusal { _ = try document.drawn(number) } == .notFound)
  }

  @Test(
    "a file that is not a PDF is damaged",
    arguments: ["", "%PDF-1.7", "hello", "%PDF-1.7\ntrailer<</Root 9 0 R>>", "\0\0\0\0"])
  func notPDF(text: String) throws {
    let content = try Contents.descriptor(Array(text.utf8))
    #expect(refusal { _ = try PDFDocument(content, password: nil) } == .damaged)
  }

  @Test("a PDF without pages is damaged, and says so")
  func noPages() throws {
    let error = #expect(throws: DocumentError.self) { try PDFDocument.open(PDFFile(pages: [])) }
    #expect(error?.description == "damaged: the PDF has no pages")
  }

  @Test("a PDF cut off anywhere is shown or refused, never a crash", arguments: 0...10)
  func truncated(tenth: Int) throws {
    let whole = PDFFile(pages: [.init(content: PDFFile.text("Sheaf")), .init()]).bytes
    let content = try Contents.descriptor(Array(whole.prefix(whole.count * tenth / 10)))
    let code = refusal {
      let document = try PDFDocument(content, password: nil)
      _ = document.facts()
      _ = try document.drawn()
      _ = try document.text(ofPage: 1)
    }
    #expect([nil, .damaged].contains(code))
  }

  @Test(
    "absurd page sizes are never drawn, but listed as something a layout can hold",
    arguments: ["[0 0 99999999999 10]", "[0 0 100000000 100000000]"])
  func absurdSizes(box: String) throws {
    let document = try PDFDocument.open(PDFFile.Page(mediaBox: box))
    #expect(refusal { _ = try document.drawn(size: .width(10)) } == .damaged)
    let listed = document.facts().pages[0].size
    #expect(listed == PageSize(width: 612, height: 792))
  }

  @Test("a page 14,400 points wide is drawn small, and refused at full size")
  func hugePage() throws {
    let document = try PDFDocument.open(PDFFile.Page(width: 14_400, height: 14_400))
    #expect(try document.drawn(size: .fit(width: 64, height: 64)).width == 64)
    #expect(refusal { _ = try document.drawn(size: .scale(1)) } == .tooLarge)
  }

  @Test("an encrypted PDF wants its password, and opens with it")
  func encrypted() throws {
    let bytes = try #require(Data(base64Encoded: EncryptedPDF.base64))
    let content = try Contents.descriptor(Array(bytes))
    let missing = #expect(throws: DocumentError.self) { try PDFDocument(content, password: nil) }
    #expect(missing?.description == "password-required: the PDF is encrypted and needs a password")
    let wrong = #expect(throws: DocumentError.self) { try PDFDocument(content, password: "no") }
    #expect(wrong?.description == "password-required: the PDF's password is another one")
    #expect(
      try PDFDocument(content, password: "reader").text(ofPage: 1).words.map(\.text) == ["Hello", "World"])
    #expect(try PDFDocument(content, password: "owner").pageCount == 1)
  }

  @Test("opening and closing leaves no descriptor behind")
  func descriptors() throws {
    let content = try Contents.descriptor(PDFFile().bytes)
    let broken = try Contents.descriptor(Array("broken".utf8))
    let before = try content.duplicate().rawValue
    for _ in 0..<5 {
      _ = try PDFDocument(content, password: nil).facts()
      _ = try? PDFDocument(broken, password: nil)
    }
    // The lowest free number is unchanged, apart from a few descriptors of tests that run in parallel.
    #expect(try content.duplicate().rawValue - before < 5)
  }
}
