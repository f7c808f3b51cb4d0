import DocumentModel
import Logging
import Synchronization

/// Files that are no document's own become documents, where files are shared (spec documents FS-1).
///
/// Where they are not, foreign files in `Documents` are left alone: neither listed nor touched. A foreign change of the
/// file of a document is seen when the document is read, worked on, or looked for at the next start.
extension TreePass {
  /// So many files at a time: while one waits for the disk, another is hashed or looked at.
  private static let width = 4

  /// Makes documents of files, a few at a time and in no order.
  ///
  /// Throws what ends the pass, once all that had begun are done.
  func adopt(
    _ files: [PlacedContent], _ report: inout TreeReport, progress: JobProgress? = nil
  ) async throws {
    try await withThrowingTaskGroup(of: TreeReport.self) { group in
      for (number, file) in files.enumerated() {
        if number >= Self.width, let part = try await group.next() { report.merge(part) }
        progress?.advance(to: number, of: files.count)
        group.addTask { [self] in
          var part = TreeReport()
          try await adopt(file, &part)
          return part
        }
      }
      for try await part in group { report.merge(part) }
    }
  }

  private func adopt(_ file: PlacedContent, _ report: inout TreeReport) async throws {
    guard !Self.isPassedOver(file.location) else {
      report.unlisted += 1
      let path = file.location.relativePath
      sayOnce(
        "name \(path)", "a file in Documents is not listed",
        because: "\"\(path)\": other programs leave such names")
      return
    }
    guard try await mayBeDocument(file), try await !isFollowed(late: file, &report) else { return }
    guard file.size < limits.long else { return await adoptLater(file) }
    switch try await attempt(file, &report, { try await places.adopt(file, takesUp: takesUp) }) {
    case .some(.added): report.added += 1
    case .some(.returned): report.returned += 1
    case nil: break
    }
  }

  /// Lets a document follow its file that was renamed after the walk had seen it at its old place.
  ///
  /// So no entry seemed to be without a file.
  ///
  /// False when it is no document's own, or something lies at the old place. That is the same file, as a link, or
  /// another one, of which this is the backup. True also when it may be about to become that, which a later pass
  /// sees.
  private func isFollowed(late file: PlacedContent, _ report: inout TreeReport) async throws -> Bool {
    let entries = try await places.index.entries(withFile: file.fingerprint)
    guard let entry = entries.first(where: { $0.fingerprint.hasContent(of: file.fingerprint) }),
      entry.document.location != file.location, try await places.isMissing(entry.document.location)
    else { return false }
    if Self.isBackup(file.location, of: entry.document.location), isRecentlyMissing(entry) {
      report.unfinished += 1
      return true
    }
    return try await move(entry, to: file, &report)
  }

  /// Whether a file without an entry is worth reading.
  ///
  /// It becomes a document, or may be one that is in the Trash without a file. The way back of such a
  /// document was interrupted, or another program had taken its file away.
  func mayBeDocument(_ file: PlacedContent) async throws -> Bool {
    if takesUp { return true }
    if let sizes = awaited.withLock(\.self) { return sizes.contains(file.size) }
    let sizes = try await awaitedSizes()
    awaited.withLock { $0 = sizes }
    return sizes.contains(file.size)
  }

  private func awaitedSizes() async throws -> Set<Int64> {
    var sizes: Set<Int64> = []
    var query = DocumentQuery(trashed: true, order: .created, limit: 200)
    repeat {
      let page = try await places.index.documents(query)
      for document in page.documents {
        guard try await places.isMissingInTrash(document.id) else { continue }
        sizes.insert(document.size)
      }
      query.cursor = page.next
    } while query.cursor != nil
    return sizes
  }
}
