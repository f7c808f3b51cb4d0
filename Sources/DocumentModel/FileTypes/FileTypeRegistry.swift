public import FoundationEssentials

/// All known types and handlers, with queries on them.
///
/// A value: adding gives a new registry. Every query is a look-up in tables computed at creation, fast enough for lists
/// of a hundred thousand documents. Safe to use from any task.
///
/// ```swift
/// let registry = try FileTypeRegistry(decoding: json)
/// registry.conforms(.svg, to: .image)                       // true
/// registry.preferredExtension(of: .pdf)                     // "pdf"
/// let changed = try registry.merging(TypeDeclarations(decoding: body))
/// ```
public struct FileTypeRegistry: Sendable {
  /// The built-in declarations, then those of users.
  public let declarations: TypeDeclarations
  /// The declarations of users, which a ``DeclarationStore`` keeps.
  public let userDeclarations: TypeDeclarations

  let catalog: TypeCatalog
  let index: TypeIndex
  let graph: ConformanceGraph
  let renderers: ConformanceTable<RendererKind>
  let converters: ConformanceTable<ConverterKind>
  let previews: ConformanceTable<PreviewKind>
  let families: ConformanceTable<TypeFamily>

  /// The converters whose programs are there; types that need other converters have no pages.
  public internal(set) var available: Set<ConverterKind> = []

  /// The largest number of types and of handlers of users.
  public static let maximumUserDeclarations = 1000

  /// A registry of the given declarations, without previews and sniffing rules.
  ///
  /// Throws `DocumentError` with code `.invalidParameter` that names the entry and the key.
  public init(_ declarations: TypeDeclarations) throws(DocumentError) {
    try self.init(TypeCatalog(declarations: declarations))
  }

  /// The registry of the built-in catalog (`Resources/file-types.json`).
  ///
  /// Throws `DocumentError` with code `.invalidParameter` that names the entry and the key.
  public init(_ catalog: TypeCatalog) throws(DocumentError) {
    try self.init(catalog, users: TypeDeclarations())
  }

  /// The registry of a catalog written as JSON: the bytes of `Resources/file-types.json`.
  ///
  /// Throws `DocumentError` with code `.invalidParameter` that names the entry and the key.
  public init(decoding json: Data) throws(DocumentError) {
    try self.init(TypeCatalog(decoding: json))
  }

  init(_ catalog: TypeCatalog, users: TypeDeclarations) throws(DocumentError) {
    self.catalog = catalog
    userDeclarations = users
    let builtIn = catalog.declarations
    declarations = TypeDeclarations(
      types: builtIn.types + users.types, handlers: builtIn.handlers + users.handlers)
    index = try TypeIndex(catalog, users: users)
    let check = DeclarationCheck(declared: Set(index.types.keys))
    try check(builtIn)
    try check(users)
    graph = try ConformanceGraph(index.types)
    renderers = ConformanceTable(catalog.renderers)
    converters = ConformanceTable(catalog.converters)
    previews = ConformanceTable(catalog.previews)
    families = ConformanceTable(catalog.families)
  }

  /// The same registry on a machine that has these converters.
  public func with(_ available: Set<ConverterKind>) -> FileTypeRegistry {
    var registry = self
    registry.available = available
    return registry
  }

  // MARK: Types

  /// Every declared type that is in force, built-in ones first, in the order of declaration.
  public var types: [FileType] { index.ordered }

  /// The type with this identifier.
  ///
  /// A dynamic identifier gives a type made from its tag, or the declared type of that tag if there is one by now. Nil
  /// for an undeclared identifier.
  public func type(_ identifier: TypeIdentifier) -> FileType? {
    if let type = index.types[identifier] { return type }
    guard let tag = identifier.dynamicTag else { return nil }
    return declared(tag) ?? undeclared(tag, named: identifier)
  }

  /// The type's name for users; the identifier of a type without one.
  public func name(of identifier: TypeIdentifier) -> String {
    type(identifier)?.name ?? identifier.description
  }

  /// Whether the type is one of Sheaf's own, which users cannot redeclare.
  public func isBuiltIn(_ identifier: TypeIdentifier) -> Bool {
    index.builtIn.contains(identifier)
  }

  private func declared(_ tag: DynamicTag) -> FileType? {
    let found =
      switch tag {
      case .fileExtension(let text): index.extensions[text]?.first
      case .mediaType(let text): index.mediaTypes[text]?.first
      }
    return found.flatMap { index.types[$0] }
  }

  private func undeclared(_ tag: DynamicTag, named identifier: TypeIdentifier) -> FileType {
    switch tag {
    case .fileExtension(let text):
      FileType(identifier: identifier, name: "\(text) file", extensions: [text])
    case .mediaType(let text):
      FileType(
        identifier: identifier, name: text, mediaTypes: [text],
        conformsTo: [family(ofMediaType: text) ?? .data])
    }
  }

  /// The type that an undeclared media type conforms to, by its first half.
  func family(ofMediaType mediaType: String) -> TypeIdentifier? {
    catalog.sniffing.families[String(mediaType.prefix { $0 != "/" })]
  }
}
