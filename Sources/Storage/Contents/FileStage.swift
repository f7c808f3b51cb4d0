import DocumentModel
import Glibc
import LinuxSystem
import Synchronization

/// Incoming bytes in a file in `tmp`, hashed as they come.
///
/// Bytes are collected up to ``batchBytes``; a full batch is hashed and written on a thread of the workspace's pool
/// while the next one fills. At most two batches are in memory, and a slow disk slows the sender.
/// After a failure nothing more is taken: the kernel may have dropped pages, so the content counts as lost.
final class FileStage: ContentStage {
  /// Bytes per hop to the pool.
  static let batchBytes = 512 << 10

  private struct State {
    var batch: [UInt8] = []
    var accepted: Int64 = 0
    var inFlight: Task<Void, any Error>?
    var isClosed = false
  }

  private let root: SandboxRoot
  private let staging: StagingFile
  private let writer: StageWriter
  private let state = Mutex(State())

  var written: Int64 { state.withLock(\.accepted) }

  init(root: SandboxRoot) throws(SystemError) {
    self.root = root
    let name = StagingArea.stageName()
    let file = try root.directory.open(
      StagingArea.path(name), flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o644)
    staging = StagingFile(name: name, root: root)
    writer = StageWriter(file)
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

  func finish() async throws(DocumentError) -> any StagedContent {
    guard !state.withLock(\.isClosed) else { throw Self.closed }
    try await flush()
    try await settle()
    state.withLock { $0.isClosed = true }
    let (root, staging, writer) = (root, staging, writer)
    do {
      return try await root.writers.run { try StagedFile(writer.finish(), staging: staging, root: root) }
    } catch {
      throw DocumentError(disk: error, "the content could not be made durable")
    }
  }

  func abandon() async {
    state.withLock { $0.isClosed = true }
    try? await settle()
    await staging.remove()
  }

  /// Hands the batch to the pool as soon as the one before it is written.
  private func flush() async throws(DocumentError) {
    try await settle()
    let (pool, writer) = (root.writers, writer)
    state.withLock { state in
      let batch = state.batch
      state.batch = []
      guard !batch.isEmpty else { return }
      state.inFlight = Task { try await pool.run { try writer.append(batch) } }
    }
  }

  /// Waits for the batch that is being written.
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

/// Hashes and writes one batch after the other.
///
/// All calls block.
private final class StageWriter: Sendable {
  /// The disk is told to begin whenever so many bytes have come, so that the last wait is short.
  private static let writebackBytes: Int64 = 8 << 20

  private struct State {
    var hasher = ContentHasher()
    var begun: Int64 = 0
  }

  private let file: Descriptor
  private let state = Mutex(State())

  init(_ file: Descriptor) {
    self.file = file
  }

  func append(_ batch: [UInt8]) throws(SystemError) {
    try state.withLock { state throws(SystemError) in
      state.hasher.update(batch)
      try file.append(batch)
      guard state.hasher.count - state.begun >= Self.writebackBytes else { return }
      file.startWriteback(offset: state.begun, count: state.hasher.count - state.begun)
      state.begun = state.hasher.count
    }
  }

  /// Makes the file durable.
  ///
  /// A failure is final.
  func finish() throws -> (size: Int64, sha256: ContentHash) {
    try state.withLock { state in
      try file.settleTime()
      try file.synchronize()
      return (state.hasher.count, try state.hasher.finish())
    }
  }
}
