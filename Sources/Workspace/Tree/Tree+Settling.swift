import DocumentModel
import Logging

/// Brings index and disk in line at one place, for a caller that is about to change it and cannot wait for the next pass.
///
/// All of it inside the gate of the place.
extension Tree {
  /// The document at `location` as the disk has it now; nil when no file is there, or none that could be read.
  ///
  /// A file without an entry becomes a document where files are shared. An edited one gets its next version, and a
  /// document whose file was removed leaves the list.
  ///
  /// - Parameter sparing: a file with this content that no document has is left as it is, for an interrupted
  ///   try to take up.
  /// - Throws: `.contentMissing` while so many files are missing that their disk may be away.
  func settle(
    _ location: Location, sparing: ContentHash? = nil
  ) async throws(DocumentError) -> Document? {
    if let known = try await index.document(at: location) {
      guard try await places.isMissing(location) else { return try await inOrder(known) }
      try await settleMissing(known)
      return nil
    }
    // A long one is left to ``LongFiles``; its name is taken all the same.
    guard let looks = try await directory.fingerprints(at: [location])[location],
      looks.size < LongFiles.bytes,
      let file = try await places.read(location), sparing != file.found.sha256
    else { return nil }
    guard let adopted = try await places.adoptInside(file, takesUp: sharesFiles) else { return nil }
    await events.notify()
    return adopted.document
  }

  private func settleMissing(_ document: Document) async throws(DocumentError) {
    guard missing.mayGo(document.id) else { throw DocumentError.fileAway }
    await places.keepLost(document)
    _ = try await trashIndex.trash(document.id, at: places.trashDate())
    log.notice("the file of a document was removed", metadata: ["document": "\(document.id)"])
    await events.notify()
  }

  /// The document after the index has taken in the changes that other programs made to its file.
  ///
  /// A package that can be no document as it is stays what it was: it can be moved and thrown away, and nothing else.
  func inOrder(_ document: Document) async throws(DocumentError) -> Document {
    do throws(DocumentError) {
      return try await readInOrder(document)
    } catch  where error.code == .unfitPackage {
      return document
    }
  }

  private func readInOrder(_ document: Document) async throws(DocumentError) -> Document {
    guard let entry = try await index.entry(document.id),
      let looks = try await documentFiles.open(document.location).fingerprint,
      !entry.fingerprint.hasContent(of: looks)
    else { return document }
    // A pass notices it within seconds. Read here it would hold the place, and a file of holes without end.
    let isLeftToPasses = looks.size >= LongFiles.bytes && sharesFiles
    guard !isLeftToPasses, await !longFiles.isUnread(document.location) else {
      throw DocumentError(
        .busy, "others changed the document's file, which is long and not read yet; try again later")
    }
    guard let reading = try await places.rereadInside(document.id, at: document.location) else {
      return document
    }
    if reading.isNews { await events.notify() }
    return reading.entry.document
  }
}

extension DocumentError {
  static var fileAway: DocumentError {
    DocumentError(
      .contentMissing, "the document's file is not on the disk now; if a disk is away, put it back")
  }

  static func taken(_ name: FileName, by other: Document) -> DocumentError {
    DocumentError(.nameTaken, "\"\(name)\" is already there (document \(other.id))")
  }
}
