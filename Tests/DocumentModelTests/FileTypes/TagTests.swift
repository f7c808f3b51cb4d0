import DocumentModel
import Testing

@Suite struct `Tags` {
  @Test func `are found in any case`() throws {
    let registry = try BuiltInRegistry.registry
    #expect(registry.types(forExtension: "PDF") == [.pdf])
    #expect(registry.types(forMediaType: "Application/PDF; version=1.7") == [.pdf])
    #expect(registry.types(forFileName: "MAKEFILE") == ["public.make-source"])
  }

  @Test(arguments: [
    ("a.tar.gz", "org.gnu.gnu-zip-tar-archive"), ("a.b.gz", "org.gnu.gnu-zip-archive"),
    ("archive.tgz", "org.gnu.gnu-zip-tar-archive"), ("CMakeLists.txt", "org.cmake.source"),
    ("Dockerfile", "com.docker.dockerfile"), ("README", "public.plain-text"),
    ("winmail.dat", "com.microsoft.tnef"),
    ("a.unheard.pdf", "com.adobe.pdf"),
  ])
  func `are taken from the whole name, then from its longest extension`(name: String, type: String) throws {
    #expect(try BuiltInRegistry.registry.types(forFileName: name).first?.description == type)
  }

  @Test(arguments: ["pdf", ".pdf", "a.", "a.pdf.unheard", ""])
  func `of names without a known extension are none`(name: String) throws {
    #expect(try BuiltInRegistry.registry.types(forFileName: name) == [])
  }

  @Test func `that are preferred come first in the declaration`() throws {
    let registry = try BuiltInRegistry.registry
    #expect(registry.preferredExtension(of: "public.jpeg") == "jpg")
    #expect(registry.preferredMediaType(of: "public.jpeg") == "image/jpeg")
    #expect(registry.preferredExtension(of: .image) == nil)
  }

  @Test(arguments: [
    ("kml", "xml"), ("rss", "xml"), ("xhtml", "xml"), ("geojson", "json"), ("jsonl", "json"),
    ("json5", "json"), ("py", "py"), ("tsv", "tsv"),
  ])
  func `of a language are one for all that is written in it`(fileExtension: String, language: String) throws {
    let registry = try BuiltInRegistry.registry
    let type = try #require(registry.types(forExtension: fileExtension).first)
    #expect(registry.languageExtension(of: type) == language)
  }

  @Test func `for serving come from the nearest type that has one`() throws {
    let registry = try BuiltInRegistry.registry.merging(
      TypeDeclarations(types: [
        FileType(identifier: "com.example.list", name: "List", conformsTo: [.plainText])
      ]))
    #expect(registry.preferredMediaType(of: "com.example.list") == "text/plain")
    #expect(registry.preferredMediaType(of: "com.unheard.of") == "application/octet-stream")
    #expect(registry.preferredMediaType(of: .image) == "application/octet-stream")
  }

  @Test func `that two built-in types claim need a stated winner`() {
    let twins = TypeDeclarations(types: [
      FileType(identifier: "a.one", name: "One", extensions: ["x"], conformsTo: []),
      FileType(identifier: "a.two", name: "Two", extensions: ["x"], conformsTo: []),
    ])
    #expect(
      refusal { _ = try FileTypeRegistry(twins) }
        == "clashes: \"x\" is missing, which a.one and a.two both claim")
    #expect(
      refusal { _ = try FileTypeRegistry(TypeCatalog(declarations: twins, clashes: ["x": "a.three"])) }
        == "clashes.x: a.three does not claim this extension")
    #expect(
      (try? FileTypeRegistry(TypeCatalog(declarations: twins, clashes: ["x": "a.two"])))?.types(
        forExtension: "x")
        == ["a.two", "a.one"])
  }
}
