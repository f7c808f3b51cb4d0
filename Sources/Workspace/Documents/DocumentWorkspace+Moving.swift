public import DocumentModel

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
      try await demandUnmoved(known, expected)
      guard let current = try await settle(known.location), current.id == id else {
        throw DocumentError(.notFound, "the document's file was removed on the disk")
      }
      if let other = try await settle(target) { throw Self.taken(target.name, by: other) }
      let type = try await type(of: current, under: target.name)
      try await contents.move(known.location, to: target)
      let event = try await metadata.move(id, to: target, type: type, at: now())
      await events.notify()
      return event.document
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
      try await demandUnmoved(known, expected)
      do throws(DocumentError) {
        try await contents.trash(id, at: known.location)
      } catch  where error.code == .notFound {
        // Others removed its file already: it leaves the list all the same.
      }
      let event = try await metadata.trash(id, at: now())
      await events.notify()
      return event.document
    }
  }

  /// Back from the Trash, under a numbered name when its own has been taken meanwhile.
  public func restore(_ id: DocumentID) async throws(DocumentError) -> Document {
    let known = try await document(id, includingTrash: true)
    guard known.trashed != nil else { return known }
    var number = 1
    while true {
      let name = number == 1 ? known.location.name : known.location.name.numbered(number)
      do {
        return try await restore(id, to: Location(folder: known.location.folder, name: name))
      } catch  where error.code == .nameTaken && number < 10_000 {
        number += 1
      }
    }
  }

  private func restore(_ id: DocumentID, to location: Location) async throws(DocumentError) -> Document {
    try await gate.pass(location) { () async throws(DocumentError) in
      if let other = try await settle(location) {
        // Its file may have been there already, brought back by others or by a restoration that was interrupted.
        guard other.id == id else { throw Self.taken(location.name, by: other) }
        return other
      }
      try await contents.restore(id, to: location)
      let event = try await metadata.restore(id, to: location, at: now())
      await events.notify()
      return event.document
    }
  }

  /// Somebody may have moved it while the gate was closed.
  private func demandUnmoved(_ known: Document, _ expected: Document?) async throws(DocumentError) {
    let current = try await document(known.id)
    guard current.location == known.location, expected == nil || expected == current else {
      throw DocumentError(.versionConflict, "the document was changed or moved in the meantime")
    }
  }
}
