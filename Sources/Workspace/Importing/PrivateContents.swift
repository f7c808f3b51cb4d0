public import DocumentModel
import Synchronization

/// The contents of which nothing is kept in `Caches`; what is asked for of them is made each time anew.
///
/// A content stays private for as long as any document has it, however it was added. Safe from any thread.
public final class PrivateContents: Sendable {
  private let store: (any PrivateContentStore)?
  private let state: Mutex<Set<ContentHash>>
  private let saving = KeyedLock<Int>()

  /// No private contents, in memory alone.
  public init() {
    store = nil
    state = Mutex([])
  }

  /// Those that `store` kept.
  ///
  /// Throws as the store does: a content that is not known to be private would be cached.
  public init(_ store: any PrivateContentStore) async throws(DocumentError) {
    self.store = store
    state = Mutex(try await store.contents())
  }

  /// Whether a content is private.
  public func contains(_ hash: ContentHash) -> Bool { state.withLock { $0.contains(hash) } }

  /// Makes a content private, durably; returns whether it was not before.
  @discardableResult
  public func add(_ hash: ContentHash) async throws(DocumentError) -> Bool {
    guard !contains(hash) else { return false }
    try await change { $0.insert(hash) }
    return true
  }

  /// Forgets a content that is gone.
  public func remove(_ hash: ContentHash) async {
    guard contains(hash) else { return }
    // One that is remembered for too long is only drawn more often.
    try? await change { $0.remove(hash) }
  }

  private func change(
    _ body: @escaping @Sendable (inout Set<ContentHash>) -> Void
  ) async throws(DocumentError) {
    try await saving.withLock(0) { [self] () async throws(DocumentError) in
      var contents = state.withLock(\.self)
      body(&contents)
      try await store?.save(contents)
      state.withLock { [contents] in $0 = contents }
    }
  }
}
