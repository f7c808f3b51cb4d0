import DocumentModel
import Testing

@Suite struct `Conformance` {
  @Test(arguments: [
    ("com.adobe.pdf", "public.data", true), ("com.adobe.pdf", "public.composite-content", true),
    ("com.adobe.pdf", "com.adobe.pdf", true), ("com.adobe.pdf", "public.text", false),
    ("public.swift-source", "public.plain-text", true), ("public.swift-source", "public.text", true),
    ("public.text", "public.swift-source", false), ("public.svg-image", "public.image", true),
    ("public.svg-image", "public.text", true), ("org.sheaf.board", "public.json", true),
    ("org.openxmlformats.wordprocessingml.document", "public.archive", false),
    ("public.folder", "public.data", false), ("com.unheard.of", "public.data", true),
    ("com.unheard.of", "public.text", false), ("com.unheard.of", "com.unheard.of", true),
  ])
  func `is transitive and has a direction`(type: String, other: String, conforms: Bool) throws {
    let registry = try BuiltInRegistry.registry
    #expect(registry.conforms(.init(stringLiteral: type), to: .init(stringLiteral: other)) == conforms)
  }

  @Test func `counts the steps of the shortest way`() throws {
    let registry = try FileTypeRegistry(
      TypeDeclarations(types: [
        FileType(identifier: "a.top", name: "Top", conformsTo: []),
        FileType(identifier: "a.middle", name: "Middle", conformsTo: ["a.top"]),
        FileType(identifier: "a.low", name: "Low", conformsTo: ["a.middle", "a.top"]),
      ]))
    #expect(registry.distance(from: "a.low", to: "a.top") == 1)
    #expect(registry.distance(from: "a.low", to: "a.low") == 0)
    #expect(registry.distance(from: "a.top", to: "a.low") == nil)
  }

  @Test func `finds all kinds of a type`() throws {
    let images = try BuiltInRegistry.registry.conforming(to: .image)
    #expect(images.isSuperset(of: [.image, .svg, "public.png", "com.adobe.raw-image"]))
    #expect(!images.contains(.pdf))
  }

  @Test func `of an undeclared type holds that type alone`() throws {
    #expect(try BuiltInRegistry.registry.conforming(to: "com.unheard.of") == ["com.unheard.of"])
  }

  @Test func `with data filters nothing out of a list`() throws {
    let registry = try BuiltInRegistry.registry
    #expect(registry.listFilter(for: .data) == nil)
    #expect(registry.listFilter(for: "public.item") == nil)
    #expect(registry.listFilter(for: .board) == [.board])
  }

  @Test func `of a type declared later takes in documents that were listed as unknown`() throws {
    let unknown = try #require(TypeIdentifier(dynamic: .fileExtension("scene")))
    let registry = try BuiltInRegistry.registry.merging(
      TypeDeclarations(types: [
        FileType(
          identifier: "com.example.scene", name: "Scene", extensions: ["scene"],
          conformsTo: ["public.3d-content"])
      ]))
    #expect(registry.listFilter(for: "public.3d-content")?.contains(unknown) == true)
    #expect(registry.conforms(unknown, to: "public.3d-content"))
    #expect(registry.name(of: unknown) == "Scene")
  }

  @Test func `in a circle is refused`() {
    let circle = TypeDeclarations(types: [
      FileType(identifier: "a.one", name: "One", conformsTo: ["a.two"]),
      FileType(identifier: "a.two", name: "Two", conformsTo: ["a.one"]),
    ])
    #expect(refusal { _ = try FileTypeRegistry(circle) } == "a.one conforms to itself through a.two")
  }

  @Test func `to oneself is refused`() {
    let circle = TypeDeclarations(types: [FileType(identifier: "a.one", name: "One", conformsTo: ["a.one"])])
    #expect(refusal { _ = try FileTypeRegistry(circle) } == "a.one conforms to itself through a.one")
  }
}
