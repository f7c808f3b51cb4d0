import DocumentModel

/// Long files that are read beside the passes over the tree, one at a time, so that everything else is noticed meanwhile.
///
/// ```
///            take                     those before it are read          read, or not to be read
///   (none) ──────► waiting, known ────────────────────────────► read ──────────────────────────► (none)
///                     │ take of the same file, looking the same: nothing
/// ```
/// What is not read when the server ends is found again by the first pass of the next start.
actor LongFiles {
  /// Files as they looked when they were taken.
  private var known: Set<PlacedContent> = []
  private var last: Task<Void, Never>?

  /// Reads a file once all that came before it are read; returns at once.
  func take(_ file: PlacedContent, _ read: @escaping @Sendable () async -> Void) {
    guard known.insert(file).inserted else { return }
    last = Task { [before = last] in
      await before?.value
      await read()
      known.remove(file)
    }
  }

  /// Returns when all that were taken by now are read.
  func wait() async {
    await last?.value
  }
}

extension Reconciler {
  /// As ``adopt(_:_:)``, of a file that takes long to read.
  func adoptLater(_ file: PlacedContent) async {
    await readLater(file) { [self] in
      try await workspace.adopt(file, takesUp: takesUp).map { $0 == .added ? "1 added" : "1 returned" }
    }
  }

  /// As ``refresh(_:_:_:)``, of a file that takes long to read.
  func refreshLater(_ id: DocumentID, _ file: PlacedContent) async {
    await readLater(file) { [self] in
      try await workspace.refresh(id, at: file.location) ? "1 changed" : nil
    }
  }

  /// Reads as a job, which is listed while it lasts, and afterwards when `body` has something to tell.
  private func readLater(
    _ file: PlacedContent, _ body: @escaping @Sendable () async throws -> String?
  ) async {
    await workspace.longFiles.take(file) { [self] in
      // What cannot be read was said, and is tried again by the next pass.
      _ = try? await workspace.jobs.run(
        .reconcile, "Reading \"\(file.location.name)\"", summary: { (told: String?) in told }
      ) { [self] _ in
        var report = Report()
        return try await attempt(file, &report, body)
      }
    }
  }
}
