import DocumentModel
import LinuxSystem
import Storage

extension StoreVerifier {
  /// Documents without a file, by what a rename leaves of how their files looked.
  typealias Missing = [Fingerprint: String]

  /// Every document of the index against its file; returns those that have none.
  func checkDocuments(
    _ index: SQLiteIndex, _ report: inout VerificationReport,
    _ progress: @Sendable (VerificationReport) -> Void
  ) async throws(DocumentError) -> Missing {
    var missing: Missing = [:]
    let pages = EntryPages(index)
    while let entry = try await pages.next() {
      if try await isMissing(entry, index, &report) {
        missing[Self.lasting(entry.fingerprint)] = SandboxPath.document(entry.document.location)
        if missing.count > VerificationReport.maximumFindings { Self.add(&missing, to: &report) }
      }
      progress(report)
    }
    return missing
  }

  /// Device, inode, size and time of writing: what a rename does not change.
  private static func lasting(_ looks: Fingerprint) -> Fingerprint {
    Fingerprint(
      device: looks.device, inode: looks.inode, size: looks.size, modified: looks.modified, changed: 0)
  }

  private static func add(_ missing: inout Missing, to report: inout VerificationReport) {
    for path in missing.values.sorted() {
      report.add(.missingFile, path, "the index has a document here, and there is no file")
    }
    missing = [:]
  }

  private func isMissing(
    _ entry: IndexEntry, _ index: SQLiteIndex, _ report: inout VerificationReport
  ) async throws(DocumentError) -> Bool {
    let document = entry.document
    let path = SandboxPath.document(document.location)
    let spelled = try await root.run("the documents could not be examined") {
      try TreeNames(root: root.directory).path(of: document.location)
    }
    switch try await read(spelled, &report) {
    case .reported: return false
    case .absent:
      // A server may have changed it meanwhile: then the entry is not what it was, and nothing is wrong.
      guard try await index.entry(document.id) == entry else { return false }
      return try await !isInTrash(document.id, path, &report)
    case .hashed(let status, let sha256):
      report.documents += 1
      guard sha256 != document.sha256 || status.size != document.size,
        try await index.entry(document.id) == entry
      else { return false }
      Self.compare(entry, with: status, sha256, at: path, &report)
      return false
    }
  }

  private static func compare(
    _ entry: IndexEntry, with status: FileStatus, _ sha256: ContentHash, at path: String,
    _ report: inout VerificationReport
  ) {
    if sha256 == entry.document.sha256 {
      report.add(.wrongSize, path, "the index has \(entry.document.size) bytes, the file \(status.size)")
    } else if status.fingerprint.isUnchanged(from: entry.fingerprint) {
      report.add(
        .damagedFile, path, "the bytes are not those that were stored, though no program wrote to the file")
    } else {
      report.note(
        .changedFile, path, "the file was changed since it was indexed; the next start keeps the change")
    }
  }

  private func isInTrash(
    _ id: DocumentID, _ path: String, _ report: inout VerificationReport
  ) async throws(DocumentError) -> Bool {
    let isThere = try await root.run("the Trash could not be examined") {
      try FileRelocation.trashed(id, root.directory) != nil
    }
    if isThere { report.note(.movedFile, path, "the file is in the Trash; the next start follows it") }
    return isThere
  }

  /// Every file of the tree against the index; then what is still missing.
  func checkTree(
    _ index: SQLiteIndex, _ missing: Missing, _ report: inout VerificationReport
  ) async throws(DocumentError) {
    var missing = missing
    let walk = TreeWalk(root: root)
    while let finding = try await walk.next() {
      switch finding {
      case .passedOver(let path, let reason):
        report.note(.passedOver, "\(SandboxArea.documents.path)/\(path)", reason.sentence)
      case .unread(let folder):
        report.add(.unreadable, SandboxPath.folder(folder), "the folder could not be read")
      case .file(let file):
        // Also one that can be no document: its row is told as that.
        guard try await !index.hasEntry(at: file.location) else { continue }
        if let old = missing.removeValue(forKey: Self.lasting(file.fingerprint)) {
          report.note(.movedFile, old, "the file was moved since it was indexed; the next start follows it")
        } else {
          let path = SandboxPath.document(file.location)
          report.note(.unindexedFile, path, "not in the index; the next start takes it up")
        }
      }
    }
    guard !Task.isCancelled else { throw DocumentError(.busy, "the check was given up") }
    Self.add(&missing, to: &report)
  }

  /// Every document in the Trash against its file.
  func checkTrash(
    _ index: SQLiteIndex, _ report: inout VerificationReport,
    _ progress: @Sendable (VerificationReport) -> Void
  ) async throws(DocumentError) {
    var query = DocumentQuery(trashed: true, order: .name, limit: 100)
    repeat {
      let page = try await index.documents(query)
      for document in page.documents {
        try await check(trashed: document, index, &report)
        progress(report)
      }
      query.cursor = page.next
    } while query.cursor != nil
  }

  /// Every file in the Trash against the index: one that was rebuilt knows nothing of them.
  func checkOrphans(
    _ index: SQLiteIndex, _ report: inout VerificationReport
  ) async throws(DocumentError) {
    let names = try await root.run("the Trash could not be listed") {
      try root.directory.directoryIfPresent(SandboxPath.trash)?.entries().compactMap(\.name).sorted() ?? []
    }
    for id in names.compactMap({ DocumentID($0) }) {
      let path = try await root.run("the Trash could not be examined") {
        try FileRelocation.trashed(id, root.directory)
      }
      guard let path, try await index.document(id) == nil else { continue }
      guard try await !index.isRemoved(id) else {
        report.note(.leftover, path, "the document was removed for good; the next start removes its file")
        continue
      }
      report.note(.orphanedTrash, path, "the index does not have this document; a repair lists it again")
    }
  }

  private func check(
    trashed document: Document, _ index: SQLiteIndex, _ report: inout VerificationReport
  ) async throws(DocumentError) {
    let place = SandboxPath.trash(document.id)
    let path = try await root.run("the Trash could not be examined") {
      try FileRelocation.trashed(document.id, root.directory)
    }
    guard let path else {
      guard try await index.document(document.id) == document else { return }
      return report.note(.emptyTrash, place, "the file of a document in the Trash was removed")
    }
    guard case .hashed(_, let sha256) = try await read(path, &report) else { return }
    report.documents += 1
    guard sha256 != document.sha256 else { return }
    report.add(.damagedFile, path, "the bytes are not those that were put into the Trash")
  }
}
