import DocumentModel
import LinuxSystem
import Storage

/// Files of the tree that are not in the index yet, folders, and the rest of `Library`.
extension SnapshotMaker {
  mutating func keepTree() async throws(DocumentError) {
    let walk = TreeWalk(root: root)
    while let finding = try await walk.next() {
      switch finding {
      case .file(let file): try await keep(file)
      case .passedOver(let path, let reason):
        report.note(.passedOver, "\(SandboxArea.documents.path)/\(path)", reason.sentence)
      case .unread(let folder):
        let detail = "the folder could not be read"
        report.findings.append(.init(.unreadable, SandboxPath.folder(folder), detail))
      }
    }
    try await listFolders()
  }

  /// Keeps a file of the tree that is not as the copied index has it, unless that is the server's doing.
  private mutating func keep(_ file: PlacedContent) async throws(DocumentError) {
    let known = try await copy?.entries(at: [file.location]).first
    if let known, known.fingerprint.hasContent(of: file.fingerprint) { return }
    guard try await !isNewer(than: known?.document, at: file.location) else { return }
    let (root, path) = (root, SandboxPath.document(file.location))
    let spelled = try await root.run("the documents could not be examined") {
      try TreeNames(root: root.directory).path(of: file.location)
    }
    do throws(DocumentError) {
      for _ in 1...3 {
        guard let found = try await ContentReading(root: root).hash(spelled) else { continue }
        guard found.sha256 != known?.document.sha256 else { return }
        let exclusion = exclusion
        let isExcluded = try await root.run("the documents could not be examined") {
          try known == nil && exclusion.hasMoved(found.sha256, in: root.directory)
        }
        guard !isExcluded else { return }
        return try await keep(found, at: spelled, as: path, instead: known?.document)
      }
      report.findings.append(.init(.changedFile, path, "another program is writing to the file all the time"))
    } catch  where error.code == .notFound {
      return
    } catch  where error.code != .busy {
      report.findings.append(.init(.unreadable, path, error.detail))
    }
  }

  private mutating func keep(
    _ found: ContentReading.Finding, at spelled: String, as path: String, instead known: Document?
  ) async throws(DocumentError) {
    let (root, folder) = (root, folder)
    let isNew = try await root.run("the file could not be copied") {
      try folder.has(found.sha256, size: found.status.size) == false
    }
    let isKept = try await root.run("the file could not be copied") {
      guard isNew else { return true }
      guard let file = try root.packages.openIfFit(spelled)?.file else { return false }
      return try folder.keep(file, as: found.sha256) == found.sha256
    }
    guard isKept else {
      return report.findings.append(
        .init(.changedFile, path, "another program wrote to the file while it was copied"))
    }
    if let known { edited.insert(known.id) }
    if isNew {
      report.copied += 1
      report.copiedBytes += found.status.size
      progress(report)
    }
    manifest.unindexed.append(
      .init(path: path, size: found.status.size, sha256: found.sha256, modified: found.status.modified))
    manifest.counts.unindexed += 1
  }

  /// Leaves out files that the server was placing when they were seen.
  ///
  /// Files that it noticed since are left out, too, where the content before is kept.
  mutating func dropNewer() async throws(DocumentError) {
    var kept: [BackupManifest.File] = []
    for file in manifest.unindexed {
      guard let location = SnapshotWriter.location(file.path) else { continue }
      let known = try await copy?.document(at: location)
      if try await !isNewer(than: known, at: location) { kept.append(file) }
    }
    manifest.unindexed = kept
    manifest.counts.unindexed = kept.count
  }

  /// Whether the server put the file at `location` there since the index was copied, or it is left out.
  ///
  /// A file that the server merely found was there before. When it is another content of a document, the one in the
  /// copied index may be gone: one of both is kept in any case.
  private mutating func isNewer(
    than known: Document?, at location: Location
  ) async throws(DocumentError) -> Bool {
    guard let now = try await live?.document(at: location) else { return false }
    if exclusion.documents.contains(now.id) { return true }
    if let known {
      return now.id == known.id && now.sha256 == known.sha256 ? false : try await isKept(known)
    }
    if let earlier = try await copy?.document(now.id) {
      return now.sha256 == earlier.sha256 ? true : try await isKept(earlier)
    }
    return try await live?.firstOrigin(of: now.id) != .disk
  }

  /// Whether the backup has what a document was when the index was copied, or can have it now.
  private mutating func isKept(_ earlier: Document) async throws(DocumentError) -> Bool {
    let content = NeededContent(hash: earlier.sha256, size: earlier.size, isRequired: true)
    return try await keepAll([content], explaining: false) == [true]
  }

  private mutating func listFolders() async throws(DocumentError) {
    let store = FileContentStore(root: root)
    var waiting = [FolderPath.top]
    while let folder = waiting.popLast() {
      let names: [FileName]
      do throws(DocumentError) {
        names = try await store.folders(in: folder)
      } catch {
        // It was removed meanwhile, or cannot be read, which the walk has told.
        continue
      }
      let inner = names.map(folder.appending).filter { (try? FolderPath(parsing: $0.description)) != nil }
      manifest.folders += inner.map(\.description)
      waiting += inner
    }
    manifest.folders.sort()
  }

  // MARK: Library

  /// Files that are kept elsewhere, can be made anew, or are of this moment alone.
  private static let passedOver: Set<String> = [
    "lock", "Versions", "Held", "Trash", "Backups", "Uploads", "index.sqlite", "accounts.sqlite",
    "search.sqlite", "revocations",
    "index.damaged", "restoring", "last-backup",
  ]

  mutating func keepLibrary() async throws(DocumentError) {
    let (root, exclusion) = (root, exclusion)
    let paths = try await root.run("the Library could not be listed") {
      try Self.files(in: SandboxArea.library.path, of: root.directory) { name in
        !Self.passedOver.contains(name) && !name.hasSuffix("-wal") && !name.hasSuffix("-shm")
          && !name.hasPrefix(IndexCopyName.Kind.aside.rawValue)
      }.filter { !exclusion.covers($0, in: root.directory) }
    }
    for path in paths where !isOfDraft(path) { try await keepLibrary(path) }
  }

  /// Whether a file is of a draft that is kept already.
  private func isOfDraft(_ path: String) -> Bool {
    guard path.hasPrefix("\(SandboxPath.drafts)/"), let slash = path.lastIndex(of: "/") else { return false }
    return drafts.contains(String(path[..<slash]))
  }

  private static func files(
    in path: String, of root: Directory, where isWanted: (String) -> Bool = { _ in true }
  ) throws -> [String] {
    guard let directory = try root.directoryIfPresent(path) else { return [] }
    var found: [String] = []
    for name in try directory.entries().compactMap(\.name).sorted() where isWanted(name) {
      switch try directory.statusIfPresent(name)?.kind {
      case .regular: found.append("\(path)/\(name)")
      case .directory: found += try files(in: "\(path)/\(name)", of: root)
      default: continue
      }
    }
    return found
  }

  private mutating func keepLibrary(_ path: String) async throws(DocumentError) {
    let (root, folder) = (root, folder)
    do throws(DocumentError) {
      for _ in 1...3 {
        guard let found = try await read(library: path) else { continue }
        let isKept = try await root.run("a file of the Library could not be copied") {
          if try folder.has(found.sha256, size: found.status.size) { return true }
          guard let (file, _) = try FileContent.open(path, in: root.directory) else { return false }
          return try folder.keep(file, as: found.sha256) == found.sha256
        }
        guard isKept else { continue }
        return manifest.library.append(.init(path: path, size: found.status.size, sha256: found.sha256))
      }
      report.findings.append(.init(.changedFile, path, "another program is writing to the file all the time"))
    } catch  where error.code == .notFound {
      return
    } catch  where error.code == .contentUnreadable {
      report.findings.append(.init(.unreadable, path, error.detail))
    }
  }

  /// Throws `.notFound` when nothing is there, `.contentUnreadable` when the disk does not give what is.
  private func read(library path: String) async throws(DocumentError) -> ContentReading.Finding? {
    let onRead = backup.onRead
    do throws(DocumentError) {
      try refusing("the file could not be read") { try onRead(path) }
      return try await ContentReading(root: root).hash(path)
    } catch  where ![.notFound, .busy].contains(error.code) {
      throw DocumentError(.contentUnreadable, error.detail, cause: error)
    }
  }
}
