import DocumentModel
import LinuxSystem
import Storage

/// Drafts: contents handed over and not saved yet.
///
/// ```
///   drafts opened ──▶ index copied ──▶ … ──▶ the opened drafts are kept, with those that came since
/// ```
/// A draft that is saved after the index was copied is in no version of that copy, and gone from `Library/Drafts`. So its
/// two files are opened before, as a pair (``OpenedDraft``), also while the client hands over more. A draft that was saved
/// before the copy is in both; the next server sees that by its content.
extension SnapshotMaker {
  /// Open at a time, at most; of more than that, those beyond are read when their turn comes.
  private static let mostDrafts = 200

  func openedDrafts() async throws(DocumentError) -> [String: OpenedDraft] {
    let root = root
    return try await root.run("the drafts could not be read") {
      var drafts: [String: OpenedDraft] = [:]
      for folder in try Self.draftFolders(in: root.directory).prefix(Self.mostDrafts) {
        drafts[folder] = try Self.whole(folder, in: root.directory)
      }
      return drafts
    }
  }

  mutating func keepDrafts(_ opened: [String: OpenedDraft]) async throws(DocumentError) {
    for (folder, draft) in opened.sorted(by: { $0.key < $1.key }) { try await keep(draft, in: folder) }
    let root = root
    let folders = try await root.run("the drafts could not be listed") {
      try Self.draftFolders(in: root.directory)
    }
    for folder in folders where opened[folder] == nil {
      let draft = try await root.run("a draft could not be read") {
        try Self.whole(folder, in: root.directory)
      }
      if let draft { try await keep(draft, in: folder) }
    }
  }

  private static func draftFolders(in root: Directory) throws -> [String] {
    let names = try root.directoryIfPresent(SandboxPath.drafts)?.entries().compactMap(\.name) ?? []
    return names.sorted().map { "\(SandboxPath.drafts)/\($0)" }
      .filter { (try? root.status($0).kind) == .directory }
  }

  /// A draft with its content; nil for a damaged one, whose files are kept as any of the `Library`.
  private static func whole(_ folder: String, in root: Directory) throws -> OpenedDraft? {
    guard let draft = try OpenedDraft(in: folder, of: root), draft.draft != nil, draft.files.count == 2 else {
      return nil
    }
    return draft
  }

  private mutating func keep(_ opened: OpenedDraft, in folder: String) async throws(DocumentError) {
    guard let draft = opened.draft, !exclusion.documents.contains(draft.document) else { return }
    let (backup, onRead) = (self.folder, self.backup.onRead)
    var files: [BackupManifest.File] = []
    for file in opened.files {
      let hash: ContentHash?
      do throws(DocumentError) {
        hash = try await root.run("a draft could not be copied") { () throws -> ContentHash? in
          let hash = try Self.hash(file, onRead)
          if try backup.has(hash, size: file.status.size) { return hash }
          return try backup.keep(file.descriptor, as: hash) == hash ? hash : nil
        }
      } catch  where error.code == .contentUnreadable {
        drafts.insert(folder)
        return report.findings.append(.init(.unreadable, file.path, error.detail))
      }
      guard let hash else {
        return report.findings.append(
          .init(.changedFile, file.path, "another program is writing to the file"))
      }
      files.append(.init(path: file.path, size: file.status.size, sha256: hash))
    }
    manifest.library += files
    drafts.insert(folder)
  }

  private static func hash(
    _ file: OpenedDraft.File, _ onRead: (String) throws -> Void
  ) throws(DocumentError) -> ContentHash {
    do {
      try onRead(file.path)
      return try FileHasher.hash(file.descriptor)
    } catch {
      throw DocumentError(.contentUnreadable, "the disk does not give the bytes", cause: error)
    }
  }
}
