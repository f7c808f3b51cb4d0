import DocumentModel
import LinuxSystem
import Synchronization

/// The file of an upload, open for more bytes at its end.
final class UploadFile: UploadReceiver {
  private let root: SandboxRoot
  private let writer: UploadWriter
  private let batches: BatchedWriting

  /// - Parameter file: open for appending, with `offset` bytes.
  init(_ file: Descriptor, at offset: Int64, root: SandboxRoot) {
    self.root = root
    let writer = UploadWriter(file, at: offset)
    self.writer = writer
    batches = BatchedWriting(on: root.writers) { try writer.append($0) }
  }

  func write(_ bytes: [UInt8]) async throws(DocumentError) {
    try await batches.write(bytes)
  }

  func settle() async throws(DocumentError) -> Int64 {
    do throws(DocumentError) {
      try await batches.finish()
    } catch {
      // The bytes before the refusal count.
      await batches.abandon()
    }
    return try await root.write("the upload could not be made durable") { [writer] in
      try writer.settle()
    }
  }
}

/// Writes one batch after the other.
///
/// All calls block.
private final class UploadWriter: Sendable {
  private struct State {
    var written: Int64
    var begun: Int64
  }

  private let file: Descriptor
  private let state: Mutex<State>

  init(_ file: Descriptor, at offset: Int64) {
    self.file = file
    state = Mutex(State(written: offset, begun: offset))
  }

  func append(_ batch: [UInt8]) throws(SystemError) {
    try state.withLock { state throws(SystemError) in
      try file.append(batch)
      state.written += Int64(batch.count)
      state.begun = file.beginWriteback(from: state.begun, to: state.written)
    }
  }

  /// Makes the file durable, and tells its length.
  func settle() throws(SystemError) -> Int64 {
    try file.synchronize()
    return try file.status().size
  }
}
