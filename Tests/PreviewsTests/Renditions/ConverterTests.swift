import DocumentModel
import Foundation
import Logging
import Testing

@testable import Previews

/// The real converters, on documents that are written here.
@Suite(.enabled(if: JailTests.jail != nil, "bubblewrap works here"), .timeLimit(.minutes(3)))
struct `The converters` {
  private static let converters = {
    let converters = Converters(log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    _ = converters.look()
    return converters
  }()

  private func maker(_ kind: ConverterKind) throws -> any RenditionMaker {
    let maker = try #require(Self.converters.makers.first { $0.kind == kind })
    try #require(maker.version != nil, "\(kind.program) is not installed: make extras")
    return maker
  }

  private func pdf(_ kind: ConverterKind, _ bytes: [UInt8], _ fileExtension: String) async throws -> [UInt8] {
    let made = try await maker(kind).rendition(of: try OpenContent.bytes(bytes), fileExtension: fileExtension)
    return try #require(made as? OpenContent).bytes()
  }

  private func refusal(_ kind: ConverterKind, _ text: String, _ fileExtension: String) async throws
    -> DocumentError.Code?
  {
    let maker = try maker(kind)
    let content = try OpenContent.text(text)
    do throws(DocumentError) {
      _ = try await maker.rendition(of: content, fileExtension: fileExtension)
      return nil
    } catch {
      return error.code
    }
  }

  @Test(arguments: [
    (ConverterKind.office, "rtf", ConvertedSamples.rtf),
    (.office, "fodt", ConvertedSamples.flat("text", "<text:p>Hello</text:p>")),
    (.office, "fods", ConvertedSamples.sheet), (.postscript, "ps", ConvertedSamples.postscript),
    (.book, "fb2", ConvertedSamples.book), (.webPage, "html", ConvertedSamples.page),
  ])
  func `make a PDF of a small document`(kind: ConverterKind, fileExtension: String, text: String) async throws
  {
    let made = try await pdf(kind, Array(text.utf8), fileExtension)
    #expect(made.starts(with: Array("%PDF-".utf8)) && made.count > 500)
  }

  @Test func `make a PDF of a scan`() async throws {
    let scan = try #require(Data(base64Encoded: ConvertedSamples.scan))
    #expect(try await pdf(.djvu, [UInt8](scan), "djvu").starts(with: Array("%PDF-".utf8)))
  }

  @Test(arguments: [
    (ConverterKind.book, "epub"), (.djvu, "djvu"), (.postscript, "ps"), (.office, "xlsx"), (.office, "docx"),
  ])
  func `refuse what they cannot read`(kind: ConverterKind, fileExtension: String) async throws {
    let noise = "PK\u{3}\u{4}" + String(repeating: "\u{1}\u{2} no document ", count: 40)
    #expect(try await refusal(kind, noise, fileExtension) == .damaged)
  }

  @Test func `of Office keep their instance for the next document, and replace it after a failure`()
    async throws
  {
    let maker = try #require(try maker(.office) as? OfficeMaker)
    let letter = try OpenContent.text(ConvertedSamples.rtf)
    _ = try await maker.rendition(of: letter, fileExtension: "rtf")
    let first = try #require(maker.instances.first)
    _ = try await maker.rendition(of: letter, fileExtension: "rtf")
    #expect(maker.instances.contains { $0 == first })
    _ = try? await maker.rendition(of: try OpenContent.text("PK\u{3}\u{4} no"), fileExtension: "docx")
    _ = try await maker.rendition(of: letter, fileExtension: "rtf")
    #expect(!maker.instances.contains { $0 == first })
  }

  @Test func `never run what a PostScript file asks for`() async throws {
    let theft = "%!PS\n(/etc/passwd) (r) file 1000 string readstring pop = showpage\n"
    #expect(try await refusal(.postscript, theft, "ps") == .damaged)
    let shell = "%!PS\n(%pipe%touch /tmp/x) (w) file showpage\n"
    #expect(try await refusal(.postscript, shell, "ps") == .damaged)
  }

  @Test func `never run the scripts of a page, nor fetch its parts`() async throws {
    let page = """
      <p>Words</p><script>document.write("<p>Run</p>")</script><img src="http://127.0.0.1:9/a.png">
      <img src="file:///usr/share/pixmaps/debian-logo.png"><iframe src="http://127.0.0.1:9/"></iframe>
      """
    #expect(try await pdf(.webPage, Array(page.utf8), "html").starts(with: Array("%PDF-".utf8)))
  }
}

enum ConvertedSamples {
  static let rtf = #"{\rtf1\ansi Hello from a letter.\par}"#
  static let postscript =
    "%!PS\n/Helvetica findfont 40 scalefont setfont 100 700 moveto (Hello) show showpage\n"
  static let page = "<!doctype html><title>Hello</title><h1>Hello</h1><p>from a page."
  static let book = """
    <?xml version="1.0" encoding="utf-8"?><FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0">
    <description><title-info><book-title>Hello</book-title></title-info></description>
    <body><section><title><p>One</p></title><p>From a book.</p></section></body></FictionBook>
    """
  /// 40 × 20 pixels, made with cjb2.
  static let scan = "QVQmVEZPUk0AAAApREpWVUlORk8AAAAKACgAFBgALAEWAVNqYnoAAAALg2n/InVRufTCRF8="
  static let sheet = flat(
    "spreadsheet",
    """
    <table:table table:name="Budget"><table:table-row><table:table-cell office:value-type="string"><text:p>Hello</text:p>\
    </table:table-cell></table:table-row></table:table>
    """)

  static func flat(_ kind: String, _ body: String) -> String {
    let space = "urn:oasis:names:tc:opendocument:xmlns:"
    return """
      <?xml version="1.0" encoding="UTF-8"?><office:document xmlns:office="\(space)office:1.0" \
      xmlns:text="\(space)text:1.0" xmlns:table="\(space)table:1.0" office:version="1.2" \
      office:mimetype="application/vnd.oasis.opendocument.\(kind)"><office:body><office:\(kind)>\(body)\
      </office:\(kind)></office:body></office:document>
      """
  }
}
