import DocumentModel
import Testing

@Suite struct `Openers` {
  private func handler(
    _ identifier: String, _ rank: Handler.Rank = .default, opens types: TypeIdentifier...
  ) -> Handler {
    Handler(
      identifier: identifier, name: identifier, role: .viewer, rank: rank, contentTypes: types,
      url: "https://example.com/open?id={id}")
  }

  private func openers(_ type: TypeIdentifier, with handlers: Handler...) throws -> [String] {
    let registry = try BuiltInRegistry.registry.merging(TypeDeclarations(handlers: handlers))
    return registry.openers(for: type).map(\.identifier)
  }

  @Test func `come from the registry`() throws {
    #expect(try openers(.pdf) == ["viewer"])
    #expect(try openers("public.swift-source") == ["viewer", "text"])
    #expect(try openers(.board) == ["board", "text"])
    #expect(try openers(.svg) == ["viewer", "text"])
    #expect(try openers("public.mp3") == ["player"])
    #expect(try openers("public.midi-audio") == ["viewer"])
    #expect(try openers("public.zip-archive") == ["archive"])
    #expect(try openers("com.microsoft.virtual-disk") == ["viewer"])
  }

  @Test func `play a film that no browser plays where it can be converted`() throws {
    let registry = try BuiltInRegistry.registry
    #expect(registry.openers(for: "com.microsoft.windows-media-wmv") == [])
    let converting = registry.with([.media]).openers(for: "com.microsoft.windows-media-wmv")
    #expect(converting.map(\.identifier) == ["player"])
    #expect(registry.openers(for: "public.mpeg-4").map(\.identifier) == ["player"])
  }

  @Test func `are none for a type that nothing opens`() throws {
    #expect(try openers("com.adobe.photoshop-image") == [])
  }

  @Test func `are sorted owner, default, alternate, and leave out none`() throws {
    let found = try openers(
      "public.zip-archive", with: handler("d", .none, opens: "public.zip-archive"),
      handler("c", .alternate, opens: "public.zip-archive"),
      handler("b", .default, opens: "public.zip-archive"),
      handler("a", .owner, opens: "public.zip-archive"))
    #expect(found == ["a", "b", "c", "archive"])
  }

  @Test func `of the type itself come before those of its parents, whatever their rank`() throws {
    let found = try openers(
      "public.swift-source", with: handler("any", .owner, opens: .data),
      handler("swift", .alternate, opens: "public.swift-source"))
    #expect(found == ["swift", "viewer", "text", "any"])
  }

  @Test func `of one rank keep the order of declaration, built-in ones first`() throws {
    #expect(
      try openers(.pdf, with: handler("z", opens: .pdf), handler("y", opens: .pdf)) == ["viewer", "z", "y"])
  }

  @Test func `say through which of their types they open it`() throws {
    let registry = try BuiltInRegistry.registry.merging(
      TypeDeclarations(handlers: [handler("all", opens: .data, .text, .image)]))
    let opener = try #require(registry.rankedOpeners(for: .svg).first { $0.handler.identifier == "all" })
    #expect(opener.contentType == .image)
    #expect(opener.distance == 1)
  }

  @Test func `appear for their type only, and are gone when they are removed`() throws {
    let registry = try BuiltInRegistry.registry.merging(
      TypeDeclarations(handlers: [handler("com.example.text", opens: .plainText)]))
    #expect(registry.openers(for: .plainText).map(\.identifier) == ["com.example.text", "viewer", "text"])
    #expect(registry.openers(for: .pdf).map(\.identifier) == ["viewer"])
    #expect(
      try registry.removing(handler: "com.example.text").openers(for: .plainText).map(\.identifier) == [
        "viewer", "text",
      ])
  }

  @Test func `of files of unknown extension are those of data`() throws {
    let unknown = try #require(TypeIdentifier(dynamic: .fileExtension("xyz")))
    #expect(try openers(unknown, with: handler("hex", .alternate, opens: .data)) == ["viewer", "hex"])
  }
}
