import DocumentModel
import Foundation
import Testing

@Suite struct `file-types.json` {
  private func declarations() throws -> TypeDeclarations { try BuiltInRegistry.registry.declarations }

  @Test func `declares at least 170 types`() throws {
    #expect(try declarations().types.count >= 170)
  }

  /// A kept document names its type: without the declaration nothing would open it.
  @Test func `declares each type that a release had`() throws {
    let list = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "ReleasedTypes.txt")
    let released = try String(contentsOf: list, encoding: .utf8).split(separator: "\n").map(String.init)
    let declared = Set(try declarations().types.map(\.identifier.description))
    #expect(released.count > 250 && Set(released).subtracting(declared) == [])
  }

  @Test func `declares each identifier once`() throws {
    let identifiers = try declarations().types.map(\.identifier)
    #expect(Set(identifiers).count == identifiers.count)
  }

  @Test func `refers only to declared types`() throws {
    let types = try declarations().types
    let declared = Set(types.map(\.identifier))
    for type in types {
      #expect(declared.isSuperset(of: type.conformsTo + type.containers), "\(type.identifier)")
    }
  }

  @Test func `leads from every concrete type to data or to a directory`() throws {
    let registry = try BuiltInRegistry.registry
    for type in registry.types where !type.extensions.isEmpty || !type.mediaTypes.isEmpty {
      let isReached =
        registry.conforms(type.identifier, to: .data)
        || registry.conforms(type.identifier, to: "public.directory")
      #expect(isReached, "\(type.identifier)")
    }
  }

  @Test func `claims each media type and each file name for one type only`() throws {
    let types = try declarations().types
    let tags = types.flatMap(\.mediaTypes) + types.flatMap(\.fileNames)
    #expect(Dictionary(grouping: tags) { $0 }.filter { $0.value.count > 1 }.keys.sorted() == [])
  }

  @Test func `says which type wins each extension that several claim`() throws {
    let registry = try BuiltInRegistry.registry
    #expect(registry.types(forExtension: "ts").first == "com.microsoft.typescript")
    #expect(registry.types(forExtension: "ts").count == 2)
    #expect(registry.types(forExtension: "m").first == "public.objective-c-source")
  }

  @Test func `has no type that is its own container`() throws {
    for type in try declarations().types {
      #expect(!type.containers.contains(type.identifier), "\(type.identifier)")
    }
  }

  @Test(arguments: [
    ("pdf", "com.adobe.pdf"), ("png", "public.png"), ("jpeg", "public.jpeg"), ("svg", "public.svg-image"),
    ("txt", "public.plain-text"), ("swift", "public.swift-source"), ("py", "public.python-script"),
    ("docx", "org.openxmlformats.wordprocessingml.document"), ("xls", "com.microsoft.excel.xls"),
    ("odt", "org.oasis-open.opendocument.text"), ("pages", "com.apple.iwork.pages.sffpages"),
    ("epub", "org.idpf.epub-container"), ("mp3", "public.mp3"), ("mov", "com.apple.quicktime-movie"),
    ("zip", "public.zip-archive"), ("woff2", "org.w3.woff2"), ("jp2", "public.jpeg-2000"),
    ("j2k", "public.jpeg-2000-codestream"), ("m4b", "public.mpeg-4-audiobook"),
    ("stl", "public.standard-tesselated-geometry-format"),
    ("sqlite", "org.sqlite.database"), ("eml", "public.email-message"), ("ics", "com.apple.ical.ics"),
    ("vcf", "public.vcard"), ("board", "org.sheaf.board"), ("sheafboard", "org.sheaf.board"),
    ("heic", "public.heic"), ("json", "public.json"), ("tar.gz", "org.gnu.gnu-zip-tar-archive"),
  ])
  func `knows the usual extensions`(text: String, type: String) throws {
    #expect(try BuiltInRegistry.registry.types(forExtension: text).first?.description == type)
  }

  @Test func `gives every type a readable name of its own`() throws {
    let names = try declarations().types.map(\.name)
    #expect(Dictionary(grouping: names) { $0 }.filter { $0.value.count > 1 }.keys.sorted() == [])
  }
}
