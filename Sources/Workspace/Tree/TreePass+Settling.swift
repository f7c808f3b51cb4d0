import DocumentModel
import Logging

extension TreePass {
  /// Files without an entry and entries without a file: some are the same, under another name.
  ///
  /// Returns the entries that are still without a file.
  ///
  /// One that was put aside a moment ago is left where it is.
  ///
  /// - Parameter adopts: whether a file that is no document's own becomes one.
  func settle(
    _ comparison: Comparison, _ missing: [IndexEntry], adopting adopts: Bool, _ progress: JobProgress?,
    _ report: inout TreeReport
  ) async throws -> Missing {
    var missing = MissingEntries(missing)
    let aside = putAside(comparison, missing)
    for entry in aside.values { missing.remove(entry) }
    // The same file goes before the same content, whichever is met first.
    let entries = missing.all + comparison.replaced.map(\.entry)
    let strangers = comparison.strangers.filter { aside[$0.location] == nil }
    let files = strangers + comparison.replaced.map(\.file)
    let replaced = Set(comparison.replaced.map(\.entry.document.id))
    let occupied = Set(entries.map(\.document.location))
    let plan = PlaceChanges(entries, files) { entry, file in
      !replaced.contains(entry.document.id) || occupied.contains(file.location)
        || !Self.isBackup(file.location, of: entry.document.location)
    }
    let followed = try await follow(plan, &missing, unless: comparison.unfinished, &report)
    // Where a document left its place to another file, no document has that file. Else the file is the
    // document's next content.
    let left = comparison.replaced.filter { followed.documents.contains($0.entry.document.id) }.map(\.file)
    // A file that is still being written may be a document's own under another name, and nothing else yet.
    var others: [PlacedContent] = []
    for file in strangers + left
    where !comparison.unfinished.contains(file.location) && !followed.places.contains(file.location) {
      if let entry = try await sameContent(as: file, among: &missing, &report),
        try await move(entry, to: file, &report)
      {
        missing.remove(entry)
      } else if adopts {
        others.append(file)
      }
    }
    try await adopt(others, &report, progress: progress)
    return Missing(
      entries: missing.all + aside.values, aside: Set(aside.values.map(\.document.id)))
  }

  /// Files that were put aside a moment ago, as if they were backups, each with its document.
  ///
  /// The programs that did so may write new files in their places next.
  private func putAside(_ comparison: Comparison, _ missing: MissingEntries) -> [Location: IndexEntry] {
    // A document that has lost its place has to follow its file now.
    let taken = Set(comparison.displaced.map(\.file.location))
    var aside: [Location: IndexEntry] = [:]
    for file in comparison.strangers where !taken.contains(file.location) {
      guard let entry = missing.sameFile(as: file), !taken.contains(entry.document.location),
        Self.isBackup(file.location, of: entry.document.location), isRecentlyMissing(entry),
        !places.missing.isGivenUp(entry.document.id)
      else { continue }
      aside[file.location] = entry
    }
    return aside
  }

  struct Followed {
    var documents: Set<DocumentID> = []
    var places: Set<Location> = []
  }

  /// Lets documents follow their files; what is `unfinished` is read by a later pass.
  func follow(
    _ plan: PlaceChanges, _ missing: inout MissingEntries, unless unfinished: Set<Location> = [],
    _ report: inout TreeReport
  ) async throws -> Followed {
    var (followed, parked): (Followed, [DocumentID: Document]) = (Followed(), [:])
    for step in plan.steps {
      switch step {
      case .park(let entry): parked[entry.document.id] = try await places.park(entry.document)
      case .follow(let entry, let file):
        let document = parked[entry.document.id] ?? entry.document
        let present = IndexEntry(document: document, fingerprint: entry.fingerprint)
        // A file that looks as the index knows it was whole when it was read.
        let isWhole =
          !unfinished.contains(file.location) || entry.fingerprint.hasContent(of: file.fingerprint)
        guard try await move(present, to: file, isWhole: isWhole, &report) else { continue }
        missing.remove(entry)
        followed.documents.insert(document.id)
        followed.places.insert(file.location)
      }
    }
    return followed
  }

  /// Whether a place is where a program leaves what a document was when it saves it under a new file.
  ///
  /// Such a place is beside it, under a name that has the document's in it, or one that is passed over.
  ///
  /// There the new file is the document's; anywhere else it is another, and the document follows its own.
  static func isBackup(_ place: Location, of original: Location) -> Bool {
    isPassedOver(place)
      || place.folder == original.folder && place.name.description.contains(original.name.stem)
  }

  /// Whether a file without an entry is what a program leaves beside the document it works on.
  static func isPassedOver(_ location: Location) -> Bool {
    (location.folder.names + [location.name]).contains { IgnoredNames.contains($0.description) }
  }

  /// - Parameter isWhole: false for a file that another program is still writing: the document gets its
  ///   place, and its content when that is done.
  func move(
    _ entry: IndexEntry, to file: PlacedContent, isWhole: Bool = true, _ report: inout TreeReport
  ) async throws -> Bool {
    let moved = try await attempt(file, &report) { () async throws -> Bool? in
      guard entry.fingerprint.isSameFile(as: file.fingerprint) else {
        return try await places.adoptMove(of: entry.document, to: file)
      }
      return try await places.adoptFollowed(entry, to: file, isWhole: isWhole)
    }
    if moved == true { report.moved += 1 }
    return moved == true
  }

  /// The missing entry that has the content of a file; the file is read only when one has its size.
  func sameContent(
    as file: PlacedContent, among missing: inout MissingEntries, _ report: inout TreeReport
  ) async throws -> IndexEntry? {
    guard missing.hasSize(file.size),
      let hashed = try await attempt(file, &report, { try await places.directory.hash(file.location) })
    else { return nil }
    return missing.sameContent(as: hashed)
  }
}
