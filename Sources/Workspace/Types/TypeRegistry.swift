public import DocumentModel
public import Logging
import Synchronization

/// The registry as it is now: what Sheaf knows by itself and what users added.
///
/// Safe from any thread.
public final class TypeRegistry: Sendable {
  private let store: any DeclarationStore
  private let state: Mutex<FileTypeRegistry>
  /// One change at a time: it is kept before it is shown.
  private let gate = Gate<Int>()

  /// The built-in registry with what `store` keeps.
  ///
  /// What is no longer valid is logged and left out.
  public init(
    builtIn: FileTypeRegistry, store: any DeclarationStore, log: Logger
  ) async throws(DocumentError) {
    self.store = store
    let (registry, refusals) = builtIn.adopting(try await store.declarations())
    for refusal in refusals {
      log.warning("a declared type or handler is left out", metadata: ["reason": "\(refusal)"])
    }
    state = Mutex(registry)
  }

  /// The registry as it is now.
  public var current: FileTypeRegistry { state.withLock { $0 } }

  /// Adds types and handlers of a user, in place of earlier ones with the same identifiers, and keeps them.
  ///
  /// Throws `.invalidParameter` naming the entry and the key that is wrong.
  public func declare(_ added: TypeDeclarations) async throws(DocumentError) {
    try await gate.pass(0) { () async throws(DocumentError) in
      let merged = try current.merging(added)
      try await store.save(merged.userDeclarations)
      state.withLock { $0 = merged }
    }
  }
}
