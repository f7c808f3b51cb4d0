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

// MARK: - Conformance

extension FileTypeRegistry {
  /// Whether `type` is `other` or conforms to it over any number of steps.
  ///
  /// A dynamic identifier conforms to `public.data`, one of a media type such as `image/…` also to `public.image`.
  /// An undeclared identifier conforms to itself and to `public.data`.
  public func conforms(_ type: TypeIdentifier, to other: TypeIdentifier) -> Bool {
    distance(from: type, to: other) != nil
  }

  /// Steps from `type` to `other` along the shortest way: 0 for itself, nil when it does not conform to it.
  public func distance(from type: TypeIdentifier, to other: TypeIdentifier) -> Int? {
    if let steps = graph.distance(from: type, to: other) { return steps }
    if index.types[type] != nil { return nil }
    return ancestors(of: type)[other]
  }

  /// Every declared type that is `type` or conforms to it over any number of steps.
  public func conforming(to type: TypeIdentifier) -> Set<TypeIdentifier> {
    let declared = graph.descendants(of: type)
    return declared.isEmpty ? [type] : declared
  }

  /// The types in a list of documents "of type `type`"; nil, no filter at all, for `public.data` and `public.item`.
  ///
  /// Documents identified before a user declared their type still carry the dynamic identifier of its tags. The set
  /// includes these identifiers.
  public func listFilter(for type: TypeIdentifier) -> Set<TypeIdentifier>? {
    if conforms(.data, to: type) { return nil }
    var types = conforming(to: type)
    for user in userDeclarations.types where types.contains(user.identifier) {
      types.formUnion(user.extensions.compactMap { TypeIdentifier(dynamic: .fileExtension($0)) })
      types.formUnion(user.mediaTypes.compactMap { TypeIdentifier(dynamic: .mediaType($0)) })
    }
    return types
  }

  /// Everything that `type` conforms to with the number of steps, itself at 0; also for undeclared identifiers.
  func ancestors(of type: TypeIdentifier) -> [TypeIdentifier: Int] {
    let declared = graph.ancestors(of: type)
    if !declared.isEmpty { return declared }
    var ancestors = [type: 0]
    for parent in parents(ofUndeclared: type) {
      for (ancestor, steps) in graph.ancestors(of: parent) {
        ancestors[ancestor] = min(ancestors[ancestor] ?? .max, steps + 1)
      }
    }
    return ancestors
  }

  private func parents(ofUndeclared identifier: TypeIdentifier) -> [TypeIdentifier] {
    guard let stand = type(identifier) else { return [.data] }
    return stand.identifier == identifier ? stand.conformsTo : [stand.identifier]
  }
}

// MARK: - Tags

extension FileTypeRegistry {
  /// The types that claim an extension (without the dot, in any case), the first choice first; empty for an unclaimed
  /// one.
  public func types(forExtension text: String) -> [TypeIdentifier] {
    index.extensions[text.lowercased()] ?? []
  }

  /// The types that claim a media type (in any case, parameters ignored), the first choice first.
  public func types(forMediaType text: String) -> [TypeIdentifier] {
    index.mediaTypes[Self.bareMediaType(text)] ?? []
  }

  /// The types of the whole file name (`Makefile`), else of its longest known extension (`tar.gz` before `gz`), else
  /// none.
  public func types(forFileName name: String) -> [TypeIdentifier] {
    let lowered = name.lowercased()
    if let types = index.fileNames[lowered] { return types }
    var rest = lowered[...]
    while let dot = rest.firstIndex(of: ".") {
      let isHidden = dot == lowered.startIndex
      rest = rest[rest.index(after: dot)...]
      if !isHidden, let types = index.extensions[String(rest)] { return types }
    }
    return []
  }

  /// The first type of a file name, possibly dynamic; `public.data` for a name without an extension.
  public func type(named name: FileName) -> TypeIdentifier {
    types(forFileName: name.description).first ?? type(forExtension: name.fileExtension) ?? .data
  }

  /// The first type of an extension; a dynamic identifier for an unknown one.
  ///
  /// Nil only for an empty extension or one longer than ``DynamicTag/maximumBytes``.
  public func type(forExtension text: String) -> TypeIdentifier? {
    types(forExtension: text).first ?? TypeIdentifier(dynamic: .fileExtension(text))
  }

  /// The first type of a media type; a dynamic identifier for an unknown one.
  public func type(forMediaType text: String) -> TypeIdentifier? {
    types(forMediaType: text).first ?? TypeIdentifier(dynamic: .mediaType(Self.bareMediaType(text)))
  }

  /// The extension that files of the type should have, without the dot; nil when it has none.
  public func preferredExtension(of identifier: TypeIdentifier) -> String? {
    type(identifier)?.extensions.first
  }

  /// The extension of files in the language of the type: one for all types that are written in JSON, and one for XML.
  ///
  /// Nil when the type declares none.
  public func languageExtension(of identifier: TypeIdentifier) -> String? {
    preferredExtension(of: [.json, .xml].first { conforms(identifier, to: $0) } ?? identifier)
  }

  /// The media type to serve the type as: its own, else that of the nearest type that it conforms to, else
  /// `application/octet-stream`.
  public func preferredMediaType(of identifier: TypeIdentifier) -> String {
    if let own = type(identifier)?.mediaTypes.first { return own }
    let inherited = ancestors(of: identifier).sorted { ($0.value, $0.key) < ($1.value, $1.key) }
    return inherited.lazy.compactMap { index.types[$0.key]?.mediaTypes.first }.first
      ?? "application/octet-stream"
  }

  /// `text/html` for `Text/HTML; charset=utf-8`.
  static func bareMediaType(_ text: String) -> String {
    let bare = text.prefix { $0 != ";" }.drop { $0 == " " || $0 == "\t" }
    return (bare.lastIndex { $0 != " " && $0 != "\t" }.map { bare[...$0] } ?? "").lowercased()
  }
}

// MARK: - Openers

extension FileTypeRegistry {
  /// The handlers that open documents of `type`, best first; empty when none does.
  ///
  /// Sorted as ``rankedOpeners(for:)``.
  public func openers(for type: TypeIdentifier) -> [Handler] {
    rankedOpeners(for: type).map(\.handler)
  }

  /// The handlers that open documents of `type`, best first, each with the reason.
  ///
  /// A handler of a parent type applies too. The nearest declared type wins, then the rank (owner, default,
  /// alternate), then the order of declaration. Handlers of rank none are not offered, and neither is a built-in one
  /// that has nothing to show. Examples are the reader for a type without pages, and the player for music in notes.
  public func rankedOpeners(for type: TypeIdentifier) -> [Opener] {
    let offered = declarations.handlers.enumerated().compactMap { position, handler in
      opener(handler, at: position, for: type)
    }
    return offered.sorted { $0.order < $1.order }.map(\.opener)
  }

  /// Whether an action takes documents of `type`.
  public func takes(_ action: Handler, _ type: TypeIdentifier) -> Bool {
    action.role == .action && action.contentTypes.contains { distance(from: type, to: $0) != nil }
  }

  private func opener(
    _ handler: Handler, at position: Int, for type: TypeIdentifier
  ) -> (opener: Opener, order: (Int, Int, Int))? {
    guard let rank = Handler.Rank.allCases.firstIndex(of: handler.rank), handler.rank != .none,
      handler.role != .action
    else { return nil }
    guard handler.url != nil || works(handler.identifier, for: type) else { return nil }
    let matches = handler.contentTypes.compactMap { declared in
      distance(from: type, to: declared).map { (steps: $0, type: declared) }
    }
    guard let nearest = matches.min(by: { $0.steps < $1.steps }) else { return nil }
    let opener = Opener(handler: handler, contentType: nearest.type, distance: nearest.steps)
    return (opener, (nearest.steps, rank, position))
  }

  /// Whether a built-in handler has something to show of a type.
  private func works(_ handler: String, for type: TypeIdentifier) -> Bool {
    switch handler {
    case Handler.reader: pageSource(for: type) != nil
    case Handler.archive: previewKind(for: type) == .archive
    case Handler.player: isPlayable(type)
    default: true
    }
  }
}

/// A handler for a certain type, and the reason why it opens it.
public struct Opener: Hashable, Sendable, Codable {
  /// The handler.
  public let handler: Handler
  /// The nearest of the handler's types.
  public let contentType: TypeIdentifier
  /// Steps of conformance to that type; 0 for the type itself.
  public let distance: Int

  /// An opener from its parts.
  public init(handler: Handler, contentType: TypeIdentifier, distance: Int) {
    self.handler = handler
    self.contentType = contentType
    self.distance = distance
  }
}

// MARK: - Empty contents

extension FileTypeRegistry {
  /// The content of a new empty document of a type (spec documents UID-4); nil for types without a valid empty form.
  public func emptyContent(of type: TypeIdentifier) -> [UInt8]? {
    if conforms(type, to: .board) {
      return Array(#"{"format":"org.sheaf.board","formatVersion":1,"cards":[],"strokes":[]}"#.utf8)
    }
    if type == TypeIdentifier("public.json") { return Array("{}\n".utf8) }
    let table = TypeIdentifier("public.delimited-values-text")
    return conforms(type, to: .plainText) || table.map { conforms(type, to: $0) } == true ? [] : nil
  }

  /// The default name of a new document of a type.
  public func emptyName(of type: TypeIdentifier) -> FileName {
    let ending = preferredExtension(of: type).map { ".\($0)" } ?? ""
    return FileName(sanitizing: "\(conforms(type, to: .board) ? "Board" : "Untitled")\(ending)")
  }
}
