import DocumentModel
import Testing

/// The findings of libmagic 5.44 in these tests are recorded ones.
@Suite struct `Identifying a file` {
  /// Identifies a content; by default without its bytes.
  private func identify(
    _ name: String, _ head: [UInt8] = [], size: Int64? = nil, mediaType: String? = nil,
    encoding: String = "binary"
  ) throws -> Identification {
    try BuiltInRegistry.registry.identify(
      name: FileName(sanitizing: name), head: head, size: size ?? Int64(max(1, head.count)),
      sniffed: mediaType.map { SniffedContent(mediaType: $0, encoding: encoding, description: "") })
  }

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let head: String
    let mediaType: String
    let encoding: String
    let type: String

    init(_ name: String, _ head: String, _ mediaType: String, _ encoding: String, is type: String) {
      (self.name, self.head, self.mediaType, self.encoding, self.type) = (
        name, head, mediaType, encoding, type
      )
    }

    var testDescription: String { "\(name) with \(mediaType) is \(type)" }
  }

  private func check(_ sample: Case) throws {
    let found = try identify(
      sample.name, bytes(sample.head), mediaType: sample.mediaType, encoding: sample.encoding)
    #expect(found.type.description == sample.type, "\(found.steps)")
  }

  // MARK: Content before name

  @Test(arguments: [
    Case("a.pdf", "%PDF-1.4\n", "application/pdf", "binary", is: "com.adobe.pdf"),
    Case("a.txt", "%PDF-1.4\n", "application/pdf", "binary", is: "com.adobe.pdf"),
    Case("a.dat", "%PDF-1.4\n", "application/pdf", "binary", is: "com.adobe.pdf"),
    Case("a", "%PDF-1.4\n", "application/pdf", "binary", is: "com.adobe.pdf"),
    Case("a.pdf", "this is only text\n", "text/plain", "us-ascii", is: "public.plain-text"),
    Case("a.pdf", "\u{1}\u{2}\u{3}", "application/octet-stream", "binary", is: "public.data"),
    Case("a.png", "\u{1}", "image/jpeg", "binary", is: "public.jpeg"),
    Case(
      "a.docx", "PK", "application/vnd.oasis.opendocument.text", "binary",
      is: "org.oasis-open.opendocument.text"),
    Case("a.pdf", "<!DOCTYPE html><p>404", "text/html", "us-ascii", is: "public.html"),
    Case("a.png", "<?xml version=\"1.0\"?><svg/>", "image/svg+xml", "us-ascii", is: "public.svg-image"),
    Case("a.doc", "{\\rtf1 x}", "text/rtf", "us-ascii", is: "public.rtf"),
    Case("a.mp3", "some words", "text/plain", "us-ascii", is: "public.plain-text"),
    Case("a.json", "BEGIN:VCARD", "text/vcard", "us-ascii", is: "public.vcard"),
    Case("a.html", "{\"a\": 1}", "application/json", "us-ascii", is: "public.json"),
    Case("a.txt", "a\u{0}b", "application/octet-stream", "binary", is: "public.data"),
  ])
  func `believes the content before the name`(sample: Case) throws { try check(sample) }

  // MARK: Containers

  @Test(arguments: [
    Case("a.docx", "PK", "application/zip", "binary", is: "org.openxmlformats.wordprocessingml.document"),
    Case(
      "a.docm", "PK", "application/vnd.openxmlformats-officedocument.wordprocessingml.document", "binary",
      is: "org.openxmlformats.wordprocessingml.document.macroenabled"),
    Case(
      "a.docx", "\u{1}", "application/encrypted", "binary", is: "org.openxmlformats.wordprocessingml.document"
    ),
    Case("a.doc", "\u{1}", "application/x-ole-storage", "binary", is: "com.microsoft.word.doc"),
    Case("a.msg", "\u{1}", "application/x-ole-storage", "binary", is: "com.microsoft.outlook.msg"),
    Case("a.pages", "PK", "application/zip", "binary", is: "com.apple.iwork.pages.sffpages"),
    Case("a.jar", "PK", "application/zip", "binary", is: "com.sun.java-archive"),
    Case("a.cbz", "PK", "application/zip", "binary", is: "public.cbz-archive"),
    Case("a.tar.gz", "\u{1}", "application/gzip", "binary", is: "org.gnu.gnu-zip-tar-archive"),
    Case("a.svgz", "\u{1}", "application/gzip", "binary", is: "org.w3.svg-compressed"),
    Case("a.opus", "OggS", "audio/ogg", "binary", is: "org.xiph.opus"),
    Case("a.wma", "\u{1}", "video/x-ms-asf", "binary", is: "com.microsoft.windows-media-wma"),
    Case("a.dng", "II*", "image/tiff", "binary", is: "com.adobe.raw-image"),
    Case("a.heic", "\u{1}", "image/heif", "binary", is: "public.heic"),
    Case("a.ai", "%PDF-1.5\n", "application/pdf", "binary", is: "com.adobe.illustrator.ai-image"),
    Case("a.kml", "<?xml version=\"1.0\"?>", "text/xml", "us-ascii", is: "com.google.earth.kml"),
    Case("a.ipynb", "{}", "application/json", "us-ascii", is: "org.jupyter.notebook"),
    Case("a.gpkg", "SQLite", "application/vnd.sqlite3", "binary", is: "org.geopackage.database"),
    Case("a.plist", "<?xml version=\"1.0\"?>", "text/xml", "us-ascii", is: "com.apple.xml-property-list"),
    Case("a.plist", "bplist00\u{1}", "text/plain", "binary", is: "com.apple.binary-property-list"),
    Case("a.plist", "( a, b )", "text/plain", "us-ascii", is: "com.apple.ascii-property-list"),
    Case("a.zip", "PK", "application/zip", "binary", is: "public.zip-archive"),
    Case("a.pdf", "PK", "application/zip", "binary", is: "public.zip-archive"),
    Case("a.png", "PK", "application/zip", "binary", is: "public.zip-archive"),
  ])
  func `lets the name say which format a container holds, and only that`(sample: Case) throws {
    try check(sample)
  }

  @Test(arguments: [
    Case("a.vsd", "\u{1}", "application/octet-stream", "binary", is: "com.microsoft.visio.vsd"),
    Case("a.mpp", "\u{1}", "application/octet-stream", "binary", is: "com.microsoft.project.mpp"),
    Case("a.pub", "\u{1}", "application/cdfv2", "binary", is: "com.microsoft.publisher"),
    Case("a.msg", "\u{1}", "application/octet-stream", "binary", is: "com.microsoft.outlook.msg"),
    Case("a.xps", "\u{1}", "application/octet-stream", "binary", is: "com.microsoft.xps"),
    Case("a.xps", "PK", "application/zip", "binary", is: "com.microsoft.xps"),
    Case("a.epub", "PK", "application/zip", "binary", is: "org.idpf.epub-container"),
    Case("a.odg", "PK", "application/zip", "binary", is: "org.oasis-open.opendocument.graphics"),
    Case("a.vsdx", "PK", "application/zip", "binary", is: "com.microsoft.visio.vsdx"),
    Case("a.drawio", "<mxfile/>", "text/plain", "us-ascii", is: "com.diagrams.drawio"),
    Case("a.xmp", "<x:xmpmeta/>", "text/plain", "us-ascii", is: "com.adobe.xmp"),
    Case("a.xmp", "<?xpacket?>\n<x:xmpmeta/>", "text/xml", "utf-8", is: "com.adobe.xmp"),
    Case("a.zip", "\u{1}", "application/octet-stream", "binary", is: "public.data"),
  ])
  func `keeps a declared type where no more is known than what it rests on`(sample: Case) throws {
    try check(sample)
  }

  @Test(arguments: [
    Case("a.xml", "<svg/>", "image/svg+xml", "us-ascii", is: "public.svg-image"),
    Case(
      "a.xml", "<?xml version=\"1.0\"?>\n<!-- <a> -->\n<!DOCTYPE svg>\n<svg/>", "image/svg+xml", "us-ascii",
      is: "public.svg-image"),
    Case("a.xml", "<?xml version=\"1.0\"?><b><svg/></b>", "image/svg+xml", "us-ascii", is: "public.xml"),
    Case("a.xml", "<!-- <svg/> --><b/>", "text/xml", "us-ascii", is: "public.xml"),
    Case("a.xml", "<!-- <svg/>", "text/xml", "us-ascii", is: "public.xml"),
    Case("a.txt", "<!-- x --><svg/>", "image/svg+xml", "us-ascii", is: "public.plain-text"),
  ])
  func `knows a kind of XML by its first element`(sample: Case) throws { try check(sample) }

  // MARK: Text

  @Test(arguments: [
    Case("a.md", "# Title", "text/plain", "us-ascii", is: "net.daringfireball.markdown"),
    Case("a.md", "# On `<html>`", "text/html", "us-ascii", is: "net.daringfireball.markdown"),
    Case("a.swift", "let x = 1", "text/plain", "us-ascii", is: "public.swift-source"),
    Case("a.rs", "fn main() {}", "text/x-c", "us-ascii", is: "org.rust-lang.source"),
    Case("a.py", "svg = '<svg>'", "image/svg+xml", "us-ascii", is: "public.python-script"),
    Case("a.txt", "#include <x>", "text/x-c", "us-ascii", is: "public.plain-text"),
    Case("a.txt", "From: A\nTo: B\n", "message/rfc822", "us-ascii", is: "public.plain-text"),
    Case("a.csv", "a;b", "text/plain", "us-ascii", is: "public.comma-separated-values-text"),
    Case("a.json", "{\"a\": ", "text/plain", "us-ascii", is: "public.json"),
    Case("a.json", "no json at all", "text/plain", "us-ascii", is: "public.plain-text"),
    Case("a.svg", "<!-- x --><svg/>", "text/plain", "us-ascii", is: "public.svg-image"),
    Case("a.svg", "<svg/>", "text/xml", "us-ascii", is: "public.svg-image"),
    Case("a.svg", "no drawing", "text/plain", "us-ascii", is: "public.plain-text"),
    Case("a.html", "<p>x", "text/plain", "us-ascii", is: "public.html"),
    Case("a.html", "<html><svg/></html>", "image/svg+xml", "us-ascii", is: "public.html"),
    Case("a.xml", "<a/>", "text/plain", "us-ascii", is: "public.xml"),
    Case("a.xml", "<?xml version=\"1.0\"?><rdf/>", "application/rdf+xml", "us-ascii", is: "public.rdf"),
    Case("a.ts", "export {}", "application/javascript", "us-ascii", is: "com.microsoft.typescript"),
    Case("a.ts", "G@", "video/MP2T", "binary", is: "public.mpeg-2-transport-stream"),
    Case("a.dot", "digraph {}", "text/plain", "us-ascii", is: "org.graphviz.source"),
    Case("a.dot", "\u{1}", "application/x-ole-storage", "binary", is: "com.microsoft.word.dot"),
    Case("a.key", "-----BEGIN", "text/plain", "us-ascii", is: "public.plain-text"),
    Case("a.stl", "solid x", "text/plain", "us-ascii", is: "public.standard-tesselated-geometry-format"),
    Case(
      "a.stl", "\u{1}", "application/octet-stream", "binary", is: "public.standard-tesselated-geometry-format"
    ),
    Case("a.xyz", "words", "text/plain", "us-ascii", is: "public.plain-text"),
    Case("a", "words", "text/plain", "utf-8", is: "public.plain-text"),
    Case("a", "import os", "text/x-script.python", "us-ascii", is: "public.python-script"),
    Case("x.txt", "x", "application/octet-stream", "binary", is: "public.plain-text"),
    Case("x", "x", "application/octet-stream", "binary", is: "public.plain-text"),
  ])
  func `lets the name say which kind of text it is`(sample: Case) throws { try check(sample) }

  // MARK: Content that libmagic does not know or guesses

  @Test(arguments: [
    Case("a.psd", "8BPS\u{0}\u{1}", "application/octet-stream", "binary", is: "com.adobe.photoshop-image"),
    Case("a.bin", "8BPS\u{0}\u{1}", "application/octet-stream", "binary", is: "com.adobe.photoshop-image"),
    Case("a.cab", "MSCF\u{0}\u{0}\u{0}\u{0}", "text/plain", "binary", is: "com.microsoft.cab"),
    Case("a.parquet", "PAR1\u{1}", "application/octet-stream", "binary", is: "org.apache.parquet"),
    Case("a.x", "\u{0}\u{0}\u{2}", "image/x-tga", "binary", is: "dyn.acnw0"),
    Case("a.tga", "\u{0}\u{0}\u{2}", "image/x-tga", "binary", is: "com.truevision.tga-image"),
    Case("a", "\u{1}\u{2}", "application/octet-stream", "binary", is: "public.data"),
    Case("a.mp3", "\u{1}\u{2}", "application/octet-stream", "binary", is: "public.mp3"),
    Case("a.orf", "\u{1}\u{2}", "image/x-unheard-of", "binary", is: "com.olympus.or-raw-image"),
    Case("a", "\u{1}\u{2}", "application/x-unheard-of", "binary", is: "public.data"),
  ])
  func `adds the registry's patterns and doubts guesses`(sample: Case) throws { try check(sample) }

  @Test func `names an image of an unknown kind by its media type`() throws {
    let found = try identify("a", [1, 2], mediaType: "image/x-unheard-of")
    #expect(found.type.dynamicTag == .mediaType("image/x-unheard-of"))
    #expect(found.mediaType == "image/x-unheard-of")
    #expect(try BuiltInRegistry.registry.conforms(found.type, to: .image))
  }

  @Test func `names unknown bytes by their extension`() throws {
    let found = try identify("a.xyz", [1, 2], mediaType: "application/octet-stream")
    #expect(found.type.dynamicTag == .fileExtension("xyz"))
    #expect(found.contentType == "application/octet-stream")
  }

  // MARK: PDF

  @Test func `finds a PDF behind up to 1,024 bytes of junk`() throws {
    let junk = [UInt8](repeating: 1, count: 1024)
    let header = bytes("%PDF-1.7\n")
    for name in ["a.pdf", "a.bin", "a"] {
      #expect(try identify(name, junk + header, mediaType: "application/octet-stream").type == .pdf)
      #expect(try identify(name, junk + [1] + header, mediaType: "application/octet-stream").type != .pdf)
    }
  }

  @Test func `takes an archive for one, also when a PDF lies at its beginning`() throws {
    let file = [UInt8](repeating: 0, count: 512) + bytes("%PDF-1.7\n")
    for (name, mediaType, type) in [
      ("a.tar", "application/x-tar", "public.tar-archive"), ("a", "application/zip", "public.zip-archive"),
    ] {
      #expect(try identify(name, file, mediaType: mediaType).type.description == type)
    }
  }

  @Test func `finds a PDF behind a byte order mark, line feeds, and a mail header`() throws {
    #expect(
      try identify("a", [0xEF, 0xBB, 0xBF] + bytes("%PDF-1.4"), mediaType: "application/pdf").type == .pdf)
    #expect(
      try identify("a", bytes("\n\n%PDF-2.0\n"), mediaType: "text/plain", encoding: "us-ascii").type == .pdf)
    let mailed = bytes("Content-Type: application/pdf\n\n%PDF-1.4\n") + [0xE2]
    #expect(try identify("a.pdf", mailed, mediaType: "application/octet-stream").type == .pdf)
  }

  @Test func `takes a truncated PDF for a PDF`() throws {
    let head = bytes("%PDF-1.5\n%") + [0xE2, 0xE3, 0xCF, 0xD3] + bytes("\n1 0 obj\n<<")
    #expect(try identify("a.pdf", head, mediaType: "application/pdf").type == .pdf)
    #expect(try identify("a.pdf", head).type == .pdf)
    #expect(
      try identify("a.pdf", bytes("%PDF-1.4"), mediaType: "application/pdf", encoding: "us-ascii").type
        == .pdf)
  }

  @Test func `does not take a text about PDF for one`() throws {
    let text = bytes("A PDF begins with %PDF-1.4 as we know.\n")
    #expect(
      try identify("a.txt", text, mediaType: "application/pdf", encoding: "us-ascii").type == .plainText)
    #expect(
      try identify("a.md", text, mediaType: "application/pdf", encoding: "us-ascii").type.description
        .hasSuffix("markdown"))
    #expect(try identify("a", text, mediaType: "application/pdf", encoding: "us-ascii").type == .plainText)
  }

  // MARK: Boards

  @Test(arguments: [
    #"{"format":"org.sheaf.board","formatVersion":1}"#,
    "{\n  \"format\" : \"org.sheaf.board\",\n  \"formatVersion\": 1\n}",
  ])
  func `knows a board by its beginning`(json: String) throws {
    for name in ["a.json", "a.board", "a"] {
      let found = try identify(name, bytes(json), mediaType: "application/json", encoding: "us-ascii")
      #expect(found.type == .board, "\(name)")
    }
  }

  @Test func `knows a board with other members first by its extension`() throws {
    let json = bytes(#"{"cards":[],"format":"org.sheaf.board"}"#)
    #expect(try identify("a.board", json, mediaType: "application/json", encoding: "us-ascii").type == .board)
    #expect(
      try identify("a.json", json, mediaType: "application/json", encoding: "us-ascii").type == "public.json")
  }

  // MARK: Nothing

  @Test(arguments: [
    ("a.txt", "public.plain-text"), ("a.swift", "public.swift-source"), ("a.pdf", "public.data"),
    ("a.png", "public.data"), ("a.docx", "public.data"), ("a", "public.data"), ("a.xyz", "public.data"),
    ("a.json", "public.json"), ("Makefile", "public.make-source"),
  ])
  func `takes an empty file for what its name says if that is text, else for data`(name: String, type: String)
    throws
  {
    #expect(try identify(name, size: 0, mediaType: "inode/x-empty").type.description == type)
    #expect(try identify(name, size: 0).type.description == type)
  }

  @Test(arguments: ["", "a", "é"])
  func `is certain of the encoding of a text that is so short that libmagic takes it for data`(text: String)
    throws
  {
    let sniffed = SniffedContent(
      mediaType: "application/octet-stream", encoding: "binary", confidence: 0, description: "")
    let found = try BuiltInRegistry.registry.identify(
      name: FileName(sanitizing: "a.txt"), head: bytes(text), size: Int64(text.utf8.count), sniffed: sniffed)
    #expect(found.charset == "utf-8" && found.confidence == 1)
  }

  // MARK: Without libmagic

  @Test func `does without libmagic as well as it can`() throws {
    #expect(try identify("a.txt", bytes("words")).type == .plainText)
    #expect(try identify("a.txt", [0, 1, 2]).type == .data)
    #expect(try identify("a.pdf", bytes("words")).type == .plainText)
    #expect(try identify("a", bytes("words")).type == .plainText)
    #expect(try identify("a.mp3", [0xFF, 0xFB]).type == "public.mp3")
  }

  @Test func `sees text that is cut in the middle of a character`() throws {
    let text = Array(String(repeating: "ü", count: 3000).utf8)
    #expect(try identify("a", Array(text.prefix(4095)), size: 6000).type == .plainText)
    #expect(try identify("a", Array(text.prefix(4095)), size: 4095).type == .data)
  }

  @Test(arguments: [0x00, 0x01, 0x06, 0x0E, 0x1A, 0x1C, 0x7F] as [UInt8])
  func `takes control characters for no text`(byte: UInt8) throws {
    #expect(try identify("a", bytes("text") + [byte]).type == .data)
  }

  @Test(arguments: [0x07, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x1B] as [UInt8])
  func `allows the control characters of terminals in text`(byte: UInt8) throws {
    #expect(try identify("a", bytes("text") + [byte]).type == .plainText)
  }

  // MARK: Serving

  @Test func `says how to serve it`() throws {
    let latin = try identify("a.txt", [0x63, 0xE9], mediaType: "text/plain", encoding: "iso-8859-1")
    #expect(latin.contentType == "text/plain; charset=iso-8859-1")
    let ascii = try identify("a.html", bytes("<p>"), mediaType: "text/html", encoding: "us-ascii")
    #expect(ascii.contentType == "text/html; charset=utf-8")
    let unknown = try identify("a.txt", [0x63, 0x81], mediaType: "text/plain", encoding: "unknown-8bit")
    #expect(unknown.contentType == "text/plain")
    #expect(
      try identify("a.pdf", bytes("%PDF-1.4\n"), mediaType: "application/pdf").contentType
        == "application/pdf")
  }

  @Test func `puts nothing of libmagic's into a header that could break it`() throws {
    let odd = try identify(
      "a.txt", bytes("x"), mediaType: "text/plain", encoding: "utf-8; x\r\nSet-Cookie: a=b")
    #expect(odd.contentType == "text/plain")
    let wild = try identify("a", [1, 2], mediaType: "image/x\r\nSet-Cookie: a=b")
    #expect(wild.mediaType == "application/octet-stream")
  }
}
