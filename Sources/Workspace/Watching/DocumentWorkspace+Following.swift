import DocumentModel
import Logging

/// Files that somebody renamed over one another: each stays the document that it is.
extension DocumentWorkspace {
  /// The document with this id, at the place where its file is now, for who is about to change it.
  ///
  /// Waits a moment for a file that somebody may be saving: see ``awaitReturn(of:)``.
  func documentInPlace(_ id: DocumentID) async throws(DocumentError) -> Document {
    try await inPlace(document(id))
  }

  /// As ``documentInPlace(_:)``, for who has just read the document.
  func inPlace(_ document: Document) async throws(DocumentError) -> Document {
    var known = document
    if try await awaitReturn(of: document) {
      known = try await self.document(document.id)
      // What was saved meanwhile is its content now, and not a change that comes later.
      _ = try await reread(known.id, at: known.location)
      known = try await self.document(document.id)
    }
    return try await follow(known) ? try await self.document(document.id) : known
  }

  /// Follows the file of the document that a place is taken by, if that is elsewhere by now; or the file there, if it is
  /// that of a document from elsewhere.
  ///
  /// Waits for one that somebody may be saving. To be called outside all gates, before the one of the place.
  func followOccupant(of location: Location) async throws(DocumentError) {
    if let known = try await metadata.document(at: location) {
      _ = try await awaitReturn(of: known)
      _ = try await follow(known)
    } else if let looks = try await contents.fingerprints(at: [location])[location],
      try await hasComeFromElsewhere(looks)
    {
      await followFiles()
    }
  }

  /// Whether one of these files is that of a document which the index has at another place.
  func isAnyFromElsewhere(_ files: [PlacedContent]) async throws(DocumentError) -> Bool {
    var entries: [Location: IndexEntry] = [:]
    for entry in try await metadata.entries(at: files.map(\.location)) {
      entries[entry.document.location] = entry
    }
    for file in files {
      let isFromElsewhere =
        if let entry = entries[file.location] {
          try await isAnothers(file.fingerprint, than: entry)
        } else {
          try await hasComeFromElsewhere(file.fingerprint)
        }
      if isFromElsewhere { return true }
    }
    return false
  }

  /// Whether a file without an entry that looks like `looks` is that of a document which no longer has it at its place.
  private func hasComeFromElsewhere(_ looks: Fingerprint) async throws(DocumentError) -> Bool {
    guard let owner = try await owner(of: looks), let entry = try await metadata.entry(owner.id),
      entry.document.trashed == nil
    else { return false }
    let there = try await contents.fingerprints(at: [owner.location])[owner.location]
    return there.map { $0.inode != entry.fingerprint.inode } ?? true
  }

  /// The document whose file looks like `looks`, or did before somebody wrote to it.
  private func owner(of looks: Fingerprint) async throws(DocumentError) -> Document? {
    if let owner = try await metadata.document(withFile: looks) { return owner }
    return try await metadata.document(withSameFile: looks)
  }

  /// Looks where all files are now, when a document's is not where it was: somebody removed or renamed it a moment ago, or
  /// renamed another one over it.
  ///
  /// As ``follow(_:past:)``; what is nowhere is the caller's to note. Where so many files are missing that their disk may be
  /// away, there is nothing to look for.
  func follow(_ document: Document) async throws(DocumentError) -> Bool {
    do throws(DocumentError) {
      guard let looks = try await contents.open(document.location).fingerprint else { return false }
      return try await follow(document, past: looks)
    } catch  where error.code == .notFound {
      guard !missing.isAway(document.id) else { return false }
      await followFiles(for: document.id)
      return true
    } catch  where error.code != .busy {
      return false
    }
  }

  /// Looks where all files are now, when the one at a document's place, which looks like `looks`, is that of another.
  ///
  /// Costs a pass over the tree, for which files that somebody is writing wait as for any other pass. To be called outside
  /// all gates. True when it did, whatever it found.
  func follow(_ document: Document, past looks: Fingerprint) async throws(DocumentError) -> Bool {
    guard let entry = try await metadata.entry(document.id), entry.document.trashed == nil,
      try await isAnothers(looks, than: entry)
    else { return false }
    await followFiles(for: document.id)
    // Its own file may be nowhere: then the one at its place is its next content.
    if let now = try await metadata.entry(document.id), now.document.trashed == nil,
      now.document.location == document.location, try await isAnothers(looks, than: now)
    {
      _ = try await reread(now.document.id, at: now.document.location)
    }
    return true
  }

  /// Lets all documents follow their files now, because somebody wants one of them, or more than one for nil.
  ///
  /// That one also to where it was put aside; the others may be about to be saved.
  func followFiles(for id: DocumentID? = nil) async {
    await missing.givingUp(on: id) {
      await look(for: id)
    }
  }

  /// Lets all documents follow their files, unless a look that somebody else wanted serves as well.
  ///
  /// - Parameter id: which document is looked for; nil for more than one.
  func look(for id: DocumentID?) async {
    await looks.take(for: id) { [self] in
      do {
        return try await Reconciler(self, quiet: quiet, log: log).followFiles()
      } catch {
        log.warning("files that were renamed could not be followed", metadata: ["reason": "\(error)"])
        return []
      }
    }
  }

  /// Takes a document to where its own file is now, by the number of that, whatever was written to it.
  ///
  /// - Parameter isWhole: false for a file that somebody is still writing, whose content waits for a later pass.
  /// - Returns: false when the file is not there, is at the document's place as well, or another document is there.
  func adoptFollowed(
    _ entry: IndexEntry, to file: PlacedContent, isWhole: Bool
  ) async throws(DocumentError) -> Bool {
    let document = entry.document
    let moved = try await gate.pass(document.location, file.location) {
      () async throws(DocumentError) -> Bool in
      guard try await metadata.document(document.id) == document,
        try await metadata.document(at: file.location) == nil,
        try await !lies(entry, at: document.location), try await lies(entry, at: file.location)
      else { return false }
      let read = isWhole ? try await read(file.location) : nil
      try await take(document, to: file.location, as: read)
      return true
    }
    if moved { await events.notify() }
    return moved
  }

  private func take(
    _ document: Document, to location: Location, as file: ReadFile?
  ) async throws(DocumentError) {
    let moved = try await metadata.move(document.id, to: location, type: file?.type, at: now()).document
    guard let file else { return }
    try await tellingOfParts { () async throws(DocumentError) in
      guard file.found.sha256 == document.sha256 else {
        _ = try await setContent(of: moved, to: file)
        return
      }
      try await metadata.setFingerprint(file.found.placed.fingerprint, of: document.id)
    }
  }

  /// Whether the file at `location` is that of `entry`, by its number.
  private func lies(_ entry: IndexEntry, at location: Location) async throws(DocumentError) -> Bool {
    guard let looks = try await contents.fingerprints(at: [location])[location] else { return false }
    return entry.fingerprint.isSameFile(as: looks)
  }

  /// Gives a document a name of its own, for the moment until another has left the place that it goes to; nil when it
  /// has changed meanwhile.
  ///
  /// When the server ends in that moment the next pass finds its file by the number.
  func park(_ document: Document) async throws(DocumentError) -> Document? {
    let parked = Location(
      folder: document.location.folder,
      name: FileName(sanitizing: "\(DocumentID()) \(document.location.name)"))
    return try await gate.pass(document.location, parked) { () async throws(DocumentError) -> Document? in
      guard try await metadata.document(document.id) == document else { return nil }
      return try await metadata.move(document.id, to: parked, at: now()).document
    }
  }

  /// Whether a file that looks like `looks` and lies at the place of `entry` is that of another document, edited or not.
  func isAnothers(_ looks: Fingerprint, than entry: IndexEntry) async throws(DocumentError) -> Bool {
    guard !entry.fingerprint.hasContent(of: looks), entry.fingerprint.inode != looks.inode,
      let owner = try await owner(of: looks)
    else { return false }
    return owner.id != entry.document.id
  }

  /// Whether no file is at a document's place, or that of another document.
  func isAway(_ document: Document) async throws(DocumentError) -> Bool {
    do throws(DocumentError) {
      guard let looks = try await contents.open(document.location).fingerprint,
        let entry = try await metadata.entry(document.id)
      else { return false }
      return try await isAnothers(looks, than: entry)
    } catch  where error.code == .notFound {
      return true
    } catch  where error.code == .unfitPackage {
      return false
    }
  }
}
