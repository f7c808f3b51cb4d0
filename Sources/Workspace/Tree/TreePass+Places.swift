import DocumentModel
import Synchronization

extension TreePass {
  struct Outcome: Sendable {
    var report = TreeReport()
    var again: Set<Location> = []
    /// After which pause the whole tree is to be looked at; nil for not at all.
    var treeAfter: Duration?
  }

  func passOverTree(_ progress: JobProgress) async throws -> Outcome {
    let report = try await pass(progress)
    let written = writers.places
    // The rest are missing, and may be about to be written again.
    return Outcome(
      report: report, again: written, treeAfter: report.unfinished > written.count ? writers.quiet : nil)
  }

  /// Brings single places in line, where nothing but a file's content is new.
  ///
  /// A file that is missing, or that is another than the document's, may have been renamed. Then nothing is done, and
  /// the whole tree is wanted. So it is for packages that can be no documents.
  func pass(over wanted: [Location]) async throws -> Outcome {
    awaited.withLock { $0 = nil }
    let looks = try await places.directory.fingerprints(at: wanted)
    let sorted = try await sort(looks.map { PlacedContent(location: $0.key, fingerprint: $0.value) })
    let absent = try await places.index.entries(at: wanted.filter { looks[$0] == nil })
    guard absent.isEmpty, sorted.displaced.isEmpty, !looks.values.contains(where: { $0.size < 0 }),
      !sorted.own.contains(where: { $0.entry.fingerprint.isOtherFile(than: $0.file.fingerprint) })
    else { return Outcome(treeAfter: .zero) }
    var outcome = Outcome(report: TreeReport(files: looks.count))
    for (entry, file) in sorted.own where !entry.fingerprint.isUnchanged(from: file.fingerprint) {
      if await isUnfinished(file, &outcome.report) {
        outcome.again.insert(file.location)
      } else {
        try await refresh(entry, file, &outcome.report)
      }
    }
    let unfinished = await unfinished(among: sorted, &outcome.report)
    outcome.again.formUnion(unfinished)
    try await adopt(sorted.strangers.filter { !unfinished.contains($0.location) }, &outcome.report)
    if outcome.report.unfinished > outcome.again.count { outcome.treeAfter = writers.quiet }
    return outcome
  }

  /// Looks when no program is at work there.
  func isInOrder(_ place: Location) async -> Bool {
    let isInOrder = try? await places.lock.withLock(place) { () async throws(DocumentError) in
      let entry = try await places.index.entries(at: [place]).first
      let looks = try await places.directory.fingerprints(at: [place])[place]
      guard let entry else { return looks == nil || Self.isPassedOver(place) }
      guard let looks else { return false }
      noteThere(entry.document.id)
      return entry.fingerprint.hasContent(of: looks)
    }
    return isInOrder ?? false
  }
}
