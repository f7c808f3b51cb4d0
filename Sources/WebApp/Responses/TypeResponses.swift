import DocumentModel

struct TypesResponse: Encodable {
  let types: [FileType]
  let handlers: [Handler]
}

/// All types, each with the answer to whether its documents can be shown (spec documents QL-4).
struct ListedTypesResponse: Encodable {
  struct Listed: Encodable {
    let type: FileType
    let previewable: Bool
    /// Whether a user declared it.
    let isDeclared: Bool

    private enum Key: CodingKey { case previewable, declared }

    func encode(to encoder: any Encoder) throws {
      try type.encode(to: encoder)
      var members = encoder.container(keyedBy: Key.self)
      try members.encode(previewable, forKey: .previewable)
      if isDeclared { try members.encode(true, forKey: .declared) }
    }
  }

  let types: [Listed]
  let handlers: [Handler]

  init(_ registry: FileTypeRegistry) {
    let declared = Set(registry.userDeclarations.types.map(\.identifier))
    types = registry.types.map {
      Listed(
        type: $0, previewable: registry.isPreviewable($0.identifier),
        isDeclared: declared.contains($0.identifier))
    }
    handlers = registry.declarations.handlers
  }
}

/// The handlers that open a document, best first.
struct OpenersResponse: Encodable {
  struct Opener: Encodable {
    let identifier: String
    let name: String
    let role: String
    let rank: String
    /// Missing where only `open-in` can give it: the app gets a copy.
    let url: String?
    /// Whether a user chose it for this document.
    let chosen: Bool
  }

  let openers: [Opener]
  /// Whether the first of them is an editor, so that sessions accept edits.
  let editable: Bool

  init(_ handlers: [Handler], for document: Document, editable: Bool) {
    self.editable = editable
    openers = handlers.map {
      Opener(
        identifier: $0.identifier, name: $0.name, role: $0.role.rawValue, rank: $0.rank.rawValue,
        url: Self.url(of: $0, document),
        chosen: $0.identifier == document.metadata.handler)
    }
  }

  private static func url(of handler: Handler, _ document: Document) -> String? {
    guard let template = handler.url else { return "/d/\(document.id)" }
    guard !HandlerTemplate(template).needsMore else { return nil }
    return HandlerTemplate(template).filled(["id": document.id.description])
  }
}
