import DocumentModel
import Foundation
import Testing

@Suite struct `What users declare` {
  private func merge(_ json: String) throws -> FileTypeRegistry {
    try BuiltInRegistry.registry.merging(TypeDeclarations(json: json))
  }

  private let scene =
    #"{"types": [{"identifier": "com.example.scene", "name": "Scene", "extensions": ["scene"]}]}"#

  @Test func `is a type at once`() throws {
    let registry = try merge(scene)
    #expect(registry.types(forExtension: "scene") == ["com.example.scene"])
    #expect(registry.conforms("com.example.scene", to: .data))
    #expect(!registry.isBuiltIn("com.example.scene"))
    #expect(try BuiltInRegistry.registry.types(forExtension: "scene") == [])
  }

  @Test func `is kept apart from what is built in`() throws {
    #expect(try merge(scene).userDeclarations == TypeDeclarations(json: scene))
    #expect(
      try merge(scene).declarations.types.count == BuiltInRegistry.registry.declarations.types.count + 1)
  }

  @Test func `survives being written and read`() throws {
    let declarations = try merge(scene).userDeclarations
    let read = try TypeDeclarations(decoding: JSONEncoder().encode(declarations))
    #expect(read == declarations)
  }

  @Test func `replaces what was declared before under the same identifier`() throws {
    let again = try TypeDeclarations(json: scene.replacingOccurrences(of: "\"Scene\"", with: "\"Stage\""))
    let registry = try merge(scene).merging(again)
    #expect(registry.name(of: "com.example.scene") == "Stage")
    #expect(registry.userDeclarations.types.count == 1)
  }

  @Test func `has no name but its identifier when none is given`() throws {
    let registry = try merge(#"{"types": [{"identifier": "com.example.x"}]}"#)
    #expect(registry.name(of: "com.example.x") == "com.example.x")
  }

  @Test func `does not take an extension from a built-in type`() throws {
    let registry = try merge(#"{"types": [{"identifier": "com.example.paper", "extensions": ["pdf"]}]}"#)
    #expect(registry.types(forExtension: "pdf") == [.pdf, "com.example.paper"])
  }

  @Test func `shows the owner's name, and the importer's when the owner has gone`() throws {
    let imported = #"{"types": [{"identifier": "com.example.scene", "name": "A scene", "imported": true}]}"#
    let both = try merge(scene).merging(TypeDeclarations(json: imported))
    #expect(both.name(of: "com.example.scene") == "Scene")
    let users = TypeDeclarations(types: both.userDeclarations.types.filter(\.isImported))
    #expect(try BuiltInRegistry.registry.merging(users).name(of: "com.example.scene") == "A scene")
  }

  @Test
  func `comes back as imported when the owner's declaration is removed, and goes with the next removal`()
    throws
  {
    let imported = #"{"types": [{"identifier": "com.example.scene", "name": "A scene", "imported": true}]}"#
    let both = try merge(scene).merging(TypeDeclarations(json: imported))
    let left = try both.removing(type: "com.example.scene")
    #expect(left.name(of: "com.example.scene") == "A scene")
    #expect(try left.removing(type: "com.example.scene").type("com.example.scene") == nil)
  }

  @Test func `may import a built-in type without changing it`() throws {
    let registry = try merge(
      #"{"types": [{"identifier": "com.adobe.pdf", "name": "Mine", "imported": true}]}"#)
    #expect(registry.name(of: .pdf) == "PDF document")
  }

  @Test func `can be removed unless something refers to it`() throws {
    let registry = try merge(scene)
    #expect(try registry.removing(type: "com.example.scene").type("com.example.scene") == nil)
    #expect(
      refusal { _ = try registry.removing(type: .pdf) }
        == "the type com.adobe.pdf is built in and cannot be removed")
    #expect(
      refusal { _ = try registry.removing(type: "com.example.other") }
        == "no user declared the type com.example.other")
    let child = try registry.merging(
      TypeDeclarations(types: [
        FileType(identifier: "com.example.set", name: "Set", conformsTo: ["com.example.scene"])
      ]))
    #expect(
      refusal { _ = try child.removing(type: "com.example.scene") }
        == "the type com.example.scene is referred to by the type com.example.set; remove them first")
    #expect(
      try child.removing(type: "com.example.set").removing(type: "com.example.scene").userDeclarations.types
        == [])
  }

  @Test(arguments: [
    ("[]", "the declarations: must be an object"),
    ("{", "the declarations are not JSON"),
    (#"{"types": {}}"#, "types: must be an array"),
    (#"{"types": [7]}"#, "types[0]: must be an object"),
    (#"{"type": []}"#, "the declarations: \"type\" is not known; there are types, handlers"),
    (#"{"types": [{"name": "X"}]}"#, "types[0]: \"identifier\" is missing"),
    (#"{"types": [{"identifier": "a b"}]}"#, "types[0].identifier: \"a b\" is no type identifier"),
    (#"{"types": [{"identifier": 7}]}"#, "types[0].identifier: must be text"),
    (#"{"types": [{"identifier": "a.b", "extensions": "x"}]}"#, "types[0].extensions: must be an array"),
    (#"{"types": [{"identifier": "a.b", "extensions": ["x", 7]}]}"#, "types[0].extensions[1]: must be text"),
    (
      #"{"types": [{"identifier": "a.b", "extension": []}]}"#,
      "types[0]: \"extension\" is not known; there are identifier, name, extensions, mediaTypes, fileNames, magic, conformsTo, containers, openings, selfIdentifying, imported, icons"
    ),
    (
      #"{"handlers": [{"identifier": "a", "role": "owner", "contentTypes": ["public.text"]}]}"#,
      "handlers[0].role: \"owner\" is none of viewer, editor, action"
    ),
    (#"{"handlers": [{"identifier": "a"}]}"#, "handlers[0]: \"contentTypes\" is missing"),
    (
      #"{"handlers": [{"identifier": "a", "contentTypes": {}}]}"#,
      "handlers[0].contentTypes: must be an array"
    ),
  ])
  func `of the wrong shape is refused with the entry and the key`(json: String, detail: String) {
    #expect(refusal { _ = try TypeDeclarations(json: json) } == detail)
  }

  @Test(arguments: [
    (#""extensions": ["PDF"]"#, "extensions[0]: \"PDF\" is no extension in lower case"),
    (#""extensions": ["a", ".b"]"#, "extensions[1]: \".b\" is no extension in lower case"),
    (#""extensions": ["a/b"]"#, "extensions[0]: \"a/b\" is no extension in lower case"),
    (#""extensions": [""]"#, "extensions[0]: \"\" is no extension in lower case"),
    (#""mediaTypes": ["text"]"#, "mediaTypes[0]: \"text\" is no media type in lower case"),
    (#""mediaTypes": ["text/x; a=b"]"#, "mediaTypes[0]: \"text/x; a=b\" is no media type in lower case"),
    (#""fileNames": ["../x"]"#, "fileNames[0]: \"../x\" is no file name in lower case"),
    (#""icons": ["a.png", "a.gif"]"#, "icons[1]: \"a.gif\" is no name of a PNG file"),
    (#""magic": [{"bytes": "xyz"}]"#, "magic[0]: \"xyz\" is no pattern of the first 4096 bytes"),
    (#""magic": [{"bytes": "00", "offset": -1}]"#, "magic[0]: \"00\" is no pattern of the first 4096 bytes"),
    (
      #""magic": [{"bytes": "00", "offset": 4096}]"#, "magic[0]: \"00\" is no pattern of the first 4096 bytes"
    ),
    (
      #""magic": [{"bytes": "00", "within": 9223372036854775807}]"#,
      "magic[0]: \"00\" is no pattern of the first 4096 bytes"
    ),
    (#""openings": [""]"#, "openings[0]: \"\" is no beginning of a text"),
    (#""name": """#, "name: must be 1 to 100 characters without control characters"),
    (#""name": "a\nb""#, "name: must be 1 to 100 characters without control characters"),
    (#""conformsTo": ["com.unheard.of"]"#, "conformsTo[0]: \"com.unheard.of\" is not declared"),
    (#""containers": ["com.unheard.of"]"#, "containers[0]: \"com.unheard.of\" is not declared"),
  ])
  func `that makes no sense is refused with the entry and the key`(member: String, detail: String) {
    let json = #"{"types": [{"identifier": "com.example.x", \#(member)}]}"#
    #expect(refusal { _ = try merge(json) } == "types[0].\(detail) (in com.example.x)")
  }

  @Test(arguments: [
    (
      #"{"types": [{"identifier": "com.adobe.pdf"}]}"#,
      "types[0].identifier: com.adobe.pdf is built in and stays as it is"
    ),
    (
      #"{"types": [{"identifier": "com.example.x"}, {"identifier": "COM.example.X"}]}"#,
      "types[1].identifier: com.example.x is declared twice"
    ),
    (
      #"{"types": [{"identifier": "com.example.x", "conformsTo": []}]}"#,
      "types[0].conformsTo: must name a type"
    ),
    (
      #"{"handlers": [{"identifier": "viewer", "contentTypes": ["public.text"], "url": "https://e.com/{id}"}]}"#,
      "handlers[0].identifier: viewer is built in"
    ),
    (
      #"{"handlers": [{"identifier": "x", "contentTypes": ["public.text"]}]}"#,
      "handlers[0].url: is missing (in x)"
    ),
    (
      #"{"handlers": [{"identifier": "x", "contentTypes": ["com.unheard.of"], "url": "https://e.com/{id}"}]}"#,
      "handlers[0].contentTypes[0]: \"com.unheard.of\" is not declared (in x)"
    ),
    (
      #"{"handlers": [{"identifier": "x", "contentTypes": [], "url": "https://e.com/{id}"}]}"#,
      "handlers[0].contentTypes: must name a type (in x)"
    ),
  ])
  func `that takes over what is built in or leads nowhere is refused`(json: String, detail: String) {
    #expect(refusal { _ = try merge(json) } == detail)
  }

  @Test(arguments: [
    "javascript:alert(1)//{id}", "file:///{id}", "https://e.com/", "https:///{id}", "https://{id}/",
    "//e.com/{id}",
    "https://e.com/{id} x", "https://user@e.com/{id}", "https://e.com/{id}\"><script>", "ftp://e.com/{id}",
    "https://e..com/{id}", "https://e.com:/{id}", "https://e.com:0/{id}", "https://e.com:99999/{id}",
    "https://[::1/{id}", "https://[x]/{id}", "https://e%41.com/{id}", "https://-e.com/{id}",
    "https://999.1.1.1/{id}", "https://1.2.3/{id}", "https://e.com/%{id}", "https://e.com/%zz{id}",
    "https://e.com\\@f/{id}",
    "https://\(String(repeating: "e", count: 64)).com/{id}",
  ])
  func `opens with a web address only`(url: String) throws {
    let declarations = TypeDeclarations(handlers: [
      Handler(identifier: "x", name: "X", role: .viewer, rank: .default, contentTypes: [.text], url: url)
    ])
    #expect(
      refusal { _ = try BuiltInRegistry.registry.merging(declarations) }
        == "handlers[0].url: must be an http or https address with {id}, {content} or {contents} in it (in x)"
    )
  }

  @Test(arguments: [
    "https://e.com/{id}", "http://localhost:8080/?d={id}", "https://[2001:db8::1]:443/{id}",
    "https://192.0.2.7/a%20b/{id}",
  ])
  func `opens with any address that is well formed`(url: String) throws {
    let declarations = TypeDeclarations(handlers: [
      Handler(identifier: "x", name: "X", role: .viewer, rank: .default, contentTypes: [.text], url: url)
    ])
    _ = try BuiltInRegistry.registry.merging(declarations)
  }

  @Test func `is limited in what each type may hold`() throws {
    let patterns = (0..<9).map { MagicPattern(offset: $0, bytes: "00") }
    let endings = (0..<65).map { "x\($0)" }
    func refusal(_ type: FileType) -> String? {
      DocumentModelTests.refusal { _ = try BuiltInRegistry.registry.merging(TypeDeclarations(types: [type])) }
    }
    #expect(
      refusal(FileType(identifier: "com.example.x", name: "X", magic: patterns))
        == "types[0].magic: has more than 8 entries (in com.example.x)")
    #expect(
      refusal(FileType(identifier: "com.example.x", name: "X", extensions: endings))
        == "types[0].identifier: has a list of more than 64 entries (in com.example.x)")
  }

  @Test func `is limited in number`() throws {
    let many = (0...FileTypeRegistry.maximumUserDeclarations).map {
      FileType(identifier: .init(stringLiteral: "com.example.x\($0)"), name: "X")
    }
    #expect(
      refusal { _ = try BuiltInRegistry.registry.merging(TypeDeclarations(types: many)) }
        == "more than 1000 types or handlers cannot be declared")
  }

  @Test func `is adopted as far as it is still valid, with a refusal for the rest`() throws {
    let kept = try TypeDeclarations(
      json: """
        {"types": [
          {"identifier": "com.example.child", "conformsTo": ["com.example.parent"]},
          {"identifier": "com.adobe.pdf"},
          {"identifier": "com.example.parent"}],
         "handlers": [
          {"identifier": "x", "contentTypes": ["com.example.child"], "url": "https://e.com/{id}"},
          {"identifier": "y", "contentTypes": ["com.unheard.of"], "url": "https://e.com/{id}"}]}
        """)
    let (registry, refusals) = try BuiltInRegistry.registry.adopting(kept)
    #expect(registry.conforms("com.example.child", to: "com.example.parent"))
    #expect(registry.openers(for: "com.example.child").map(\.identifier) == ["x", "viewer"])
    #expect(
      refusals.map(\.detail) == [
        "types[0].identifier: com.adobe.pdf is built in and stays as it is",
        "handlers[0].contentTypes[0]: \"com.unheard.of\" is not declared (in y)",
      ])
  }
}
