public import FoundationEssentials

/// The content of `Resources/file-types.json`: the built-in declarations and the tables that belong to them.
public struct TypeCatalog: Hashable, Sendable, Decodable {
  /// The built-in types and handlers.
  public let declarations: TypeDeclarations
  /// The first choice of each extension that several types claim.
  public let clashes: [String: TypeIdentifier]
  /// The types that each library of the worker opens.
  public let renderers: [RendererKind: [TypeIdentifier]]
  /// The types that each converter opens.
  public let converters: [ConverterKind: [TypeIdentifier]]
  /// The types of each preview kind; types with a renderer have pages.
  public let previews: [PreviewKind: [TypeIdentifier]]
  /// The sounds and films that some browser plays as they are; the others have to be converted.
  public let played: Set<TypeIdentifier>
  /// The types of each visual family.
  public let families: [TypeFamily: [TypeIdentifier]]
  /// The trust in libmagic's media types.
  public let sniffing: SniffingRules

  /// A catalog from its parts.
  public init(
    declarations: TypeDeclarations, clashes: [String: TypeIdentifier] = [:],
    renderers: [RendererKind: [TypeIdentifier]] = [:], converters: [ConverterKind: [TypeIdentifier]] = [:],
    previews: [PreviewKind: [TypeIdentifier]] = [:], played: Set<TypeIdentifier> = [],
    families: [TypeFamily: [TypeIdentifier]] = [:], sniffing: SniffingRules = SniffingRules()
  ) {
    self.declarations = declarations
    self.clashes = clashes
    self.renderers = renderers
    self.converters = converters
    self.previews = previews
    self.played = played
    self.families = families
    self.sniffing = sniffing
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case types, clashes, handlers, renderers, converters, previews, played, families, sniffing
  }

  /// Reads the file strictly: every member must be there, unknown ones are refused.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.strictContainer(keyedBy: CodingKeys.self)
    declarations = TypeDeclarations(
      types: try members.decode([FileType].self, forKey: .types),
      handlers: try members.decode([Handler].self, forKey: .handlers))
    clashes = try members.decode([String: TypeIdentifier].self, forKey: .clashes)
    renderers = try members.decodeTable(RendererKind.self, forKey: .renderers)
    converters = try members.decodeTable(ConverterKind.self, forKey: .converters)
    previews = try members.decodeTable(PreviewKind.self, forKey: .previews)
    played = try members.decode(Set<TypeIdentifier>.self, forKey: .played)
    families = try members.decodeTable(TypeFamily.self, forKey: .families)
    sniffing = try members.decode(SniffingRules.self, forKey: .sniffing)
  }

  /// The catalog written as JSON.
  ///
  /// Throws `DocumentError` with code `.invalidParameter` that names the entry and the key.
  public init(decoding json: Data) throws(DocumentError) {
    self = try DeclarationDecoding.decode(Self.self, from: json)
  }
}

/// The trust in libmagic's media types, as data.
public struct SniffingRules: Hashable, Sendable, Codable {
  /// Media types by which libmagic means "unknown".
  public let unspecific: Set<String>
  /// Media types that libmagic guesses from a few bytes: believed only when the extension agrees.
  public let doubtful: Set<String>
  /// Media types that libmagic guesses from words in a text: believed only when the extension is unknown.
  public let weak: Set<String>
  /// Types that can contain anything: an undeclared container of such a type does not contradict a type that is only
  /// known to be `public.data`.
  public let generic: Set<TypeIdentifier>
  /// The type that an unknown media type conforms to, by its first half.
  public let families: [String: TypeIdentifier]

  /// Rules from their parts; by default libmagic is always believed.
  public init(
    unspecific: Set<String> = [], doubtful: Set<String> = [], weak: Set<String> = [],
    generic: Set<TypeIdentifier> = [], families: [String: TypeIdentifier] = [:]
  ) {
    self.unspecific = unspecific
    self.doubtful = doubtful
    self.weak = weak
    self.generic = generic
    self.families = families
  }
}

extension KeyedDecodingContainer {
  /// An object whose members are cases of `Row`, each with a list of types.
  fileprivate func decodeTable<Row: RawRepresentable & CaseIterable & Hashable>(
    _ type: Row.Type, forKey key: Key
  ) throws -> [Row: [TypeIdentifier]] where Row.RawValue == String {
    var table: [Row: [TypeIdentifier]] = [:]
    for (text, types) in try decode([String: [TypeIdentifier]].self, forKey: key) {
      guard let row = Row(rawValue: text) else {
        let known = Row.allCases.map(\.rawValue).joined(separator: ", ")
        throw DecodingError.dataCorrupted(
          .init(codingPath: codingPath + [key], debugDescription: "\"\(text)\" is none of \(known)"))
      }
      table[row] = types
    }
    return table
  }
}
