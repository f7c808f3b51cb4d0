import DocumentModel
import Testing

@Suite struct `A user's type` {
  private func identify(
    _ head: String, named name: String = "a.scene", as mediaType: String, encoding: String = "binary",
    magic: [MagicPattern] = []
  ) throws -> TypeIdentifier {
    let scene = FileType(identifier: "com.example.scene", name: "Scene", extensions: ["scene"], magic: magic)
    let registry = try BuiltInRegistry.registry.merging(TypeDeclarations(types: [scene]))
    return registry.identify(
      name: try FileName(name), head: Array(head.utf8), size: Int64(head.utf8.count),
      sniffed: SniffedContent(mediaType: mediaType, encoding: encoding, description: "")
    ).type
  }

  @Test(arguments: [
    ("text/plain", "us-ascii"), ("application/octet-stream", "binary"), ("application/zip", "binary"),
    ("application/json", "us-ascii"), ("text/xml", "us-ascii"), ("application/vnd.sqlite3", "binary"),
  ])
  func `of which nothing more is known may hold anything general`(mediaType: String, encoding: String) throws
  {
    #expect(try identify("{<", as: mediaType, encoding: encoding) == "com.example.scene")
  }

  @Test func `may be empty`() throws {
    #expect(try identify("", as: "inode/x-empty") == "com.example.scene")
  }

  @Test func `does not hide a well-known format`() throws {
    #expect(try identify("%PDF-1.4\n", as: "application/pdf") == .pdf)
    #expect(try identify("\u{1}", as: "image/png") == "public.png")
  }

  @Test func `is known by its pattern under any name`() throws {
    let magic = [MagicPattern(offset: 0, bytes: "5343454e")]
    #expect(
      try identify("SCEN\u{1}", named: "a", as: "application/octet-stream", magic: magic)
        == "com.example.scene")
    #expect(
      try identify("SCENE", named: "a.txt", as: "text/plain", encoding: "us-ascii", magic: magic)
        == "com.example.scene")
  }

  @Test func `cannot take a well-known format over by its pattern`() throws {
    #expect(
      try identify(
        "%PDF-1.4\n", named: "a.pdf", as: "application/pdf",
        magic: [MagicPattern(offset: 0, bytes: "25504446")]) == .pdf)
    #expect(
      try identify("\u{1}\u{2}", named: "a", as: "image/png", magic: [MagicPattern(offset: 0, bytes: "01")])
        == "public.png")
  }
}
