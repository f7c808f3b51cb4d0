public import DocumentModel

extension DocumentWorkspace {
  /// Another name or folder.
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
      try await contents.move(known.location, to: target)
      let event = try await metadata.move(id, to: target, at: now())
      await events.notify()
      return event.document
    }
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
      try await contents.trash(id, at: known.location)
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
