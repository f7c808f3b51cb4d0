public import DocumentModel
import GRDB

/// The index of a workspace in SQLite: `Library/index.sqlite`.
///
/// It can be lost: ``state`` says so, and the caller then rescans the tree. Deep reasons for its form are in
/// ``IndexSchema`` (tables and indexes) and ``ListStatement`` (why lists stay fast).
///
/// ```swift
/// let metadata = try SQLiteMetadataStore(root: root)
/// if metadata.state != .kept { try await rescan() }
/// ```
public struct SQLiteMetadataStore: MetadataStore {
  /// How the index was found when the store opened it.
  public enum State: Hashable, Sendable {
    /// It was there.
    case kept
    /// There was none: a first start.
    case created
    /// There was none, though the workspace was served before: somebody removed it.
    case lost
    /// It was damaged. It lies beside the new one, in `Library`, under this name.
    case replaced(setAside: String)
  }

  /// How the index was found.
  ///
  /// Anything but `.kept` asks for a rescan of the tree.
  public let state: State
  /// What was read of a damaged or lost index for this one; nil when nothing was, or nothing had to be.
  public let salvage: SalvageReport?
  let file: SQLiteFile
  let retention: Int64
  let unreadable = UnreadableRows()

  /// As many events are kept at least.
  public static let eventRetention: Int64 = 100_000

  init(
    _ file: SQLiteFile, state: State = .kept, salvage: SalvageReport? = nil,
    retention: Int64 = eventRetention
  ) {
    self.file = file
    self.state = state
    self.salvage = salvage
    self.retention = retention
  }

  /// Closes the file.
  ///
  /// Later calls fail with `.storageFailed`.
  public func close() {
    file.close()
  }
}

extension SQLiteMetadataStore {
  /// Damage that was met while the index was read or written, in SQLite's words; for one listener.
  ///
  /// What came before somebody listens is told then, the latest of it alone.
  public var damages: AsyncStream<String> { file.damages }

  /// Whether the index still lies where it was opened.
  ///
  /// Of one that somebody removed or replaced all that was written is read, and copied; nothing more is written.
  public func isInPlace() async -> Bool { await file.isInPlace() }

  /// What is still wrong after `damage` was met; nil when nothing is: to who reads while the disk fails, whole pages look
  /// damaged, too.
  public func lasting(_ damage: String) async -> String? {
    guard !damage.hasSuffix(Row.damageEnding) else { return damage }
    return (try? await self.damage()) ?? nil
  }

  /// What is wrong with the structure of the index, in SQLite's words; nil when nothing is.
  ///
  /// Reads all of it, one table after the other, on threads of its own while others read and write. Throws `.busy` when the
  /// task is cancelled.
  public func damage() async throws(DocumentError) -> String? {
    do throws(DocumentError) {
      return try await file.damage()
    } catch {
      guard let cause = error.cause as? DatabaseError, cause.meansDamage else { throw error }
      return cause.message ?? "no answer"
    }
  }
}
