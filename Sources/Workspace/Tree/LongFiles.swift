import DocumentModel

/// Long files that are read beside the passes over the tree, so that everything else is noticed meanwhile.
///
/// A file waits for those alone that are about as long, up to sixteen times. One that is all hole may take longer to read than
/// a human life, and keeps no other waiting.
///
/// ```
///            take                     those before it are read          read, or not to be read
///   (none) ──────► waiting, known ────────────────────────────► read ──────────────────────────► (none)
///                     │ take of the same file, looking the same: nothing
/// ```
/// A file that is not read when the server ends is found again by the first pass of the next start.
actor LongFiles {
  static let bytes: Int64 = 256 << 20

  private struct Entry {
    let task: Task<Void, Never>
    var isRead = false
  }

  /// Files as they looked when they were taken.
  private var known: [PlacedContent: Entry] = [:]
  /// The last one of each order of length.
  private var last: [Int: Task<Void, Never>] = [:]

  /// Reads a file once all of its order that came before it are read; returns at once.
  func take(_ file: PlacedContent, _ read: @escaping @Sendable () async -> Void) {
    guard known[file] == nil else { return }
    let order = (Int64.bitWidth - file.size.leadingZeroBitCount) / 4
    let task = Task { [before = last[order]] in
      await before?.value
      if !Task.isCancelled { await read() }
      known[file] = nil
    }
    (known[file], last[order]) = (Entry(task: task), task)
  }

  func wait() async {
    for task in last.values { await task.value }
  }

  /// Gives up all that are not read; they are found again.
  func cancel() {
    for entry in known.values { entry.task.cancel() }
  }

  /// All of a file was read, and its content is known.
  func noteRead(_ file: PlacedContent) { known[file]?.isRead = true }

  /// Whether the content of the file at `location` is still to be found out.
  func isUnread(_ location: Location) -> Bool {
    known.contains { $0.key.location == location && !$0.value.isRead }
  }
}

extension TreePass {
  func adoptLater(_ file: PlacedContent) async {
    await readLater(file) { [self] in
      try await places.adopt(file, takesUp: takesUp).map { $0 == .added ? "1 added" : "1 returned" }
    }
  }

  func refreshLater(_ id: DocumentID, _ file: PlacedContent) async {
    await readLater(file) { [self] in
      try await places.refresh(id, at: file.location) ? "1 changed" : nil
    }
  }

  /// Reads as a job, which is listed while it lasts, and afterwards when `body` has something to tell.
  private func readLater(
    _ file: PlacedContent, _ body: @escaping @Sendable () async throws -> String?
  ) async {
    await places.longFiles.take(file) { [self] in
      // Outside the gate, where no other task waits for the reading; inside, the content is known then.
      let directory = places.directory
      // An unreadable file was reported, and is tried again by the next pass.
      _ = try? await places.jobs.run(
        .reconcile, "Reading \"\(file.location.name)\"", summary: { (report: String?) in report }
      ) { [self] _ in
        var report = TreeReport()
        return try await attempt(file, &report) {
          guard try await directory.hash(file.location) != nil else { return nil }
          await places.longFiles.noteRead(file)
          return try await body()
        }
      }
    }
  }
}
