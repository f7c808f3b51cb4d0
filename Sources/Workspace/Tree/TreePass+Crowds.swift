import DocumentModel

/// The same as ``TreePass/settle(_:_:adopting:_:)`` where there are more files without an entry, or entries without a file, than
/// are held at once: somebody put a large tree there, or renamed one.
///
/// The order is the same for all of them: first a file that is a document's own is that document, wherever it is; then
/// one with its content; then what is left is new. So each of the three steps is done for all before the next begins. For
/// each part of the missing entries the tree is walked again, which costs little beside what each file without an entry
/// costs.
extension TreePass {
  /// Returns what is still without a file.
  func settleCrowd(
    _ comparison: Comparison, _ progress: JobProgress?, _ report: inout TreeReport
  ) async throws -> Missing {
    try await settleCrowdedMoves(comparison, &report)
    try await settleCrowdedContents(comparison, &report)
    var looked = 0
    try await forEachSorted { sorted in
      let unfinished = await unfinished(among: sorted, &report)
      try await adopt(sorted.strangers.filter { !unfinished.contains($0.location) }, &report)
      try await refresh(sorted.displaced, unless: unfinished, &report)
      // Of two that changed places, the second is in its own once the first has been read again.
      for (entry, file) in sorted.own where !entry.fingerprint.isUnchanged(from: file.fingerprint) {
        guard await !isUnfinished(file, &report) else { continue }
        try await refresh(entry, file, &report)
      }
      looked += sorted.own.count + sorted.strangers.count
      progress?.advance(to: looked, of: comparison.report.files)
    }
    return try await stillMissing(comparison)
  }

  /// Files that were renamed; again while one has made room for another.
  func settleCrowdedMoves(_ comparison: Comparison, _ report: inout TreeReport) async throws {
    var (moved, isBlocked) = (0, false)
    repeat {
      (moved, isBlocked) = (0, false)
      try await forEachMissing(comparison) { part in
        var missing = MissingEntries(part)
        var (known, waiting, uncounted): ([PlacedContent], Set<Location>, TreeReport) = ([], [], TreeReport())
        try await forEachSorted { sorted in
          let found = sorted.strangers.filter { missing.sameFile(as: $0) != nil }
          guard !found.isEmpty else { return }
          known += found
          let unfinished = await unfinished(among: sorted, &uncounted)
          waiting.formUnion(unfinished)
        }
        let plan = PlaceChanges(part, known)
        let followed = try await follow(plan, &missing, unless: waiting, &report)
        moved += followed.documents.count
        isBlocked = isBlocked || followed.places.count < known.count
      }
    } while moved > 0 && isBlocked
  }

  /// Files that have the content of a missing one.
  func settleCrowdedContents(_ comparison: Comparison, _ report: inout TreeReport) async throws {
    try await forEachMissing(comparison) { part in
      var missing = MissingEntries(part)
      try await forEachSorted { sorted in
        // Files that are still being written are not read; the last step counts them.
        var uncounted = TreeReport()
        let unfinished = await unfinished(among: sorted, &uncounted)
        for file in sorted.strangers where !unfinished.contains(file.location) {
          guard let entry = try await sameContent(as: file, among: &missing, &report),
            try await move(entry, to: file, &report)
          else { continue }
          missing.remove(entry)
        }
      }
    }
  }

  /// Calls `body` with all files, a few at a time.
  private func forEachSorted(_ body: (Sorted) async throws -> Void) async throws {
    var files: [PlacedContent] = []
    for try await case .file(let file) in places.directory.walk() {
      files.append(file)
      guard files.count == limits.step else { continue }
      try await body(sort(files))
      files.removeAll(keepingCapacity: true)
    }
    try await body(sort(files))
    try Task.checkCancellation()
  }

  func stillMissing(_ comparison: Comparison) async throws -> Missing {
    var still = Missing(entries: [])
    try await forEachMissing(comparison) { part in
      if still.entries.isEmpty { still.entries = part } else { still.beyond += part.count }
    }
    return still
  }
}
