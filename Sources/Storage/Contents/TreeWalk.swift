import DocumentModel
import LinuxSystem

/// Walks `Documents`, a few hundred names at a time while somebody asks for them.
actor TreeWalk {
  /// Something met on the way.
  enum Finding: Hashable, Sendable {
    /// A document's file.
    case file(PlacedContent)
    /// Something that is on the disk and can be no document, with its path relative to `Documents`.
    case passedOver(String, Reason)
  }

  /// Why something can be no document.
  ///
  /// Hidden names are passed over without a word.
  enum Reason: String, Hashable, Sendable {
    /// Not UTF-8, not in normalisation form C, or with characters that no name may have.
    case illegalName
    /// A link, device, socket or FIFO.
    case notRegular
    /// Nested more deeply than documents may be.
    case tooDeep
  }

  private let root: SandboxRoot
  private var cursor: TreeCursor?
  private var ready: ArraySlice<Finding> = []

  init(root: SandboxRoot) {
    self.root = root
  }

  /// The next finding; nil after the last.
  ///
  /// Ends early when the task is cancelled.
  func next() async throws(DocumentError) -> Finding? {
    while ready.isEmpty {
      guard !Task.isCancelled else { return nil }
      // For one consumer: nobody else moves the cursor while this waits.
      let (moved, findings) = try await root.run("the documents could not be listed") { [root, cursor] in
        try Self.step(cursor, in: root.directory)
      }
      cursor = moved
      guard let findings else { return nil }
      ready = findings[...]
    }
    return ready.popFirst()
  }

  private static func step(_ cursor: TreeCursor?, in root: Directory) throws -> (TreeCursor, [Finding]?) {
    var next = try cursor ?? TreeCursor(root.directory(SandboxArea.documents.path))
    let findings = try next.advance()
    return (next, findings)
  }

  /// The name of an entry if it can be one in the workspace: legal, and spelt as the workspace would spell it.
  static func legalName(_ entry: DirectoryEntry) -> FileName? {
    guard let text = entry.name, let name = try? FileName(text) else { return nil }
    return Array(name.description.utf8) == entry.bytes ? name : nil
  }

  /// What kind of file an entry names, also where the file system does not say it with the name.
  static func kind(of entry: DirectoryEntry, in directory: Directory) -> FileStatus.Kind? {
    if let kind = entry.kind { return kind }
    guard let name = entry.name else { return nil }
    return try? directory.status(name).kind
  }
}
