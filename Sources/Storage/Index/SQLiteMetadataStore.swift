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
    /// There was none: a first start, or somebody removed it.
    case created
    /// It was damaged. It lies beside the new one, in `Library`, under this name.
    case replaced(setAside: String)
  }

  /// How the index was found.
  ///
  /// Anything but `.kept` asks for a rescan of the tree.
  public let state: State
  let file: SQLiteFile
  let retention: Int64

  /// As many events are kept at least.
  public static let eventRetention: Int64 = 100_000

  init(_ file: SQLiteFile, state: State = .kept, retention: Int64 = eventRetention) {
    self.file = file
    self.state = state
    self.retention = retention
  }

  /// Closes the file.
  ///
  /// Later calls fail with `.storageFailed`.
  public func close() {
    file.close()
  }
}
