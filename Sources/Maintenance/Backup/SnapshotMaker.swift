import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem
import Storage

/// One try at a snapshot: copies the index, keeps what it names, and describes it.
struct SnapshotMaker: Sendable {
  let backup: Backup
  let folder: BackupFolder
  let progress: @Sendable (BackupReport) -> Void
  let place: String
  let created = Date()

  var report = BackupReport()
  var manifest: BackupManifest
  /// The copy of the index; nil when the workspace has none.
  var copy: SQLiteIndex?
  /// The index itself, for where documents are now.
  var live: SQLiteIndex?
  /// Documents whose files hold something that the index does not know yet.
  var edited: Set<DocumentID> = []
  var exclusion = BackupExclusion()
  var drafts: Set<String> = []

  var root: SandboxRoot { backup.root }

  init(
    _ backup: Backup, _ folder: BackupFolder, _ progress: @escaping @Sendable (BackupReport) -> Void
  ) throws(DocumentError) {
    self.backup = backup
    self.folder = folder
    self.progress = progress
    place = "\(BackupFolder.incoming)/\(DocumentID())"
    manifest = BackupManifest(created: created, counts: BackupCounts())
    try refusing("the backup folder could not be written") {
      _ = try folder.directory.makeDirectory(place, mode: 0o700)
    }
  }

  /// Keeps everything; what cannot be kept is in the report.
  mutating func make() async throws(DocumentError) {
    let opened = try await openedDrafts()
    try await copyDatabases()
    try await step(.indexCopied)
    try await keepTree()
    try await step(.treeWalked)
    try await keepContents()
    try await keepDrafts(opened)
    try await keepLibrary()
    try await step(.contentsKept)
  }

  func step(_ step: Backup.Step) async throws(DocumentError) {
    do {
      try await backup.onStep(step)
    } catch {
      throw DocumentError(disk: error, "the backup was stopped")
    }
    guard !Task.isCancelled else { throw DocumentError(.busy, "the backup was given up") }
  }

  // MARK: Databases

  private mutating func copyDatabases() async throws(DocumentError) {
    let root = root
    let isThere = try SQLiteSidecars.exists(SandboxPath.index, in: root)
    // Its documents would be kept without their ids, versions, tags and notes, and push out snapshots that have them.
    let isLost = try await root.run("what is kept could not be examined") {
      try !isThere && IndexRecovery.hadIndex(root)
    }
    guard !isLost else {
      throw DocumentError(
        .storageFailed,
        "the index (\(SandboxPath.index)) is gone: start the server, which makes it anew of its copy, and back up then"
      )
    }
    if isThere {
      let index = try await root.run("the index could not be opened") { try SQLiteIndex(root: root) }
      live = index
      let path = "\(folder.path)/\(place)/index.sqlite"
      try await index.copy(to: path)
      exclusion = BackupExclusion(try await SQLiteIndex.takeOutExcluded(fromCopyAt: path, of: root))
      report.excluded = exclusion.documents.count
      manifest.excluded = exclusion.documents.count
      copy = try await root.run("the copy of the index could not be opened") {
        try SQLiteIndex(copyAt: path)
      }
    }
    if try SQLiteSidecars.exists(SandboxPath.accounts, in: root) {
      try await SQLiteAccountStore.copy(of: root, to: "\(folder.path)/\(place)/accounts.sqlite")
    }
  }

  /// Whether the index changed since it was copied, so that what is missing may be missing by right.
  func isOutdated() async throws(DocumentError) -> Bool {
    guard let live, let copy else { return false }
    return try await live.progress() != copy.progress(without: exclusion.versions)
  }

  // MARK: Contents

  private mutating func keepContents() async throws(DocumentError) {
    guard let copy else { return try await writeList([]) }
    try await dropNewer()
    try await noteAway(copy)
    manifest.counts.documents = try await copy.documentCount()
    manifest.counts.trashed = try await copy.trashedCount()
    var lines: [String] = []
    for kind in NeededContent.Kind.allCases { try await keep(kind, of: copy, &lines) }
    try await writeList(lines)
  }

  private mutating func keep(
    _ kind: NeededContent.Kind, of copy: SQLiteIndex, _ lines: inout [String]
  ) async throws(DocumentError) {
    var after = ""
    while true {
      let page = try await copy.neededContents(of: kind, after: after)
      for (content, isKept) in zip(page, try await keepAll(page)) where isKept {
        manifest.counts.contents += 1
        manifest.counts.bytes += content.size
        lines.append(ContentList.line(content.hash, content.size))
      }
      guard let last = page.last else { return }
      guard !Task.isCancelled else { throw DocumentError(.busy, "the backup was given up") }
      after = last.hash.description
    }
  }

  private func writeList(_ lines: [String]) async throws(DocumentError) {
    let (folder, path) = (folder, "\(place)/\(ContentList.name)")
    try await root.run("the list of contents could not be written") {
      let file = try folder.directory.open(path, flags: O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
      for line in lines { try file.append(line.utf8) }
      try file.synchronize()
    }
  }

  /// Keeps every content of `page`; says of each whether it is kept now, and in the report why not, if asked to.
  mutating func keepAll(
    _ page: [NeededContent], explaining: Bool = true
  ) async throws(DocumentError) -> [Bool] {
    var kept: [Bool] = []
    for (content, outcome) in zip(page, try await outcomes(of: page)) {
      switch outcome {
      case .known: kept.append(true)
      case .kept:
        report.copied += 1
        report.copiedBytes += content.size
        kept.append(true)
      case .absent(let damaged, let unreadable):
        if explaining { try await explain(content, damaged, unreadable) }
        kept.append(false)
      }
    }
    return kept
  }

  /// So many contents are copied at once: most of the time of a small one is waiting for the disk.
  private static let width = 8

  private func outcomes(of page: [NeededContent]) async throws(DocumentError) -> [ContentSource.Outcome] {
    let source = ContentSource(root: root, copy: copy, live: live, onRead: backup.onRead)
    let (folder, progress) = (folder, progress)
    var (sofar, found) = (report, [Int: ContentSource.Outcome]())
    do {
      try await withThrowingTaskGroup(of: (Int, ContentSource.Outcome).self) { group in
        for (place, content) in page.enumerated() {
          if place >= Self.width, let (place, outcome) = try await group.next() {
            found[place] = outcome
            sofar.copied += outcome.isNew ? 1 : 0
            sofar.copiedBytes += outcome.isNew ? page[place].size : 0
          }
          group.addTask { (place, try await source.keep(content, in: folder)) }
          progress(sofar)
        }
        for try await (place, outcome) in group { found[place] = outcome }
      }
    } catch {
      throw DocumentError(disk: error, "the contents could not be copied")
    }
    return page.indices.map { found[$0] ?? .absent() }
  }

  /// Says why a content could not be kept, unless it is no longer needed.
  private mutating func explain(
    _ content: NeededContent, _ damaged: String?, _ unreadable: String?
  ) async throws(DocumentError) {
    if let unreadable {
      let detail = "the disk does not give these bytes; the content is not in the backup"
      return report.findings.append(.init(.unreadable, unreadable, detail))
    }
    if let damaged {
      let detail = "the bytes are not those that were stored; the content is not in the backup"
      return report.findings.append(.init(.damagedFile, damaged, detail))
    }
    let owners = try await copy?.owners(of: content.hash) ?? []
    for owner in owners where owner.trashed == nil {
      let path = SandboxPath.document(owner.location)
      if edited.contains(owner.id) {
        report.note(.overwrittenVersion, path, "another program overwrote this content before it was kept")
      } else {
        report.findings.append(
          .init(.missingFile, path, "the index has a document here, and there is no file"))
      }
    }
    for owner in owners where owner.trashed != nil {
      report.note(.emptyTrash, SandboxPath.trash(owner.id), "the file of a document in the Trash was removed")
    }
    guard owners.isEmpty, content.isRequired else { return }
    let detail = "a document has this version, and its content is not kept"
    report.findings.append(.init(.missingVersion, SandboxPath.version(content.hash), detail))
  }

  /// Documents whose file was moved on the disk, and which the next start follows.
  ///
  /// A file that the server is moving at this moment does not count.
  private mutating func noteAway(_ copy: SQLiteIndex) async throws(DocumentError) {
    let hashes = Set(manifest.unindexed.map(\.sha256))
    guard !hashes.isEmpty else { return }
    let pages = EntryPages(copy)
    while let entry = try await pages.next() {
      let (root, document) = (root, entry.document)
      let isThere = try await root.run("the documents could not be examined") {
        try root.names.isFile(document.location)
      }
      guard !isThere, hashes.contains(document.sha256), try await live?.document(document.id) == document
      else { continue }
      manifest.away.append(document.id)
    }
  }
}
