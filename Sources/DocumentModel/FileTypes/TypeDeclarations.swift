public import FoundationEssentials

/// A set of types and handlers, as `file-types.json` and users declare them.
public struct TypeDeclarations: Hashable, Sendable, Codable {
  /// The types.
  public var types: [FileType]
  /// The handlers.
  public var handlers: [Handler]

  /// Declarations from their parts.
  public init(types: [FileType] = [], handlers: [Handler] = []) {
    self.types = types
    self.handlers = handlers
  }

  /// The extensions of the types, in lower case, without the dot.
  public var extensions: Set<String> {
    Set(types.flatMap(\.extensions).map { $0.lowercased() })
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case types, handlers
  }

  /// Reads declarations strictly: `types` and `handlers` may each be missing, other members are refused.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.strictContainer(keyedBy: CodingKeys.self)
    types = try members.decodeIfPresent([FileType].self, forKey: .types) ?? []
    handlers = try members.decodeIfPresent([Handler].self, forKey: .handlers) ?? []
  }

  /// The declarations written as JSON.
  ///
  /// Throws `DocumentError` with code `.invalidParameter` and a sentence that names the entry and the key:
  /// `types[2].extensions: must be an array`.
  ///
  /// ```swift
  /// let added = try TypeDeclarations(decoding: body)
  /// registry = try registry.merging(added)
  /// ```
  public init(decoding json: Data) throws(DocumentError) {
    self = try DeclarationDecoding.decode(Self.self, from: json)
  }
}
