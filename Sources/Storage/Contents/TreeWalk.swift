package import DocumentModel
import LinuxSystem

/// Walks `Documents` or a folder of it, a few hundred names at a time on demand.
package actor TreeWalk {
  private let root: SandboxRoot
  private let folder: FolderPath
  private var cursor: TreeCursor?
  private var ready: ArraySlice<TreeFinding> = []

  package init(root: SandboxRoot, folder: FolderPath = .top) {
    self.root = root
    self.folder = folder
  }

  /// The next finding; nil after the last.
  ///
  /// Ends early when the task is cancelled.
  package func next() async throws(DocumentError) -> TreeFinding? {
    while ready.isEmpty {
      guard !Task.isCancelled else { return nil }
      // For one consumer: the cursor does not move while this waits.
      let (moved, findings) = try await root.run("the documents could not be listed") {
        [root, folder, cursor] in
        try Self.step(cursor, in: root, folder)
      }
      cursor = moved
      guard let findings else { return nil }
      ready = findings[...]
    }
    return ready.popFirst()
  }

  private static func step(
    _ cursor: TreeCursor?, in root: SandboxRoot, _ folder: FolderPath
  ) throws -> (TreeCursor?, [TreeFinding]?) {
    guard var next = try cursor ?? first(in: root, folder) else { return (nil, nil) }
    let findings = try next.advance()
    return (next, findings)
  }

  private static func first(in root: SandboxRoot, _ folder: FolderPath) throws -> TreeCursor? {
    let (top, packages) = (try top(of: root), root.packages.names)
    guard !folder.isTop else { return try TreeCursor(top, packages: packages) }
    guard !packages.covers(folder) else { return nil }
    let path = try TreeNames(root: root.directory).path(of: folder)
    return try root.directory.directoryIfPresent(path).map {
      try TreeCursor($0, of: folder, packages: packages)
    }
  }

  /// `Documents`; that it is missing must not look as if it were empty.
  private static func top(of root: SandboxRoot) throws -> Directory {
    try root.requireInPlace()
    guard let top = try root.directory.directoryIfPresent(SandboxArea.documents.path) else {
      throw DocumentError(.storageFailed, "the workspace's folder Documents is missing; put it back")
    }
    return top
  }

  /// The name of an entry as the workspace shows it, in form C; nil when no document may be called that.
  static func legalName(_ entry: DirectoryEntry) -> FileName? {
    entry.name.flatMap { try? FileName($0) }
  }

  /// The kind of file that an entry names, also where the file system does not say it with the name.
  static func kind(of entry: DirectoryEntry, in directory: Directory) -> FileStatus.Kind? {
    if let kind = entry.kind { return kind }
    guard let name = entry.name else { return nil }
    return try? directory.status(name).kind
  }
}
