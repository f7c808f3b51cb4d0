public import DocumentModel
import GRDB

/// The index of a workspace in SQLite: `Library/index.sqlite`.
///
/// It can be lost: one that is made anew knows nothing of the tree, which the caller then rescans. Deep reasons for its form
/// are in ``IndexSchema`` (tables and indexes) and ``ListStatement`` (why lists stay fast).
///
/// ```swift
/// let index = try SQLiteIndex(root: root)
/// if index.isNew { try await rescan() }
/// ```
public struct SQLiteIndex: DocumentIndex, VersionIndex, TrashIndex, EventLog, BatchJournal {
  /// Whether there was none when the store was opened.
  public let isNew: Bool
  let file: SQLiteFile
  let retention: Int64
  let unreadable = UnreadableRows()

  /// As many events are kept at least.
  public static let eventRetention: Int64 = 100_000

  init(_ file: SQLiteFile, isNew: Bool = false, retention: Int64 = eventRetention) {
    self.file = file
    self.isNew = isNew
    self.retention = retention
  }

  /// Closes the file.
  ///
  /// Later calls fail with `.storageFailed`.
  public func close() {
    file.close()
  }
}

extension SQLiteIndex {
  /// Damage that was met while the index was read or written, in SQLite's words; for one listener.
  ///
  /// The latest damage from before is sent when it begins to listen.
  public var damages: AsyncStream<String> { file.damages }

  /// Whether the index still lies where it was opened.
  ///
  /// A removed or replaced index is read and copied; nothing more is written.
  public func isInPlace() async -> Bool { await file.isInPlace() }

  /// The faults that are left after `damage` was met, as whole pages look damaged while the disk fails; nil when there are
  /// none.
  public func lasting(_ damage: String) async -> String? {
    guard !damage.hasSuffix(Row.damageEnding) else { return damage }
    return (try? await self.damage()) ?? nil
  }

  /// The damage in the structure of the index, in SQLite's words; nil when there is none.
  ///
  /// Reads all of it, one table after the other, on threads of its own while reads and writes go on. Throws `.busy`
  /// when the task is cancelled.
  public func damage() async throws(DocumentError) -> String? {
    do throws(DocumentError) {
      return try await file.damage()
    } catch  where error.meansDamage {
      return (error.cause as? DatabaseError)?.message ?? "no answer"
    }
  }
}
