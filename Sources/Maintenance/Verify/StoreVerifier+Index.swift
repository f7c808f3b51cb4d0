import DocumentModel
import Storage

/// The index's own consistency: the sum of all contents, and the events.
extension StoreVerifier {
  /// The sum that is carried forward against one that is counted, both of one moment.
  func checkUsage(
    _ index: SQLiteIndex, _ report: inout VerificationReport
  ) async throws(DocumentError) {
    guard let sums = try await index.usageSums(), sums.kept != sums.counted else { return }
    report.add(
      .wrongUsage, SandboxPath.index,
      "it says that all contents have \(sums.kept) bytes together, and they have \(sums.counted)")
  }

  /// Every entry: one that can be no document is in no list.
  func checkEntries(
    _ index: SQLiteIndex, _ report: inout VerificationReport
  ) async throws(DocumentError) {
    var last = Int64.min
    while let page = try await index.page(after: last) {
      for (key, reason) in page.unreadable {
        report.add(.unreadableEntry, "\(SandboxPath.index)#document-\(key)", "no document: \(reason)")
      }
      last = page.last
    }
  }

  /// Every event: one that cannot be read keeps all later ones from listeners.
  func checkEvents(
    _ index: SQLiteIndex, _ report: inout VerificationReport
  ) async throws(DocumentError) {
    var last = Int64.min
    while true {
      guard !Task.isCancelled else { throw DocumentError(.busy, "the check was given up") }
      let page = try await index.readableEvents(after: last)
      for sequence in page.unreadable {
        report.add(.unreadableEvent, "\(SandboxPath.index)#\(sequence)", "an event that cannot be read")
      }
      guard let end = page.last else { return }
      last = end
    }
  }
}
