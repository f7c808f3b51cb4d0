/// Why something beneath a workspace's root is not in its archive.
public enum ContainerExclusion: String, Hashable, Sendable, CaseIterable {
  /// It tells who may use the workspace: hashes of tokens, of sessions and of sign-in links.
  case credentials
  /// It is a part of the index while that is open; the archive has a copy of the index that is whole without it.
  case indexLog = "index-log"
  /// It is a symbolic link, and might lead anywhere.
  case link
  /// It is a device, socket or FIFO.
  case special
  /// Its path is not UTF-8, as names in an archive are.
  case nameNotUTF8 = "name-not-utf8"
  /// The server may not read it, or its path is longer than the system takes.
  case unreadable

  /// Why `entry` is left out; nil when it is not.
  init?(_ entry: ContainerEntry) {
    if entry.path.begins(with: SandboxPath.accounts) {
      self = .credentials
    } else if entry.path.begins(with: SandboxPath.index + "-") {
      self = .indexLog
    } else if let exclusion = Self(kind: entry.kind) {
      self = exclusion
    } else if entry.path.text == nil {
      self = .nameNotUTF8
    } else if entry.isUnreadable {
      self = .unreadable
    } else {
      return nil
    }
  }

  private init?(kind: ContainerEntry.Kind) {
    switch kind {
    case .file, .folder: return nil
    case .link: self = .link
    case .other: self = .special
    }
  }
}

extension ContainerPath {
  /// The index's own file.
  ///
  /// It must not be opened beside SQLite: closing it again would end all locks that SQLite has on it (`fcntl(2)`).
  static let index = ContainerPath(Array(SandboxPath.index.utf8))

  /// Whether its bytes begin with those of `text`.
  func begins(with text: String) -> Bool {
    bytes.starts(with: text.utf8)
  }
}
