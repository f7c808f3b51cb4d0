public import DocumentModel
public import FoundationEssentials
import LinuxSystem

/// A file or folder of a ``ReadOnlyArea``.
public struct AreaEntry: Hashable, Sendable {
  /// The name.
  public let name: FileName
  /// Whether more lies in it.
  public let isFolder: Bool
  /// Bytes of a file; 0 of a folder.
  public let size: Int64
  /// When it was last written.
  public let modified: Date
}

/// Some of what lies in a folder of a ``ReadOnlyArea``, by names.
public struct AreaList: Hashable, Sendable {
  /// Files and folders, in the order of lists by name.
  public let entries: [AreaEntry]
  /// After which name it goes on; nil when that was all.
  public let next: FileName?
}

/// A file of a ``ReadOnlyArea``, open for reading.
public struct AreaFile: Sendable {
  /// Where it lies in the area.
  public let location: Location
  let file: FileContent
  /// Its bytes.
  public var content: any ReadableContent { file }
  /// When they were last written.
  public var modified: Date { Date(microseconds: file.opened.modified / 1000) }
  /// Differs between two contents of the file, as far as its size and times tell.
  public var fingerprint: Fingerprint { file.opened.fingerprint }

  init(location: Location, content: FileContent) {
    self.location = location
    file = content
  }
}
