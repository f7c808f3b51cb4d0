public import DocumentModel
import Logging

extension DocumentWorkspace {
  /// Another name or folder.
  ///
  /// With another extension the content is identified again.
  ///
  /// Throws `.nameTaken` when something lies there, `.versionConflict` unless the document is still as `expected` (nil
  /// for however it is).
  public func move(
    _ id: DocumentID, to target: Location, expecting expected: Document? = nil
  ) async throws(DocumentError) -> Document {
    let known = try await document(id)
    guard known.location != target else { return known }
    return try await gate.pass(known.location, target) { () async throws(DocumentError) in
      try await demandUnmoved(known)
      guard let current = try await settle(known.location), current.id == id else {
        throw DocumentError(.notFound, "the document's file was removed on the disk")
      }
      try Self.demand(expected, current)
      if let other = try await settle(target) { throw Self.taken(target.name, by: other) }
      let type = try await type(of: current, under: target.name)
      try await contents.move(known.location, to: target)
      return try await indexing {
        () async throws(DocumentError) in
        try await metadata.move(id, to: target, type: type, at: now())
      } undo: {
        () async throws(DocumentError) in
        try await contents.move(target, to: known.location)
      }
    }
  }

  /// What a document is under another name; nil for what it is, when the extension stays.
  private func type(
    of document: Document, under name: FileName
  ) async throws(DocumentError) -> TypeIdentifier? {
    guard name.fileExtension != document.location.name.fileExtension else { return nil }
    return await identify(try await contents.open(document.location), named: name).type
  }

  /// To the Trash.
  ///
  /// Throws `.versionConflict` unless the document is still as `expected` (nil for however it is).
  public func trash(
    _ id: DocumentID, expecting expected: Document? = nil
  ) async throws(DocumentError) -> Document {
    let known = try await document(id)
    return try await gate.pass(known.location) { () async throws(DocumentError) in
      let indexed = try await demandUnmoved(known)
      // What somebody did to the file since it was indexed is a version before it goes.
      let current = try await isMissing(known.location) ? nil : try await settle(known.location)
      try Self.demand(expected, current ?? indexed)
      guard current?.id == id, try await fileToTrash(known) else {
        // Others removed its file already: it leaves the list all the same.
        let event = try await metadata.trash(id, at: now())
        await events.notify()
        return event.document
      }
      return try await indexing {
        () async throws(DocumentError) in
        try await metadata.trash(id, at: now())
      } undo: {
        () async throws(DocumentError) in
        try await contents.restore(id, to: known.location)
      }
    }
  }

  /// The first half of the way to the Trash; false when the file is not there to go.
  private func fileToTrash(_ document: Document) async throws(DocumentError) -> Bool {
    do throws(DocumentError) {
      try await contents.trash(document.id, at: document.location)
      return true
    } catch  where error.code == .notFound {
      return false
    }
  }

  /// The second half of a change whose first half was done to the file; when the index cannot be written, because the
  /// disk is full, the file goes back.
  private func indexing(
    _ index: () async throws(DocumentError) -> DocumentEvent, undo: () async throws(DocumentError) -> Void
  ) async throws(DocumentError) -> Document {
    do throws(DocumentError) {
      let event = try await index()
      await events.notify()
      return event.document
    } catch {
      do throws(DocumentError) {
        try await undo()
      } catch let second {
        log.error(
          "a file could not be taken back; the next pass follows it", metadata: ["reason": "\(second)"])
      }
      throw error
    }
  }

  /// Back from the Trash, under a numbered name when its own has been taken meanwhile.
  ///
  /// Throws `.versionConflict` unless the document is still as `expected` (nil for however it is).
  public func restore(
    _ id: DocumentID, expecting expected: Document? = nil
  ) async throws(DocumentError) -> Document {
    let known = try await document(id, includingTrash: true)
    guard known.trashed != nil else {
      try Self.demand(expected, known)
      return known
    }
    var number = 1
    while true {
      let name = number == 1 ? known.location.name : known.location.name.numbered(number)
      do {
        return try await restore(id, to: Location(folder: known.location.folder, name: name), expected)
      } catch  where error.code == .nameTaken && number < 10_000 {
        number += 1
      }
    }
  }

  private func restore(
    _ id: DocumentID, to location: Location, _ expected: Document?
  ) async throws(DocumentError) -> Document {
    try await gate.pass(location) { () async throws(DocumentError) in
      try Self.demand(expected, try await document(id, includingTrash: true))
      if let other = try await settle(location) {
        // Its file may have been there already, brought back by others or by a restoration that was interrupted.
        guard other.id == id else { throw Self.taken(location.name, by: other) }
        return other
      }
      try await contents.restore(id, to: location)
      let restored = try await indexing {
        () async throws(DocumentError) in
        try await metadata.restore(id, to: location, at: now())
      } undo: {
        () async throws(DocumentError) in
        try await contents.trash(id, at: location)
      }
      // Somebody may have written to the file while it was in the Trash; what cannot be noted now is noted later.
      return (try? await inOrder(restored)) ?? restored
    }
  }

  /// Somebody may have moved it while the gate was closed.
  @discardableResult
  private func demandUnmoved(_ known: Document) async throws(DocumentError) -> Document {
    let current = try await document(known.id)
    guard current.location == known.location else { throw Self.changed }
    return current
  }

  private static func demand(_ expected: Document?, _ current: Document) throws(DocumentError) {
    guard expected == nil || expected == current else { throw changed }
  }

  private static var changed: DocumentError {
    DocumentError(.versionConflict, "the document was changed or moved in the meantime")
  }
}
