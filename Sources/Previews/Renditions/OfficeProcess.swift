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

  /// The document as a PDF; that of a long one's leading pages is made first, and goes to `leading`.
  ///
  /// Throws as ``RenditionMaker``; after anything but a PDF the process should not be used again.
  func convert(
    _ input: Descriptor, fileExtension: String, within wall: Duration, leading: (OpenContent) -> Void
  ) async throws(DocumentError) -> OpenContent {
    conversions.withLock { $0 += 1 }
    let output: Descriptor
    let leadingOutput: Descriptor
    do throws(SystemError) {
      output = try MemoryFile.create(name: "rendition")
      leadingOutput = try MemoryFile.create(name: "leading pages")
      let files = [input.rawValue, output.rawValue, leadingOutput.rawValue]
      try socket.send(Array(fileExtension.utf8), descriptors: files, waits: false)
    } catch {
      throw DocumentError(.rendererCrashed, "LibreOffice is gone", cause: error)
    }
    let end = ContinuousClock.now + wall
    var (answer, isLate) = await answer(within: wall)
    if answer == "e" {
      if let pages = try? Jail.sealed(leadingOutput) { leading(pages) }
      (answer, isLate) = await self.answer(within: ContinuousClock.now.duration(to: end))
    }
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
