import DocumentModel
import Logging

/// Files that are no document's own become documents.
extension Reconciler {
  /// So many files at a time: while one waits for the disk, another is hashed or looked at.
  private static let width = 4

  /// Makes documents of files, a few at a time and in no order.
  ///
  /// Throws what ends the pass, once all that had begun are done.
  func adopt(_ files: [PlacedContent], _ report: inout Report) async throws {
    try await withThrowingTaskGroup(of: Report.self) { group in
      for (number, file) in files.enumerated() {
        if number >= Self.width, let part = try await group.next() { report.merge(part) }
        group.addTask { [self] in
          var part = Report()
          try await adopt(file, &part)
          return part
        }
      }
      for try await part in group { report.merge(part) }
    }
  }

  /// Makes a document of a file that is no document's own, unless it has one by now.
  private func adopt(_ file: PlacedContent, _ report: inout Report) async throws {
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
    switch try await attempt(file, &report, { try await workspace.adopt(file, takesUp: takesUp) }) {
    case .some(.added): report.added += 1
    case .some(.returned): report.returned += 1
    case nil: break
    }
  }

  /// Lets a document follow its file that was renamed after the walk had seen it at its old place: so no entry seemed to be
  /// without a file.
  ///
  /// False when it is no document's own, or something lies at the old place: the same file, as a link, or another one, of
  /// which this is the backup. True also when it may be about to become that, which a later pass sees.
  private func isFollowed(late file: PlacedContent, _ report: inout Report) async throws -> Bool {
    guard let document = try await workspace.metadata.document(withFile: file.fingerprint),
      document.location != file.location, try await workspace.isMissing(document.location),
      let entry = try await workspace.metadata.entry(document.id)
    else { return false }
    if Self.isBackup(file.location, of: document.location), isRecentlyMissing(entry) {
      report.unfinished += 1
      return true
    }
    return try await move(entry, to: file, &report)
  }
}
