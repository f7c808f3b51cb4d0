import DocumentModel
import FoundationEssentials
import Glibc
public import LinuxSystem
public import Logging
import Synchronization

/// The file that keeps the quarantine over a restart.
///
/// The small file lies below `Caches` and may be deleted at any time. The pool then learns its content anew, at the
/// price of two workers for each document. Safe to use from any task.
public final class QuarantineFile: Sendable {
  private struct Content: Codable {
    var formatVersion = 1
    let quarantined: [Quarantine.Sentence]
  }

  private struct State {
    var newest: [Quarantine.Sentence] = []
    var isWritten = true
  }

  /// The limit of a plausible file; 10,000 entries take 1.2 MB.
  private static let maximumBytes: Int64 = 4 << 20
  /// The only reasons for quarantine; the file's other entries are ignored.
  private static let reasons: Set<DocumentError.Code> = [.rendererCrashed, .renderTimeout]

  private let directory: Directory
  private let path: String
  private let logger: Logger
  private let state = Mutex(State())
  private let disk = BlockingPool(threads: 1, name: "quarantine")

  /// A file at `path` below `directory`, which need not exist.
  public init(in directory: Directory, at path: String, logger: Logger) {
    self.directory = directory
    self.path = path
    self.logger = logger
  }

  /// Reads the entries of an earlier run; empty when the file is missing or unreadable.
  ///
  /// Blocks on the disk for a moment.
  func load() -> [Quarantine.Sentence] {
    guard let file = try? directory.open(path), let size = try? file.status().size, size <= Self.maximumBytes,
      let bytes = try? file.read(Int(size))
    else { return [] }
    guard let content = try? JSONDecoder().decode(Content.self, from: Data(bytes)), content.formatVersion == 1
    else {
      logger.warning("the list of documents in quarantine cannot be read and is begun anew")
      return []
    }
    return content.quarantined.filter { Self.reasons.contains($0.reason) && $0.isSensible }
  }

  /// Writes the list in the background and returns at once.
  func save(_ sentences: [Quarantine.Sentence]) {
    state.withLock { $0 = State(newest: sentences, isWritten: false) }
    Task { await flush() }
  }

  func flush() async {
    await disk.run { [self] in
      let sentences = state.withLock { state -> [Quarantine.Sentence]? in
        defer { state.isWritten = true }
        return state.isWritten ? nil : state.newest
      }
      guard let sentences else { return }
      do {
        try write(sentences)
      } catch {
        logger.warning("the list of documents in quarantine is not kept", metadata: ["error": "\(error)"])
      }
    }
  }

  /// Readers see the whole file or none.
  private func write(_ sentences: [Quarantine.Sentence]) throws {
    let bytes = [UInt8](try JSONEncoder().encode(Content(quarantined: sentences)))
    let temporary = "\(path).new"
    if let end = path.lastIndex(of: "/") { _ = try directory.makeDirectories(String(path[..<end])) }
    try directory.open(temporary, flags: O_WRONLY | O_CREAT | O_TRUNC).append(bytes)
    try directory.rename(temporary, to: path)
  }
}
