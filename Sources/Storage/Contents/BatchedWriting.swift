import DocumentModel
import LinuxSystem
import Synchronization

/// Hands incoming bytes to a thread that may block, a batch at a time.
///
/// Bytes are collected up to ``batchBytes``; a full batch is written on a thread of the workspace's pool while the next
/// one fills. At most two batches are in memory, and a slow disk slows the sender. After a failure nothing more is
/// taken.
final class BatchedWriting: Sendable {
  /// Bytes per hop to the pool.
  static let batchBytes = 512 << 10

  private struct State {
    var batch: [UInt8] = []
    var accepted: Int64 = 0
    var inFlight: Task<Void, any Error>?
    var isClosed = false
  }

  private let pool: BlockingPool
  private let append: @Sendable ([UInt8]) throws -> Void
  private let state = Mutex(State())

  /// Bytes taken so far.
  var accepted: Int64 { state.withLock(\.accepted) }

  /// - Parameter append: writes a batch; one at a time, on a thread of `pool`.
  init(on pool: BlockingPool, _ append: @escaping @Sendable ([UInt8]) throws -> Void) {
    self.pool = pool
    self.append = append
  }

  func write(_ bytes: [UInt8]) async throws(DocumentError) {
    let isFull = try state.withLock { state throws(DocumentError) in
      guard !state.isClosed else { throw Self.closed }
      state.batch.append(contentsOf: bytes)
      state.accepted += Int64(bytes.count)
      return state.batch.count >= Self.batchBytes
    }
    if isFull { try await flush() }
  }

  /// Waits until all bytes are written, and takes no more.
  func finish() async throws(DocumentError) {
    guard !state.withLock(\.isClosed) else { throw Self.closed }
    try await flush()
    try await settle()
    state.withLock { $0.isClosed = true }
  }

  /// Takes no more, and waits for the batch that is being written.
  func abandon() async {
    state.withLock { $0.isClosed = true }
    try? await settle()
  }

  /// Hands the batch to the pool as soon as the one before it is written.
  private func flush() async throws(DocumentError) {
    try await settle()
    let (pool, append) = (pool, append)
    state.withLock { state in
      let batch = state.batch
      state.batch = []
      guard !batch.isEmpty else { return }
      state.inFlight = Task { try await pool.run { try append(batch) } }
    }
  }

  private func settle() async throws(DocumentError) {
    guard let task = state.withLock({ $0.inFlight }) else { return }
    do {
      try await task.value
    } catch {
      state.withLock { $0.isClosed = true }
      throw DocumentError(disk: error, "the content could not be written")
    }
  }

  private static let closed = DocumentError(
    .storageFailed, "no more bytes can be taken: the upload has ended or failed")
}
