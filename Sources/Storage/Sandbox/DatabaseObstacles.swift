import DocumentModel
import LinuxSystem

/// Directories, links and pipes that lie where SQLite keeps a file beside a database.
///
/// They would keep the database from being opened or written. The server moves them into `Library/Damaged`, since they
/// hold nothing of the database. All calls block.
struct DatabaseObstacles {
  private static let beside = ["-wal", "-shm", "-journal"]
  private static let places =
    [SandboxPath.index, SandboxPath.accounts, SandboxPath.unfinishedIndexCopy].flatMap { path in
      beside.map { path + $0 }
    } + [SandboxPath.unfinishedIndexCopy]

  let root: Directory

  /// Puts them out of the way, durably; where each is now, by where it was.
  func setAside() throws(DocumentError) -> [String: String] {
    var aside: [String: String] = [:]
    for path in try found() {
      aside[path] = try refusing("\(Self.refusal(path)), and could not be put aside") {
        try DamagedFolder(root: root).take(path, "it lay where SQLite keeps a file beside a database")
      }
    }
    return aside
  }

  /// Throws `.storageFailed` with the path of the first one, for callers that may not put it aside.
  func requireNone() throws(DocumentError) {
    guard let path = try found().first else { return }
    throw DocumentError(.storageFailed, "\(Self.refusal(path)); the next start of the server puts it aside")
  }

  private func found() throws(DocumentError) -> [String] {
    try refusing("the workspace's \(SandboxArea.library.path) could not be examined") {
      try Self.places.filter { path in
        guard let kind = try root.statusIfPresent(path)?.kind else { return false }
        return kind != .regular
      }
    }
  }

  private static func refusal(_ path: String) -> String { "the workspace's \(path) must be a regular file" }
}
