public import DocumentModel
public import Logging
import Synchronization

/// The registry as it is now: what Sheaf knows by itself and what users added.
///
/// Safe from any thread.
public final class TypeRegistry: Sendable {
  private let store: any DeclarationStore
  private struct State {
    var registry: FileTypeRegistry
    var packages: PackageNames
    /// Changes of the converters.
    var updates: UInt64 = 0
  }

  private let state: Mutex<State>
  private let follow: Follower
  /// The handler that a user chose for a type and the types below it.
  private let choices = Mutex<@Sendable () -> [TypeIdentifier: String]>({ [:] })
  /// One change at a time: it is kept before it is shown.
  private let lock = KeyedLock<Int>()

  /// Called with the registry that is to be in force, before any client is shown it.
  ///
  /// Gets what was declared and is left out of it, too. Says which folders are documents then, which may be more
  /// than the types say (``packageNames``).
  public typealias Follower =
    @Sendable (FileTypeRegistry, _ leftOut: TypeDeclarations) async throws(DocumentError) -> PackageNames

  /// The built-in registry with the declarations of `store`.
  ///
  /// Invalid ones are logged and left out.
  ///
  /// - Parameter follow: what must know the registry, at the start and after each change; when it throws, so does that,
  ///   and nothing has changed.
  public init(
    builtIn: FileTypeRegistry, store: any DeclarationStore, log: Logger,
    follow: @escaping Follower = { registry, _ in registry.packageNames }
  ) async throws(DocumentError) {
    self.store = store
    self.follow = follow
    let declared = try await store.declarations()
    let (registry, refusals) = builtIn.adopting(declared)
    for refusal in refusals {
      log.warning("a declared type or handler is left out", metadata: ["reason": "\(refusal)"])
    }
    let packages = try await follow(registry, registry.leftOut(of: declared))
    state = Mutex(State(registry: registry, packages: packages))
  }

  /// The registry as it is now.
  public var current: FileTypeRegistry { state.withLock { $0.registry } }

  /// Which folders are documents now: also those of which a type said so that was lost.
  public var packageNames: PackageNames { state.withLock { $0.packages } }

  /// How often the converters have changed: answers that say what can be shown are outdated with each change.
  public var converterRevision: UInt64 { state.withLock { $0.updates } }

  /// Asks `choices` from now on which handler a user chose for a type and the types below it.
  public func follow(choices: @escaping @Sendable () -> [TypeIdentifier: String]) {
    self.choices.withLock { $0 = choices }
  }

  /// Which of `openers` was chosen for `type` or the nearest type above it; nil where none was that opens it.
  func chosenOpener(for type: TypeIdentifier, among openers: [Handler]) -> Handler? {
    let registry = current
    let near = choices.withLock(\.self)().compactMap {
      choice -> (steps: Int, type: TypeIdentifier, handler: Handler)? in
      guard let steps = registry.distance(from: type, to: choice.key),
        let handler = openers.first(where: { $0.identifier == choice.value })
      else { return nil }
      return (steps, choice.key, handler)
    }
    return near.min { ($0.steps, $0.type) < ($1.steps, $1.type) }?.handler
  }

  /// Notes which converters are there now; returns whether that is news.
  public func update(available: Set<ConverterKind>) -> Bool {
    state.withLock { state in
      guard state.registry.available != available else { return false }
      state.registry = state.registry.with(available)
      state.updates += 1
      return true
    }
  }

  /// Adds types and handlers of a user, in place of earlier ones with the same identifiers, and keeps them.
  ///
  /// Throws `.invalidParameter` naming the entry and the key that is wrong.
  public func declare(_ added: TypeDeclarations) async throws(DocumentError) {
    try await change { (registry) throws(DocumentError) in try registry.merging(added) }
  }

  /// Takes a user's type away; documents of it keep its identifier until they are identified again.
  ///
  /// Throws as ``FileTypeRegistry/removing(type:)``.
  public func withdraw(type identifier: TypeIdentifier) async throws(DocumentError) {
    try await change { (registry) throws(DocumentError) in try registry.removing(type: identifier) }
  }

  /// Takes a user's handler away.
  ///
  /// Throws as ``FileTypeRegistry/removing(handler:)``.
  public func withdraw(handler identifier: String) async throws(DocumentError) {
    try await change { (registry) throws(DocumentError) in try registry.removing(handler: identifier) }
  }

  private func change(
    _ body: @escaping @Sendable (FileTypeRegistry) throws(DocumentError) -> FileTypeRegistry
  ) async throws(DocumentError) {
    try await lock.withLock(0) { () async throws(DocumentError) in
      let changed = try body(current)
      try await store.save(changed.userDeclarations)
      do throws(DocumentError) {
        let packages = try await follow(changed, TypeDeclarations())
        state.withLock { state in
          state = State(
            registry: changed.with(state.registry.available), packages: packages, updates: state.updates)
        }
      } catch {
        try await takeBack(after: error)
        throw error
      }
    }
  }

  /// Keeps what was kept before: what was refused must not take force at the next start.
  private func takeBack(after refusal: DocumentError) async throws(DocumentError) {
    do throws(DocumentError) {
      try await store.save(current.userDeclarations)
    } catch {
      throw DocumentError(
        refusal.code, "\(refusal.detail); it is written down all the same, and takes force at the next start",
        cause: error)
    }
  }
}

extension FileTypeRegistry {
  /// The types of users among `declared` that are not in force.
  fileprivate func leftOut(of declared: TypeDeclarations) -> TypeDeclarations {
    let valid = Set(userDeclarations.types.map(\.identifier))
    return TypeDeclarations(types: declared.types.filter { !valid.contains($0.identifier) })
  }
}
