public import FoundationEssentials
import LinuxSystem

/// Something that lies beneath a workspace's root.
public struct ContainerEntry: Hashable, Sendable {
  /// The kind of an entry.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A plain file.
    case file
    /// A directory.
    case folder
    /// A symbolic link, which is not followed.
    case link
    /// A device, socket or FIFO.
    case other

    init(_ kind: FileStatus.Kind) {
      self =
        switch kind {
        case .regular: .file
        case .directory: .folder
        case .link: .link
        case .special: .other
        }
    }
  }

  /// Where it lies.
  public let path: ContainerPath
  /// The kind.
  public var kind: Kind { Kind(status.kind) }
  /// Bytes of a file; 0 of anything else.
  public var size: Int64 { status.kind == .regular ? status.size : 0 }
  /// When it was last written.
  public var modified: Date { Date(microseconds: status.modified / 1000) }
  /// Whether it is a folder that the server may not look into, or that lies too deep for that.
  public internal(set) var isUnreadable = false

  private let status: FileStatus

  /// The entry `name` in `directory`, which is `folder`; nil when it is gone by now.
  ///
  /// Blocks.
  init?(_ name: [UInt8], in directory: Directory, at folder: ContainerPath) throws(SystemError) {
    do {
      status = try directory.status(bytes: name)
    } catch  where error.meansAbsence {
      return nil
    }
    path = folder.appending(name)
  }
}

/// Some of what lies beneath a workspace's root.
public struct ContainerList: Hashable, Sendable {
  /// Each folder before what is in it, names by their bytes.
  public let entries: [ContainerEntry]
  /// After which path it goes on; nil when that was all.
  public let next: ContainerPath?
}
