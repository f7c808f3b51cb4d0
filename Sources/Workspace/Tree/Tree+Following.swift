import DocumentModel
import Logging

extension Tree {
  /// The document with this id, at the place where its file is now, for a caller that is about to change it.
  ///
  /// Waits a moment for a file that another program may be saving: see ``awaitReturn(of:)``.
  func documentInPlace(_ id: DocumentID) async throws(DocumentError) -> Document {
    try await inPlace(document(id))
  }

  /// As ``documentInPlace(_:)``, for a caller that has just read the document.
  func inPlace(_ document: Document) async throws(DocumentError) -> Document {
    var known = document
    if try await awaitReturn(of: document) {
      known = try await self.document(document.id)
      // A content that was saved meanwhile is the present one, and not a change that comes later.
      _ = try await places.reread(known.id, at: known.location)
      known = try await self.document(document.id)
    }
    return try await follow(known) ? try await self.document(document.id) : known
  }

  /// Follows the file of the document that a place is taken by, if that is elsewhere by now.
  ///
  /// Or follows the file there, if it is that of a document from elsewhere.
  ///
  /// Waits for one that another program may be saving. To be called outside all gates, before the one of the
  /// place.
  func followOccupant(of location: Location) async throws(DocumentError) {
    if let known = try await index.document(at: location) {
      _ = try await awaitReturn(of: known)
      _ = try await follow(known)
    } else if let looks = try await directory.fingerprints(at: [location])[location],
      try await places.hasComeFromElsewhere(looks)
    {
      await followFiles()
    }
  }

  /// Looks where all files are now, when a document's is not where it was.
  ///
  /// Another program removed or renamed the file a moment ago, or renamed another file over it.
  ///
  /// As ``follow(_:past:)``; what is nowhere is the caller's to note. Where so many files are missing that their disk may be
  /// away, there is nothing to look for.
  func follow(_ document: Document) async throws(DocumentError) -> Bool {
    do throws(DocumentError) {
      guard let looks = try await documentFiles.open(document.location).fingerprint else { return false }
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
  /// Costs a pass over the tree. Files that another program is writing wait as in any other pass. To be
  /// called outside all gates. True when it did, whatever it found.
  func follow(_ document: Document, past looks: Fingerprint) async throws(DocumentError) -> Bool {
    guard let entry = try await index.entry(document.id), entry.document.trashed == nil,
      try await places.isAnothers(looks, than: entry)
    else { return false }
    await followFiles(for: document.id)
    // Its own file may be nowhere: then the one at its place is its next content.
    if let now = try await index.entry(document.id), now.document.trashed == nil,
      now.document.location == document.location, try await places.isAnothers(looks, than: now)
    {
      _ = try await places.reread(now.document.id, at: now.document.location)
    }
    return true
  }

  /// Lets all documents follow their files now, because a caller wants one of them, or more than one for nil.
  ///
  /// That one also to where it was put aside; the other documents may be about to be saved.
  func followFiles(for id: DocumentID? = nil) async {
    await missing.givingUp(on: id) {
      await look(for: id)
    }
  }

  /// Lets all documents follow their files, unless the look of another caller serves as well.
  ///
  /// - Parameter id: which document is looked for; nil for more than one.
  func look(for id: DocumentID?) async {
    await looks.take(for: id) { [self] in
      do {
        return try await TreePass(places, quiet: quiet, log: log).followFiles()
      } catch {
        log.warning("files that were renamed could not be followed", metadata: ["reason": "\(error)"])
        return []
      }
    }
  }

  /// Waits for the file of a document that another program may be saving.
  ///
  /// A change of the document before that file is there would send it to the Trash, or to where its old file was put
  /// aside. The file that comes would be another document. A file that was only renamed is followed at once.
  ///
  /// Returns when a file is at the document's place, wherever that is by then. Returns also when the document is not
  /// in the list any more, or after ``patience``. To be called outside all gates. False when there was nothing to
  /// wait for. Throws `.busy` when the task is cancelled.
  func awaitReturn(of document: Document) async throws(DocumentError) -> Bool {
    guard sharesFiles, quiet > .zero, try await places.isMissing(document.location),
      try await mayReturn(document)
    else { return false }
    await look(for: document.id)
    for _ in 0..<Self.glances {
      guard try await mayReturn(document) else { break }
      await rest(patience / Self.glances)
      // A client that hangs up ends the wait, and not the document's time in the list.
      guard !Task.isCancelled else {
        throw DocumentError(.busy, "the change was given up while the document's file was waited for")
      }
    }
    return true
  }

  private static var glances: Int { 30 }

  /// For longer than ``quiet``, after which a pass over the tree decides.
  private var patience: Duration { quiet * 3 / 2 }

  /// Whether its file is nowhere, by where it belongs now: its folder may have moved meanwhile.
  private func mayReturn(_ document: Document) async throws(DocumentError) -> Bool {
    guard let now = try await index.document(document.id), now.trashed == nil,
      !missing.isAway(document.id)
    else { return false }
    return try await places.isMissing(now.location)
  }
}
