import DocumentModel

extension Places {
  /// Takes a file for a document that was renamed on disk.
  ///
  /// False unless its content is the document's, and nothing is where the document was, or another document's file.
  func adoptMove(of document: Document, to file: PlacedContent) async throws(DocumentError) -> Bool {
    let moved = try await lock.withLock(document.location, file.location) {
      () async throws(DocumentError) -> Bool in
      guard try await index.document(document.id) == document, try await isAway(document),
        try await index.document(at: file.location) == nil,
        let (found, type) = try await read(file.location).map({ ($0.found, $0.type) }),
        found.sha256 == document.sha256
      else { return false }
      _ = try await index.move(document.id, to: file.location, type: type, at: now())
      try await notifyingOnFailure { () async throws(DocumentError) in
        try await index.setFingerprint(found.placed.fingerprint, of: document.id)
      }
      return true
    }
    if moved { await events.notify() }
    return moved
  }

  /// Takes a document to where its own file is now, by the number of that, whatever was written to it.
  ///
  /// - Parameter isWhole: false for a file that another program is still writing, whose content waits for a
  ///   later pass.
  /// - Returns: false when the file is not there, is at the document's place as well, or another document is there.
  func adoptFollowed(
    _ entry: IndexEntry, to file: PlacedContent, isWhole: Bool
  ) async throws(DocumentError) -> Bool {
    let document = entry.document
    let moved = try await lock.withLock(document.location, file.location) {
      () async throws(DocumentError) -> Bool in
      guard try await index.document(document.id) == document,
        try await index.document(at: file.location) == nil,
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
    let moved = try await index.move(document.id, to: location, type: file?.type, at: now()).document
    guard let file else { return }
    try await notifyingOnFailure { () async throws(DocumentError) in
      guard file.found.sha256 == document.sha256 else {
        _ = try await setContent(of: moved, to: file)
        return
      }
      try await index.setFingerprint(file.found.placed.fingerprint, of: document.id)
    }
  }

  /// Whether the file at `location` is that of `entry`, by its number.
  private func lies(_ entry: IndexEntry, at location: Location) async throws(DocumentError) -> Bool {
    guard let looks = try await directory.fingerprints(at: [location])[location] else { return false }
    return entry.fingerprint.isSameFile(as: looks)
  }

  /// Gives a document a name of its own, for the moment until another has left the place that it goes to.
  ///
  /// Nil when it has changed meanwhile.
  ///
  /// When the server ends in that moment the next pass finds its file by the number.
  func park(_ document: Document) async throws(DocumentError) -> Document? {
    let parked = Location(
      folder: document.location.folder,
      name: FileName(sanitizing: "\(DocumentID()) \(document.location.name)"))
    return try await lock.withLock(document.location, parked) { () async throws(DocumentError) -> Document? in
      guard try await index.document(document.id) == document else { return nil }
      return try await index.move(document.id, to: parked, at: now()).document
    }
  }

  /// Notes that a document's file was removed on the disk.
  ///
  /// False when it is there again.
  func noteGone(_ document: Document) async throws(DocumentError) -> Bool {
    let gone = try await lock.withLock(document.location) { () async throws(DocumentError) -> Bool in
      guard try await index.document(document.id) == document, try await isMissing(document.location)
      else {
        return false
      }
      await keepLost(document)
      _ = try await trashIndex.trash(document.id, at: trashDate())
      return true
    }
    if gone { await events.notify() }
    return gone
  }

  /// Whether a file that looks like `looks` and lies at the place of `entry` is that of another document, edited or not.
  func isAnothers(_ looks: Fingerprint, than entry: IndexEntry) async throws(DocumentError) -> Bool {
    guard !entry.fingerprint.hasContent(of: looks), entry.fingerprint.inode != looks.inode,
      let owner = try await owner(of: looks)
    else { return false }
    return owner.document.id != entry.document.id
  }

  /// Whether no file is at a document's place, or that of another document.
  func isAway(_ document: Document) async throws(DocumentError) -> Bool {
    do throws(DocumentError) {
      guard let looks = try await documentFiles.open(document.location).fingerprint,
        let entry = try await index.entry(document.id)
      else { return false }
      return try await isAnothers(looks, than: entry)
    } catch  where error.code == .notFound {
      return true
    } catch  where error.code == .unfitPackage {
      return false
    }
  }

  /// Whether one of these files is that of a document which the index has at another place.
  func isAnyFromElsewhere(_ files: [PlacedContent]) async throws(DocumentError) -> Bool {
    var entries: [Location: IndexEntry] = [:]
    for entry in try await index.entries(at: files.map(\.location)) {
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
  func hasComeFromElsewhere(_ looks: Fingerprint) async throws(DocumentError) -> Bool {
    guard let owner = try await owner(of: looks) else { return false }
    let location = owner.document.location
    let there = try await directory.fingerprints(at: [location])[location]
    return there.map { $0.inode != owner.fingerprint.inode } ?? true
  }

  /// The entry of the document whose file looks like `looks`, or did before another program wrote to it.
  private func owner(of looks: Fingerprint) async throws(DocumentError) -> IndexEntry? {
    let entries = try await index.entries(withFile: looks)
    return entries.first { $0.fingerprint.hasContent(of: looks) }
      ?? entries.first { $0.fingerprint.isSameFile(as: looks) }
  }
}
