import DocumentModel
import Glibc
import LinuxSystem
import Synchronization

/// Incoming bytes in a file in `tmp`, hashed as they come.
///
/// After a failure nothing more is taken: the kernel may have dropped pages, so the content counts as lost.
final class FileStage: ContentStage {
  private let root: SandboxRoot
  private let staging: StagingFile
  private let writer: StageWriter
  private let batches: BatchedWriting

  var written: Int64 { batches.accepted }

  init(root: SandboxRoot) throws(SystemError) {
    self.root = root
    let name = StagingArea.stageName()
    let file = try root.directory.open(
      StagingArea.path(name), flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o644)
    staging = StagingFile(name: name, root: root)
    let writer = StageWriter(file)
    self.writer = writer
    batches = BatchedWriting(on: root.writers) { try writer.append($0) }
  }

  func write(_ bytes: [UInt8]) async throws(DocumentError) {
    try await batches.write(bytes)
  }

  func finish() async throws(DocumentError) -> any StagedContent {
    try await batches.finish()
    let (root, staging, writer) = (root, staging, writer)
    do {
      return try await root.writers.run { try StagedFile(writer.finish(), staging: staging, root: root) }
    } catch {
      throw DocumentError(disk: error, "the content could not be made durable")
    }
  }

  func abandon() async {
    await batches.abandon()
    await staging.remove()
  }
}

/// Hashes and writes one batch after the other.
///
/// All calls block.
private final class StageWriter: Sendable {
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
      state.begun = file.beginWriteback(from: state.begun, to: state.hasher.count)
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

extension Descriptor {
  /// The disk is told to begin whenever so many bytes have come, so that the last wait is short.
  private static let writebackBytes: Int64 = 8 << 20

  /// Starts writing the bytes from `begun` to `written`, once they are many; returns up to where it was started.
  func beginWriteback(from begun: Int64, to written: Int64) -> Int64 {
    guard written - begun >= Self.writebackBytes else { return begun }
    startWriteback(offset: begun, count: written - begun)
    return written
  }
}
