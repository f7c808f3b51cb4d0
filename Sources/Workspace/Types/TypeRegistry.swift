public import DocumentModel
import Synchronization

/// The registry as it is now: what Sheaf knows by itself and what users added. Safe from any thread.
public final class TypeRegistry: Sendable {
  private let store: any DeclarationStore
  private let builtIn: FileTypeRegistry
  private let state: Mutex<FileTypeRegistry>
  /// One change at a time: the file is written before the new registry is shown.
  private let gate = Gate<Int>()

  /// The built-in registry with what `store` keeps.
  public init(builtIn: FileTypeRegistry, store: any DeclarationStore) async throws(DocumentError) {
    self.builtIn = builtIn
    self.store = store
    state = Mutex(try builtIn.merging(try await store.declarations()))
  }

  /// The registry as it is now.
  public var current: FileTypeRegistry { state.withLock { $0 } }

  /// Adds types and handlers of a user, in place of earlier ones with the same identifiers, and keeps them.
  ///
  /// Throws `.invalidParameter` naming the entry and the key that is wrong.
  public func declare(_ added: TypeDeclarations) async throws(DocumentError) {
    try await gate.pass(0) { () async throws(DocumentError) in
      let kept = try await store.declarations().replacing(with: added)
      let merged = try builtIn.merging(kept)
      try await store.save(kept)
      state.withLock { $0 = merged }
    }
  }
}

extension TypeDeclarations {
  /// These with `added`, which win where identifiers are the same.
  fileprivate func replacing(with added: TypeDeclarations) -> TypeDeclarations {
    let typeNames = Set(added.types.map(\.identifier))
    let handlerNames = Set(added.handlers.map(\.identifier))
    return TypeDeclarations(
      types: types.filter { !typeNames.contains($0.identifier) } + added.types,
      handlers: handlers.filter { !handlerNames.contains($0.identifier) } + added.handlers)
  }
}
