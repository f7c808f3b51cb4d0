/// The types in force, by identifier and by tag.
struct TypeIndex: Sendable {
  /// The types in force, in the order of declaration.
  let ordered: [FileType]
  let types: [TypeIdentifier: FileType]
  /// The types that users cannot redeclare.
  let builtIn: Set<TypeIdentifier>
  /// Claimants of each tag, the first choice first.
  let extensions: [String: [TypeIdentifier]]
  let mediaTypes: [String: [TypeIdentifier]]
  let fileNames: [String: [TypeIdentifier]]
  /// Byte patterns in the order in which they are tried, built-in ones first.
  let magic: [CompiledMagic]

  /// Throws `DocumentError` with code `.invalidParameter` for an identifier that is declared twice, and for an
  /// extension that two built-in types claim without a stated winner.
  init(_ catalog: TypeCatalog, users: TypeDeclarations) throws(DocumentError) {
    let own = catalog.declarations.types
    builtIn = Set(own.map(\.identifier))
    try Self.refuseTwins(own, builtIn: [])
    try Self.refuseTwins(users.types, builtIn: builtIn)
    let exported = Set(users.types.filter { !$0.isImported }.map(\.identifier))
    let kept = users.types.filter { [builtIn] type in
      !builtIn.contains(type.identifier) && !(type.isImported && exported.contains(type.identifier))
    }
    ordered = own + kept
    types = Dictionary(uniqueKeysWithValues: ordered.map { ($0.identifier, $0) })
    mediaTypes = Self.claimants(ordered, of: \.mediaTypes)
    fileNames = Self.claimants(ordered, of: \.fileNames)
    extensions = try Self.settled(Self.claimants(ordered, of: \.extensions), catalog)
    magic = ordered.flatMap { type in type.magic.compactMap { CompiledMagic(type.identifier, $0) } }
  }

  private static func claimants(
    _ types: [FileType], of tags: KeyPath<FileType, [String]>
  ) -> [String: [TypeIdentifier]] {
    var claimants: [String: [TypeIdentifier]] = [:]
    for type in types {
      for tag in type[keyPath: tags] { claimants[tag.lowercased(), default: []].append(type.identifier) }
    }
    return claimants
  }

  /// An identifier may be declared once by its owner and once as imported.
  private static func refuseTwins(
    _ types: [FileType], builtIn: Set<TypeIdentifier>
  ) throws(DocumentError) {
    var seen: Set<String> = []
    for (position, type) in types.enumerated() {
      let place = "types[\(position)].identifier"
      if builtIn.contains(type.identifier), !type.isImported {
        throw DocumentError(.invalidParameter, "\(place): \(type.identifier) is built in and stays as it is")
      }
      guard seen.insert("\(type.identifier) \(type.isImported)").inserted else {
        throw DocumentError(.invalidParameter, "\(place): \(type.identifier) is declared twice")
      }
    }
  }

  /// Puts the stated winner of each clash first.
  private static func settled(
    _ claimants: [String: [TypeIdentifier]], _ catalog: TypeCatalog
  ) throws(DocumentError) -> [String: [TypeIdentifier]] {
    let own = Self.claimants(catalog.declarations.types, of: \.extensions)
    for (text, types) in own.sorted(by: { $0.key < $1.key }) where types.count > 1 {
      guard catalog.clashes[text] != nil else {
        let names = types.map(\.description).joined(separator: " and ")
        throw DocumentError(.invalidParameter, "clashes: \"\(text)\" is missing, which \(names) both claim")
      }
    }
    var settled = claimants
    for (text, winner) in catalog.clashes.sorted(by: { $0.key < $1.key }) {
      guard let types = own[text], types.contains(winner) else {
        throw DocumentError(.invalidParameter, "clashes.\(text): \(winner) does not claim this extension")
      }
      settled[text] = [winner] + (claimants[text] ?? []).filter { $0 != winner }
    }
    return settled
  }
}
