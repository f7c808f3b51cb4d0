import DocumentModel
import LinuxSystem

/// All that lies beneath a workspace's root on its way out as a ZIP, written while it is read.
///
/// What ``ContainerEntry/exclusion`` names is left out, and what comes after it was listed is not in it. Of the
/// server's own files (``ContainerPath/mayChange``) it has as many bytes as there are when their turn comes, none when
/// they are gone by then, so the length of the whole is not known before. Drafts (``ContainerDrafts``) go before all
/// else, and of a held content that is gone by its turn the version that was made of it is in its place. Anything else
/// that is not what was listed when its turn comes, or changes while it is read, ends the archive as an error: it is
/// never a ZIP in which something is missing. Besides one piece of a file, names and checksums take memory, some
/// hundred bytes a file.
///
/// Threading: may be used from any task; files are read on the workspace's own threads.
public struct ContainerArchive: Sendable {
  let root: SandboxRoot
  let index: UnnamedIndexCopy
  /// What it is to hold, each folder before what is in it.
  let entries: [ContainerEntry]
  /// Taken as long as somebody has the archive.
  let share: ArchiveRoom.Share
  /// For as long, too.
  let download: ContainerDownloads.One

  /// Gives all bytes of the archive to `sink`, in pieces and in order.
  ///
  /// Throws `.contentChanged` when a file that must not change is no longer what was listed, or any gets shorter while
  /// it is read, `.storageFailed` for an I/O error, `CancellationError`, and what `sink` throws; what was given until
  /// then is no archive.
  public func write(to sink: @Sendable ([UInt8]) async throws -> Void) async throws {
    var stream = ArchiveStream(root)
    let drafts = ContainerDrafts(entries)
    try await add(drafts, to: &stream, sink)
    for entry in entries where !drafts.goesFirst(entry.path) { try await add(entry, to: &stream, sink) }
    try await stream.end(to: sink)
  }

  private func add(
    _ entry: ContainerEntry, to stream: inout ArchiveStream, _ sink: ArchiveStream.Sink
  ) async throws {
    guard entry.kind != .folder else {
      let name = entry.path.bytes + [ContainerPath.slash]
      return try await stream.addFolder(name, written: entry.status.modified, to: sink)
    }
    try await stream.addFile(entry.path.bytes, to: sink) { [root, index] in
      try entry.reading(in: root.directory, index: index)
    }
  }

  private func add(
    _ drafts: ContainerDrafts, to stream: inout ArchiveStream, _ sink: ArchiveStream.Sink
  ) async throws {
    var sent: Set<ContainerPath> = []
    for entry in entries where drafts.goesFirst(entry.path) && !sent.contains(entry.path) {
      try await add(entry, to: &stream, sink)
      guard drafts.sessions.contains(entry.path) else { continue }
      for file in try await openDraft(of: entry.path).files {
        sent.insert(ContainerPath(Array(file.path.utf8)))
        try await stream.addFile(Array(file.path.utf8), to: sink) {
          ArchivedReading(file.descriptor, file.status, mayChange: false, changed: entry.path.changed)
        }
      }
    }
  }

  private func openDraft(of session: ContainerPath) async throws(DocumentError) -> OpenedDraft {
    let root = root
    let draft = try await root.run("a draft could not be read") { () throws -> OpenedDraft? in
      try OpenedDraft(in: session.shown, of: root.directory)
    }
    guard let draft else { throw session.changed }
    return draft
  }
}

extension ContainerEntry {
  /// Opens the file that it names beneath `top`; instead of the index its copy.
  ///
  /// Nil when it may change (``ContainerPath/mayChange``), is gone by now or cannot be read, and is no held content.
  /// Throws `.contentChanged` when it may not, and is not what was listed, or when it is a held content that is gone
  /// and no version was made of. Blocks.
  func reading(in top: Directory, index: UnnamedIndexCopy) throws -> ArchivedReading? {
    guard path != .index else {
      return ArchivedReading(
        index.file, index.status, written: status, mayChange: true, changed: path.changed)
    }
    guard case .opened(let file, let opened) = try ContainerFile(self, in: top) else {
      return try readingOfVersion(in: top)
    }
    if !opened.isSameContent(as: status) { try path.demandMayChange() }
    return ArchivedReading(file, opened, mayChange: path.mayChange, changed: path.changed)
  }

  /// In place of a file that is gone the version that was made of it, if it was a held content: that was moved to where
  /// the archive may have been.
  private func readingOfVersion(in top: Directory) throws -> ArchivedReading? {
    guard let hash = path.heldContent else {
      try path.demandMayChange()
      return nil
    }
    guard let (file, opened) = try FileContent.open(SandboxPath.version(hash), in: top) else {
      throw path.changed
    }
    return ArchivedReading(file, opened, written: status, mayChange: false, changed: path.changed)
  }
}
