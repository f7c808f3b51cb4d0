extension FileTypeRegistry {
  /// The registry with further declarations of users.
  ///
  /// A user's earlier declaration of the same identifier is replaced. Built-in identifiers cannot be redeclared; an
  /// imported declaration of one is kept without effect, because the owner's takes precedence. Where a user's type
  /// claims a tag of a built-in one, the built-in one stays the first choice.
  ///
  /// Throws `DocumentError` with code `.invalidParameter` that names the entry in `added` and the key.
  public func merging(_ added: TypeDeclarations) throws(DocumentError) -> FileTypeRegistry {
    try refuseHandlers(of: added)
    if let position = added.types.firstIndex(where: \.conformsTo.isEmpty) {
      throw DocumentError(.invalidParameter, "types[\(position)].conformsTo: must name a type")
    }
    let others = TypeDeclarations(
      types: userDeclarations.types.filter { old in
        !added.types.contains { $0.identifier == old.identifier && $0.isImported == old.isImported }
      },
      handlers: userDeclarations.handlers.filter { old in
        !added.handlers.contains { $0.identifier == old.identifier }
      })
    _ = try TypeIndex(catalog, users: added)
    let known = [catalog.declarations.types, others.types, added.types].joined().map(\.identifier)
    try DeclarationCheck(declared: Set(known))(added)
    let users = TypeDeclarations(
      types: others.types + added.types, handlers: others.handlers + added.handlers)
    guard max(users.types.count, users.handlers.count) <= Self.maximumUserDeclarations else {
      throw DocumentError(
        .invalidParameter, "more than \(Self.maximumUserDeclarations) types or handlers cannot be declared")
    }
    return try FileTypeRegistry(catalog, users: users)
  }

  /// The registry without a user's type; of an owner's and an imported declaration the owner's is removed, so that the
  /// imported one takes effect.
  ///
  /// Throws `DocumentError`: `.builtIn` for a built-in type, `.notFound` for an undeclared one. `.inUse` names the
  /// types and handlers of users that refer to it.
  public func removing(type identifier: TypeIdentifier) throws(DocumentError) -> FileTypeRegistry {
    var users = userDeclarations
    let isDeclaredTwice = users.types.count { $0.identifier == identifier } > 1
    users.types.removeAll { $0.identifier == identifier && !(isDeclaredTwice && $0.isImported) }
    guard users.types.count < userDeclarations.types.count else {
      throw isBuiltIn(identifier)
        ? DocumentError(.builtIn, "the type \(identifier) is built in and cannot be removed")
        : DocumentError(.notFound, "no user declared the type \(identifier)")
    }
    let dependants = Self.dependants(on: identifier, among: users)
    guard isBuiltIn(identifier) || isDeclaredTwice || dependants.isEmpty else {
      throw DocumentError(
        .inUse,
        "the type \(identifier) is referred to by \(dependants.joined(separator: ", ")); remove them first")
    }
    return try FileTypeRegistry(catalog, users: users)
  }

  /// The users' declarations that refer to a type: "the type com.example.set", "the handler com.example.cad".
  private static func dependants(on identifier: TypeIdentifier, among users: TypeDeclarations) -> [String] {
    let types = users.types.filter {
      $0.conformsTo.contains(identifier) || $0.containers.contains(identifier)
    }
    let handlers = users.handlers.filter { $0.contentTypes.contains(identifier) }
    return types.map { "the type \($0.identifier)" } + handlers.map { "the handler \($0.identifier)" }
  }

  /// The registry without a user's handler.
  ///
  /// Throws `DocumentError`: `.builtIn` for one of Sheaf's own, `.notFound` when no user declared it.
  public func removing(handler identifier: String) throws(DocumentError) -> FileTypeRegistry {
    var users = userDeclarations
    users.handlers.removeAll { $0.identifier == identifier }
    guard users.handlers.count < userDeclarations.handlers.count else {
      throw catalog.declarations.handlers.contains { $0.identifier == identifier }
        ? DocumentError(.builtIn, "the handler \(identifier) is built in and cannot be removed")
        : DocumentError(.notFound, "no user declared the handler \(identifier)")
    }
    return try FileTypeRegistry(catalog, users: users)
  }

  /// The registry with the valid part of the stored declarations, and a refusal for each other entry.
  ///
  /// For the start of a server: a declaration from an earlier version must not keep it from starting.
  public func adopting(_ kept: TypeDeclarations) -> (registry: FileTypeRegistry, refusals: [DocumentError]) {
    // Nothing declared, as in most workspaces: the tables need not be made anew.
    if kept.types.isEmpty, kept.handlers.isEmpty { return (self, []) }
    do {
      return (try merging(kept), [])
    } catch {
      return adoptingOneByOne(kept)
    }
  }

  /// Types may refer to later ones, so failed entries are tried again as long as other entries succeed.
  private func adoptingOneByOne(_ kept: TypeDeclarations) -> (FileTypeRegistry, [DocumentError]) {
    var registry = self
    var entries =
      kept.types.map { TypeDeclarations(types: [$0]) }
      + kept.handlers.map { TypeDeclarations(handlers: [$0]) }
    while true {
      var refused: [TypeDeclarations] = []
      var refusals: [DocumentError] = []
      for entry in entries {
        do throws(DocumentError) {
          registry = try registry.merging(entry)
        } catch {
          refused.append(entry)
          refusals.append(error)
        }
      }
      guard refused.count < entries.count, !refused.isEmpty else { return (registry, refusals) }
      entries = refused
    }
  }

  /// A user's handler must have an address, and no identifier of a built-in one.
  private func refuseHandlers(of added: TypeDeclarations) throws(DocumentError) {
    for (position, handler) in added.handlers.enumerated() {
      if catalog.declarations.handlers.contains(where: { $0.identifier == handler.identifier }) {
        throw DocumentError(
          .invalidParameter, "handlers[\(position)].identifier: \(handler.identifier) is built in")
      }
      if handler.url == nil {
        throw DocumentError(
          .invalidParameter, "handlers[\(position)].url: is missing (in \(handler.identifier))")
      }
    }
  }
}
