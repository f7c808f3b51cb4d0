/// The types of documents that a client takes; an empty list takes all.
public struct WantedTypes: Hashable, Sendable, Codable {
  /// The types, each together with those that conform to it.
  public let types: [TypeIdentifier]

  /// The most types of a list.
  public static let maximumCount = 100

  /// Every type.
  public static let all = WantedTypes(unchecked: [])

  private init(unchecked types: [TypeIdentifier]) { self.types = types }

  /// The types that `texts` name: identifiers, or media types that the registry knows.
  ///
  /// Throws `.invalidParameter` for what is neither, and for too many.
  public init(_ texts: [String], in registry: FileTypeRegistry) throws(DocumentError) {
    guard texts.count <= Self.maximumCount else {
      throw DocumentError(.invalidParameter, "types: there may be \(Self.maximumCount) at most")
    }
    var types: [TypeIdentifier] = []
    for text in texts {
      let named = text.contains("/") ? registry.type(forMediaType: text) : TypeIdentifier(text)
      guard let type = named, registry.type(type) != nil else {
        throw DocumentError(.invalidParameter, "types: \"\(text.prefix(64))\" is no type that is known here")
      }
      types.append(type)
    }
    self.types = types
  }

  /// Throws `.unwantedType` for a content of another type.
  public func require(_ type: TypeIdentifier, in registry: FileTypeRegistry) throws(DocumentError) {
    guard types.isEmpty || types.contains(where: { registry.conforms(type, to: $0) }) else {
      throw DocumentError(
        .unwantedType, "the content is of the type \(type) (\(registry.name(of: type))), which is not wanted")
    }
  }

  /// Throws `.unwantedType` where the announced media type is surely another one: not one that stands for anything.
  public func require(mediaType: String, in registry: FileTypeRegistry) throws(DocumentError) {
    guard !types.isEmpty, let type = registry.type(forMediaType: mediaType),
      !Self.vague.contains(mediaType), types.allSatisfy({ !registry.conforms($0, to: type) })
    else { return }
    try require(type, in: registry)
  }

  /// Media types that servers give to files of unknown kinds.
  private static let vague: Set<String> = ["application/octet-stream", "text/plain", "application/zip"]
}
