import DocumentModel
import Foundation
import Logging
import Synchronization
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

  @Test(arguments: [
    (ConverterKind.office, "fods", ConvertedSamples.longSheet), (.webPage, "html", ConvertedSamples.longPage),
  ])
  func `make the leading pages of a long document first`(
    kind: ConverterKind, fileExtension: String, text: String
  )
    async throws
  {
    let leading = Mutex<[UInt8]?>(nil)
    let made = try await maker(kind).rendition(of: try OpenContent.text(text), fileExtension: fileExtension) {
      pages in leading.withLock { $0 = try? (pages as? OpenContent)?.bytes() }
    }
    let first = try #require(leading.withLock { $0 })
    #expect(first.starts(with: Array("%PDF-".utf8)))
    #expect(first.count < Int(made.size) / 2)
  }

  @Test func `make a short document at once`() async throws {
    let leading = Mutex(0)
    _ = try await maker(.office).rendition(
      of: try OpenContent.text(ConvertedSamples.sheet), fileExtension: "fods"
    ) { _ in leading.withLock { $0 += 1 } }
    #expect(leading.withLock { $0 } == 0)
  }

  @Test func `give the PDF of a book its contents, links, title and author`() async throws {
    let made = String(
      decoding: try await pdf(.book, BookSample.epub(contents: BookSample.contents), "epub"), as: UTF8.self)
    let pages = try #require(made.firstMatch(of: /\/Kids\[([0-9R ]+)\]/)).1.split(separator: " 0 R").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    func page(of title: String) throws -> Int? {
      let entry = try #require(made.split(separator: "endobj").first { $0.contains("/Title(\(title))") })
      return entry.firstMatch(of: /\/Dest\[(\d+) 0 R/).flatMap { pages.firstIndex(of: String($0.1)) }
    }
    let last = pages.count - 1
    #expect(last > 1)
    #expect(try page(of: "First") == 0 && page(of: "Part") == last - 1 && page(of: "Second") == last)
    #expect(try page(of: "Nowhere") == nil)
    let links = made.matches(of: /\/A<<([^>]+)>>/).map { String($0.1) }
    #expect(links.count == 2 && links.contains("/S/URI/URI(http://example.org/)"))
    #expect(links.contains { $0.hasPrefix("/S/GoTo/D[\(pages[last - 1]) 0 R/XYZ") })
    #expect(made.contains("/Title(A Title)") && made.contains("/Author(An Author)"))
  }

  @Test func `give the PDF of a book no more contents than a reader turns over`() async throws {
    func contents(_ points: String) async throws -> Substring {
      let made = try await pdf(.book, BookSample.epub(contents: points), "epub")
      return Substring(String(decoding: made, as: UTF8.self))
    }
    func point(_ title: String) -> String {
      "<navPoint><navLabel><text>\(title)</text></navLabel><content src=\"a.xhtml\"/>"
    }
    let end = "</navPoint>"
    let deep = (1...40).map { point("Level\($0).") }.joined()
    let nested = try await contents(deep + String(repeating: end, count: 40))
    #expect(nested.contains("/Title(Level16.)") && !nested.contains("/Title(Level17.)"))
    let long = String(repeating: point("Entry") + end, count: 5010)
    #expect(try await contents(long).matches(of: /\/Title\(Entry\)/).count == 5000)
  }

  @Test func `make a PDF of a scan`() async throws {
    let scan = try #require(Data(base64Encoded: ConvertedSamples.scan))
    #expect(try await pdf(.djvu, [UInt8](scan), "djvu").starts(with: Array("%PDF-".utf8)))
  }

  @Test func `lay the words of a scan over its pages`() async throws {
    let scan = try #require(Data(base64Encoded: ConvertedSamples.scanOfWords))
    let boxes = try words(of: try await pdf(.djvu, [UInt8](scan), "djvu"))
    // Boxes in pixels of 300 to the inch, from the bottom: 4 5 18 15, and 22 5 36 15.
    let expected = [
      #"xMin="0.960000" yMin="1.200000" xMax="4.320000" yMax="3.600000">Größe<"#,
      #"xMin="5.280000" yMin="1.200000" xMax="8.639880" yMax="3.600000">a&quot;b<"#,
    ]
    #expect(expected.allSatisfy(boxes.contains))
  }

  @Test func `keep the pages of a scan whose words are too many`() async throws {
    let jail = try #require(JailTests.jail)
    let scan = try OpenContent.bytes([UInt8](try #require(Data(base64Encoded: ConvertedSamples.scanOfWords))))
    var small = Jail.Limits()
    // More than the pages need, and less than the pages with their words.
    small.outputBytes = 1500
    for maker in [ScanMaker(in: jail, limits: small), ScanMaker(in: jail, wordBytes: 20)] {
      let made = try #require(try await maker.rendition(of: scan, fileExtension: "djvu") as? OpenContent)
        .bytes()
      #expect(made.starts(with: Array("%PDF-".utf8)))
      #expect(try !words(of: made).contains("<word"))
    }
  }

  /// The words of a PDF and their boxes, as poppler finds them.
  private func words(of pdf: [UInt8], _ options: [String] = ["-bbox"]) throws -> String {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/words.pdf"
    try Data(pdf).write(to: URL(filePath: path))
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/pdftotext")
    process.arguments = options + [path, "-"]
    process.standardOutput = output
    try process.run()
    return String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }

  @Test(arguments: [
    (ConverterKind.book, "epub"), (.djvu, "djvu"), (.postscript, "ps"), (.office, "xlsx"), (.office, "docx"),
  ])
  func `refuse what they cannot read`(kind: ConverterKind, fileExtension: String) async throws {
    let noise = "PK\u{3}\u{4}" + String(repeating: "\u{1}\u{2} no document ", count: 40)
    #expect(try await refusal(kind, noise, fileExtension) == .damaged)
  }

  @Test(arguments: ["odt", "doc", "ppt", "vsd", "xls"])
  func `take noise for no Office document`(fileExtension: String) async throws {
    let noise = (0..<5_000).map { UInt8(truncatingIfNeeded: ($0 &* $0 &+ 7) &* 2_654_435_761 >> 13) }
    let maker = try maker(.office)
    let error = await #expect(throws: DocumentError.self) {
      try await maker.rendition(of: try OpenContent.bytes([0x8F] + noise), fileExtension: fileExtension)
    }
    #expect(error?.code == .damaged)
  }

  /// With the options `EnableMacrosExecution=true,MacroSecurityLevel=0` LibreOffice 7.4 writes "The macro ran".
  @Test func `never run the macros of a document`() async throws {
    let pdf = try await pdf(.office, Array(ConvertedSamples.macro.utf8), "fodt")
    let found = try words(of: pdf)
    #expect(found.contains(">Nothing<") && !found.contains(">macro<"))
  }

  @Test func `leave out hidden sheets, and show what was inserted as words`() async throws {
    let sheets = try words(of: try await pdf(.office, Array(ConvertedSamples.hiddenSheet.utf8), "fods"))
    #expect(sheets.contains(">seen<") && !sheets.contains(">hidden<"))
    let tracked = try words(of: try await pdf(.office, Array(ConvertedSamples.trackedChange.utf8), "fodt"))
    #expect(tracked.contains(">Kept<") && tracked.contains(">inserted<"))
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

  @Test func `of Office end their instance after so many documents`() async throws {
    let maker = OfficeMaker(
      in: try #require(JailTests.jail), folder: "/usr/lib/libreoffice/program", limits: Jail.Limits(),
      mostConversions: 2, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let letter = try OpenContent.text(ConvertedSamples.rtf)
    _ = try await maker.rendition(of: letter, fileExtension: "rtf")
    #expect(maker.instances.count == 1)
    let made = try await maker.rendition(of: letter, fileExtension: "rtf")
    #expect(made.size > 500 && maker.instances.isEmpty)
  }

  @Test func `say of an Office document that a password locks it, and go on`() async throws {
    let locked = try Data(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Fixtures/locked.odt"))
    let error = await #expect(throws: DocumentError.self) {
      try await pdf(.office, [UInt8](locked), "odt")
    }
    #expect(error?.code == .passwordRequired)
    #expect(try await pdf(.office, Array(ConvertedSamples.rtf.utf8), "rtf").count > 500)
  }

  @Test func `read a page in UTF-8 as that, whether it says so or not`() async throws {
    for declared in ["", "<meta charset=\"utf-8\">", "<meta charset=\"iso-8859-1\">"] {
      let page = "\(declared)<title>Köln</title><p>Köln 中文"
      let made = String(decoding: try await pdf(.webPage, Array(page.utf8), "html"), as: UTF8.self)
      #expect(made.lowercased().contains("feff004b00f6006c006e"), "\(declared)")
    }
    let latin = Array("<title>K".utf8) + [0xF6] + Array("ln</title><p>Text".utf8)
    let made = String(decoding: try await pdf(.webPage, latin, "html"), as: UTF8.self)
    #expect(made.lowercased().contains("feff004b00f6006c006e"))
  }

  @Test func `tell the letters of a page that is written from right to left`() async throws {
    let page = "<meta charset=utf-8><p dir=rtl>שלום עולם 42 Printer, الاختبار مرحبا</p><p>One עברית line"
    let found = try words(of: try await pdf(.webPage, Array(page.utf8), "html"), [])
    for words in ["שלום עולם", "42", "Printer", "مرحبا", "One", "עברית", "line"] {
      #expect(found.contains(words))
    }
    #expect(found.precomposedStringWithCompatibilityMapping.contains("الاختبار"))
  }

  @Test func `never run what a PostScript file asks for`() async throws {
    let theft = "%!PS\n(/etc/passwd) (r) file 1000 string readstring pop = showpage\n"
    #expect(try await refusal(.postscript, theft, "ps") == .damaged)
    let shell = "%!PS\n(%pipe%touch /tmp/x) (w) file showpage\n"
    #expect(try await refusal(.postscript, shell, "ps") == .damaged)
  }

  @Test func `never run the scripts of a page`() async throws {
    let page = #"<p>Words</p><script>document.write("<p>Run</p>")</script><noscript><p>Still</p></noscript>"#
    let found = try words(of: try await pdf(.webPage, Array(page.utf8), "html"))
    #expect(found.contains(">Words<") && found.contains(">Still<") && !found.contains("Run"))
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
  /// Two pixels.
  static let picture =
    "/* XPM */\nstatic char *x[] = {\"2 1 2 1\", \"a c #ff0000\", \"b c #0000ff\", \"ab\"};\n"
  /// 40 × 20 pixels, made with cjb2.
  static let scan = "QVQmVEZPUk0AAAApREpWVUlORk8AAAAKACgAFBgALAEWAVNqYnoAAAALg2n/InVRufTCRF8="
  /// The same with two words, set with djvused.
  static let scanOfWords =
    "QVQmVEZPUk0AAABqREpWVUlORk8AAAAKACgAFBgALAEWAVNqYnoAAAALg2n/InVRufTCRF8AVFhUegAAADj//6mIiS5Cm/Kf46FiHkj9AtIK"
    + "wWhYaAgsjh5POjYcKGJTt/NOjjDb1lrAyKVBnEPZ0f+bICwhrg=="
  /// A text whose Basic macro replaces its words when it is loaded; white space between elements would switch it off.
  static let macro = """
    <?xml version="1.0" encoding="UTF-8"?>
    <office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" \
      xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" \
      xmlns:script="urn:oasis:names:tc:opendocument:xmlns:script:1.0" \
      xmlns:ooo="http://openoffice.org/2004/office" xmlns:xlink="http://www.w3.org/1999/xlink" \
      xmlns:dom="http://www.w3.org/2001/xml-events" office:version="1.3" \
      office:mimetype="application/vnd.oasis.opendocument.text"><office:scripts>\
    <office:script script:language="ooo:Basic"><ooo:libraries><ooo:library-embedded ooo:name="Standard">\
    <ooo:module ooo:name="Module1"><ooo:source-code>Sub Main
    ThisComponent.Text.String = "The macro ran"
    End Sub</ooo:source-code></ooo:module></ooo:library-embedded></ooo:libraries></office:script>\
    <office:event-listeners><script:event-listener script:language="ooo:script" script:event-name="dom:load" \
      xlink:href="vnd.sun.star.script:Standard.Module1.Main?language=Basic&amp;location=document" \
      xlink:type="simple"/></office:event-listeners></office:scripts>\
    <office:body><office:text><text:p>Nothing ran</text:p></office:text></office:body></office:document>
    """
  static let sheet = flat(
    "spreadsheet",
    """
    <table:table table:name="Budget"><table:table-row><table:table-cell office:value-type="string"><text:p>Hello</text:p>\
    </table:table-cell></table:table-row></table:table>
    """)

  static let hiddenSheet = flat(
    "spreadsheet", table("One", "seen") + table("Two", "hidden", style: "none"),
    styles: """
      <style:style style:name="none" style:family="table"><style:table-properties table:display="false"/></style:style>
      """)
  static let trackedChange = flat(
    "text",
    """
    <text:tracked-changes><text:changed-region text:id="c"><text:insertion><office:change-info>\
    <dc:creator>Ada</dc:creator><dc:date>2020-01-01T00:00:00</dc:date></office:change-info></text:insertion>\
    </text:changed-region></text:tracked-changes><text:p>Kept <text:change-start text:change-id="c"/>inserted\
    <text:change-end text:change-id="c"/></text:p>
    """)

  private static func table(_ name: String, _ word: String, style: String = "") -> String {
    """
    <table:table table:name="\(name)" table:style-name="\(style)"><table:table-row>\
    <table:table-cell office:value-type="string"><text:p>\(word)</text:p></table:table-cell></table:table-row></table:table>
    """
  }

  /// 6,000 rows, more than 100 pages.
  static let longSheet: String = {
    let row =
      "<table:table-row><table:table-cell office:value-type=\"string\"><text:p>A row</text:p></table:table-cell></table:table-row>"
    return flat(
      "spreadsheet", "<table:table table:name=\"Rows\">\(String(repeating: row, count: 6_000))</table:table>")
  }()
  /// About 100 pages.
  static let longPage =
    "<!doctype html><title>Long</title>"
    + String(
      repeating: "<p>A paragraph of a page that is long, with a few words in it to fill lines.</p>",
      count: 2_600)

  static func flat(_ kind: String, _ body: String, styles: String = "") -> String {
    let space = "urn:oasis:names:tc:opendocument:xmlns:"
    return """
      <?xml version="1.0" encoding="UTF-8"?><office:document xmlns:office="\(space)office:1.0" \
      xmlns:text="\(space)text:1.0" xmlns:table="\(space)table:1.0" xmlns:style="\(space)style:1.0" \
      xmlns:dc="http://purl.org/dc/elements/1.1/" office:version="1.2" \
      office:mimetype="application/vnd.oasis.opendocument.\(kind)"><office:automatic-styles>\(styles)\
      </office:automatic-styles><office:body><office:\(kind)>\(body)\
      </office:\(kind)></office:body></office:document>
      """
  }
}
