import DocumentModel

/// Lets one task at a time change what a key names, so that several awaited steps are one for everybody else in
/// this process: a write and the index entry that follows it, a file and what is shown of it.
///
/// Waiting tasks enter in the order in which they came.
actor Gate<Key: Hashable & Comparable & Sendable> {
  /// The keys that are taken, each with those who wait for it.
  private var waiting: [Key: [CheckedContinuation<Void, Never>]] = [:]

  /// Runs `body` while no other task is inside for any of `keys`.
  ///
  /// The keys are entered in a fixed order, so that two tasks with the same keys cannot wait for each other.
  nonisolated func pass<Value: Sendable>(
    _ keys: Key..., body: () async throws(DocumentError) -> Value
  ) async throws(DocumentError) -> Value {
    let ordered = Set(keys).sorted()
    for key in ordered { await enter(key) }
    do {
      let value = try await body()
      for key in ordered { await leave(key) }
      return value
    } catch {
      for key in ordered { await leave(key) }
      throw error
    }
  }

  private func enter(_ key: Key) async {
    guard waiting[key] != nil else {
      waiting[key] = []
      return
    }
    await withCheckedContinuation { waiting[key, default: []].append($0) }
  }

  private func leave(_ key: Key) {
    guard var queue = waiting[key], !queue.isEmpty else {
      waiting[key] = nil
      return
    }
    let next = queue.removeFirst()
    waiting[key] = queue
    next.resume()
  }
}
