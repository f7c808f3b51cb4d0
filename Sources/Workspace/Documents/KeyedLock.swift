public import DocumentModel

/// Lets one task at a time change what a key names, so that several awaited steps are one for all other tasks in
/// this process. Such steps are a write and the index entry that follows it, or a file and what is shown of it.
///
/// Waiting tasks enter in the order in which they came. A task may also be inside alone, for all keys. It waits
/// until no task is inside, and a task that comes meanwhile waits for it.
///
/// ```
///              pass                         passAlone, none inside
///   open ──────────────► busy (n inside)    open ───────────────────► alone
///     ▲                    │ the last leaves                            │ leaves: those that wait to pass go first,
///     └────────────────────┘ (then one that waits to be alone)          ▼ then the next one that waits to be alone
/// ```
/// A task inside must not pass again: it would wait for itself.
public actor KeyedLock<Key: Hashable & Comparable & Sendable> {
  private var waiting: [Key: [CheckedContinuation<Void, Never>]] = [:]
  private var inside = 0
  private var isAlone = false
  private var waitingToPass: [CheckedContinuation<Void, Never>] = []
  private var waitingToBeAlone: [CheckedContinuation<Void, Never>] = []

  /// A gate that is open.
  public init() {}

  /// Runs `body` while no other task is inside for any of `keys`.
  ///
  /// The keys are entered in a fixed order, so that two tasks with the same keys cannot wait for each other.
  public nonisolated func withLock<Value: Sendable>(
    _ keys: Key..., body: () async throws(DocumentError) -> Value
  ) async throws(DocumentError) -> Value {
    let ordered = Set(keys).sorted()
    await arrive()
    for key in ordered { await enter(key) }
    do {
      let value = try await body()
      for key in ordered { await leave(key) }
      await depart()
      return value
    } catch {
      for key in ordered { await leave(key) }
      await depart()
      throw error
    }
  }

  /// Runs `body` while no other task is inside for any key.
  public nonisolated func withExclusiveLock<Value: Sendable>(
    body: () async throws(DocumentError) -> Value
  ) async throws(DocumentError) -> Value {
    await arriveAlone()
    do {
      let value = try await body()
      await departAlone()
      return value
    } catch {
      await departAlone()
      throw error
    }
  }

  private func arrive() async {
    guard isAlone || !waitingToBeAlone.isEmpty else {
      inside += 1
      return
    }
    // The task that lets it in counts it.
    await withCheckedContinuation { waitingToPass.append($0) }
  }

  private func depart() {
    inside -= 1
    admitAlone()
  }

  private func arriveAlone() async {
    guard isAlone || inside > 0 else {
      isAlone = true
      return
    }
    await withCheckedContinuation { waitingToBeAlone.append($0) }
  }

  private func departAlone() {
    isAlone = false
    let admitted = waitingToPass
    waitingToPass = []
    inside += admitted.count
    for task in admitted { task.resume() }
    admitAlone()
  }

  private func admitAlone() {
    guard inside == 0, !waitingToBeAlone.isEmpty else { return }
    isAlone = true
    waitingToBeAlone.removeFirst().resume()
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
