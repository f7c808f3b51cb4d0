import DocumentModel

extension DropFolderWatcher {
  private struct Outcome: Sendable {
    var taken = 0
    var left = 0

    /// One file is nothing that anybody would look for in a list of long work.
    var sentence: String? { taken > 1 ? "\(taken) files were taken in" : nil }
  }

  /// Takes in what is claimed; true when nothing of it is left.
  ///
  /// Ends after the file that is being taken in when the task or the job is cancelled, and throws `CancellationError` then.
  func takeIn(_ claims: [DropFolder.Claim], from folder: DropFolder) async throws -> Bool {
    let outcome = try await importer.jobs.run(
      .importing, "Taking in files from \"\(status.name)\"",
      summary: { (outcome: Outcome) in outcome.sentence }
    ) { progress in
      var outcome = Outcome()
      for (number, claim) in claims.enumerated() {
        try Task.checkCancellation()
        progress.advance(to: number, of: claims.count)
        // A task of its own: what is being taken in is not given up half way.
        let isTaken = await Task { await self.take(claim, from: folder) }.value
        if isTaken { outcome.taken += 1 } else { outcome.left += 1 }
      }
      progress.advance(to: claims.count, of: claims.count)
      return outcome
    }
    return outcome.left == 0
  }
}
