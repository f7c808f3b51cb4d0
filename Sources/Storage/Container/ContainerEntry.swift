public import FoundationEssentials
import LinuxSystem

/// Something that lies beneath a workspace's root.
public struct ContainerEntry: Hashable, Sendable {
  /// What it is.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A plain file.
    case file
    /// A directory.
    case folder
    /// A symbolic link; where it leads nobody looks.
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
  /// What it is.
  public var kind: Kind { Kind(status.kind) }
  /// Bytes of a file; 0 of anything else.
  public var size: Int64 { status.kind == .regular ? status.size : 0 }
  /// When it was last written.
  public var modified: Date { Date(microseconds: status.modified / 1000) }
  /// Why it is not in an archive of all; nil when it is.
  public var exclusion: ContainerExclusion? { ContainerExclusion(self) }

  /// Whether the server may not look into it, or it lies too deep for that.
  var isUnreadable = false

  /// How it looked when it was listed.
  let status: FileStatus

  /// Whether it was surely made after `moment`, in nanoseconds since 1970, and not moved to where it is.
  func isMade(after moment: Int64) -> Bool {
    status.birth.map { $0 > moment } ?? false
  }

  init(path: ContainerPath, status: FileStatus) {
    self.path = path
    self.status = status
  }
}

/// Some of what lies beneath a workspace's root.
public struct ContainerList: Hashable, Sendable {
  /// Each folder before what is in it, names by their bytes.
  public let entries: [ContainerEntry]
  /// After which path it goes on; nil when that was all.
  public let next: ContainerPath?
}
