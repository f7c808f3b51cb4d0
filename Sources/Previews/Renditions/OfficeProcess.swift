import DocumentModel
import LinuxSystem
import Synchronization

/// A LibreOffice in a jail that converts one document after the other.
///
/// ```
///            ready             conversion
///   starting ─────▶ waiting ◀────────────▶ converting
///       └──────────────┴── refused, late, cancelled, ended ──▶ gone
/// ```
final class OfficeProcess: Sendable {
  private let socket: MessageSocket
  private let process: OwnedProcess
  private let conversions = Mutex(0)

  /// Starts LibreOffice, whose programs lie in `folder`.
  init(starting folder: String, in jail: Jail, limits: Jail.Limits) throws(SystemError) {
    let (own, others) = try MessageSocket.pair()
    socket = own
    process = try jail.start(["office", folder], limits, descriptors: [others.descriptor])
    PosixThread.start(name: "office-\(process.id)") { [process, socket] in
      _ = process.waitForEnd()
      socket.shutDown()
    }
  }

  deinit {
    process.kill()
  }

  /// The process number.
  var id: CInt { process.id }

  /// The conversions that it has begun.
  var count: Int { conversions.withLock { $0 } }

  /// Ends it.
  func end() { process.kill() }

  /// Waits until it takes documents; false when it does not start.
  func isReady(within wall: Duration) async -> Bool { await answer(within: wall).value == "r" }

  /// The document as a PDF.
  ///
  /// Throws as ``RenditionMaker``; after anything but a PDF the process should not be used again.
  func convert(
    _ input: Descriptor, fileExtension: String, within wall: Duration
  ) async throws(DocumentError) -> OpenContent {
    conversions.withLock { $0 += 1 }
    let output: Descriptor
    do throws(SystemError) {
      output = try MemoryFile.create(name: "rendition")
      try socket.send(
        Array(fileExtension.utf8), descriptors: [input.rawValue, output.rawValue], waits: false)
    } catch {
      throw DocumentError(.rendererCrashed, "LibreOffice is gone", cause: error)
    }
    let (answer, isLate) = await answer(within: wall)
    guard answer != "+" else { return try Jail.sealed(output) }
    if let answer { throw Self.refusal(answer) }
    if Task.isCancelled { throw DocumentError(.busy, "the conversion was cancelled") }
    throw isLate
      ? Jail.late
      : DocumentError(.rendererCrashed, "LibreOffice ended unexpectedly on this document")
  }

  private static func refusal(_ answer: String) -> DocumentError {
    switch answer.first {
    case "p": DocumentError(.passwordRequired, "the document is locked with a password")
    case "l": DocumentError(.documentTooLarge, "the document is too large to be converted")
    default: DocumentError(.damaged, "LibreOffice cannot read the document")
    }
  }

  /// The next packet; nil when none comes in time or the process ends, which it does on cancellation too.
  private func answer(within wall: Duration) async -> (value: String?, isLate: Bool) {
    await process.use(within: wall) {
      await withUnsafeContinuation { continuation in
        PosixThread.start(name: "office-answer") { [socket] in
          let packet = try? socket.receive()
          continuation.resume(returning: packet.map { String(decoding: $0.bytes, as: UTF8.self) })
        }
      }
    }
  }
}
