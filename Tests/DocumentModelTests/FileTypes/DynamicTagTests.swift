import DocumentModel
import Testing

@Suite struct `Dynamic identifiers` {
  @Test func `never change`() {
    #expect(TypeIdentifier(dynamic: .fileExtension("xyz"))?.description == "dyn.acnw7jyg")
    #expect(TypeIdentifier(dynamic: .mediaType("image/x-foo"))?.description == "dyn.adnmptrb7cmqqgbb6dxqg")
  }

  @Test(arguments: [
    DynamicTag.fileExtension("xyz"), .fileExtension("größe"), .fileExtension("7"), .fileExtension("数据"),
    .mediaType("application/x-foo+bar"), .fileExtension(String(repeating: "x", count: 128)),
  ])
  func `can be read back`(tag: DynamicTag) throws {
    let identifier = try #require(TypeIdentifier(dynamic: tag))
    #expect(identifier.dynamicTag == tag)
    #expect(TypeIdentifier(identifier.description) == identifier)
  }

  @Test func `are the same for spellings of one tag`() {
    #expect(TypeIdentifier(dynamic: .fileExtension("XYZ")) == TypeIdentifier(dynamic: .fileExtension("xyz")))
    #expect(
      TypeIdentifier(dynamic: .fileExtension("e\u{301}")) == TypeIdentifier(dynamic: .fileExtension("\u{E9}"))
    )
  }

  @Test func `do not exist for nothing and for what is too long`() {
    #expect(TypeIdentifier(dynamic: .fileExtension("")) == nil)
    #expect(TypeIdentifier(dynamic: .fileExtension(String(repeating: "x", count: 129))) == nil)
  }

  @Test(arguments: [
    "dyn.a", "dyn.acnw7jyh", "dyn.a!!", "dyn.u8", "dyn.a00", "com.adobe.pdf", "dyn.acnw7jyg0",
  ])
  func `are told from what only looks like one`(text: String) {
    #expect(TypeIdentifier(text)?.dynamicTag == nil)
  }

  @Test func `stand for a type with the tag`() throws {
    let registry = try BuiltInRegistry.registry
    let unknown = try #require(registry.type(forExtension: "xyz"))
    #expect(registry.type(unknown)?.name == "xyz file")
    #expect(registry.type(unknown)?.extensions == ["xyz"])
    #expect(registry.preferredExtension(of: unknown) == "xyz")
    #expect(registry.conforms(unknown, to: .data))
    #expect(!registry.conforms(unknown, to: .text))
    #expect(!registry.isBuiltIn(unknown))
  }

  @Test func `of media types belong to their family`() throws {
    let registry = try BuiltInRegistry.registry
    let unknown = try #require(registry.type(forMediaType: "Image/X-Foo; q=1"))
    #expect(registry.conforms(unknown, to: .image))
    #expect(registry.preferredMediaType(of: unknown) == "image/x-foo")
  }
}
