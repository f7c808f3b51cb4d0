public import DocumentModel
import Logging

extension Documents {
  /// Another name, another folder, or both, and other metadata in the same step.
  ///
  /// Nil stands for the name, or the folder, that the document's file has now. Another program may have
  /// renamed it on the disk a moment ago.
  ///
  /// Throws as ``move(_:to:metadata:expecting:)``.
  public func move(
    _ id: DocumentID, name: FileName?, folder: FolderPath?,
    metadata changes: MetadataChanges = MetadataChanges(),
    expecting expected: Expectation = .anything
  ) async throws(DocumentError) -> Document {
    guard name != nil || folder != nil else {
      return try await changeMetadata(of: id, changes, expecting: expected)
    }
    let known = try await tree.documentInPlace(id)
    let target = Location(folder: folder ?? known.location.folder, name: name ?? known.location.name)
    return try await move(known, to: target, metadata: changes, expecting: expected)
  }

  /// Another name or folder, and other metadata in the same step.
  ///
  /// With another extension the content is identified again.
  ///
  /// Throws `.nameTaken` when something lies there, `.versionConflict` unless the document is still as `expected`, and
  /// as ``changeMetadata(of:_:expecting:)``.
  public func move(
    _ id: DocumentID, to target: Location, metadata changes: MetadataChanges = MetadataChanges(),
    expecting expected: Expectation = .anything
  ) async throws(DocumentError) -> Document {
    try await move(tree.documentInPlace(id), to: target, metadata: changes, expecting: expected)
  }

  private func move(
    _ known: Document, to target: Location, metadata changes: MetadataChanges, expecting expected: Expectation
  ) async throws(DocumentError) -> Document {
    let id = known.id
    guard known.location != target else {
      return try await changeMetadata(of: id, changes, expecting: expected)
    }
    try await tree.followOccupant(of: target)
    return try await tree.lock.withLock(known.location, target) { () async throws(DocumentError) in
      try await requireUnmoved(known)
      guard let current = try await tree.settle(known.location), current.id == id else {
        throw DocumentError(.notFound, "the document's file was removed on the disk")
      }
      try expected.require(of: current)
      if let other = try await tree.settle(target) { throw DocumentError.taken(target.name, by: other) }
      let type = try await type(of: current, under: target.name)
      let metadata = try metadata(of: current, after: changes, as: type ?? current.type)
      try await documentFiles.move(known.location, to: target)
      return try await indexing {
        () async throws(DocumentError) in
        try await enter(id, at: NewPlace(target, type: type), metadata)
      } undo: {
        () async throws(DocumentError) in
        try await documentFiles.move(target, to: known.location)
      }
    }
  }

  private func enter(
    _ id: DocumentID, at place: NewPlace, _ metadata: DocumentMetadata?
  ) async throws(DocumentError) -> DocumentEvent {
    guard let metadata else {
      return try await index.move(id, to: place.location, type: place.type, at: now())
    }
    return try await index.setMetadata(of: id, to: metadata, movingTo: place, at: now())
  }

  /// The type of a document under another name; nil for the present one, when the extension stays.
  private func type(
    of document: Document, under name: FileName
  ) async throws(DocumentError) -> TypeIdentifier? {
    guard name.fileExtension != document.location.name.fileExtension else { return nil }
    let content = try await documentFiles.open(document.location)
    return await renderer.identify(content, named: name, in: types.current).type
  }

  /// To the Trash.
  ///
  /// Throws `.versionConflict` unless the document is still as `expected`.
  public func trash(
    _ id: DocumentID, expecting expected: Expectation = .anything
  ) async throws(DocumentError) -> Document {
    let known = try await tree.documentInPlace(id)
    return try await tree.lock.withLock(known.location) { () async throws(DocumentError) in
      let indexed = try await requireUnmoved(known)
      // A change of the file since it was indexed is a version before it goes.
      let current =
        try await tree.places.isMissing(known.location) ? nil : try await tree.settle(known.location)
      try expected.require(of: current ?? indexed)
      guard current?.id == id, try await fileToTrash(known) else {
        try await requireTree()
        // Its file was removed on the disk already: it leaves the list all the same.
        await tree.places.keepLost(indexed)
        let event = try await trashIndex.trash(id, at: tree.places.trashDate())
        await events.notify()
        return event.document
      }
      return try await indexing {
        () async throws(DocumentError) in
        try await trashIndex.trash(id, at: tree.places.trashDate())
      } undo: {
        () async throws(DocumentError) in
        try await documentFiles.restore(id, to: known.location)
      }
    }
  }

  /// Throws `.storageFailed` when all of `Documents` is away, as a disk that is not mounted: its files were not
  /// removed.
  private func requireTree() async throws(DocumentError) {
    do {
      for try await _ in directory.walk() { return }
    } catch {
      throw error as? DocumentError
        ?? DocumentError(.storageFailed, "Documents could not be read", cause: error)
    }
  }

  func fileToTrash(_ document: Document) async throws(DocumentError) -> Bool {
    do throws(DocumentError) {
      try await documentFiles.trash(document.id, at: document.location)
      return true
    } catch  where error.code == .notFound {
      return false
    }
  }

  /// Back from the Trash, to its ``homeOutsidePackages(of:)``; under a numbered name when its own has been taken meanwhile.
  ///
  /// Throws `.versionConflict` unless the document is still as `expected`.
  public func restore(
    _ id: DocumentID, expecting expected: Expectation = .anything
  ) async throws(DocumentError) -> Document {
    let known = try await document(id, includingTrash: true)
    guard known.trashed != nil else {
      try expected.require(of: known)
      return known
    }
    let (folder, name) = (homeOutsidePackages(of: known).folder, known.location.name)
    var number = 1
    while true {
      do {
        let location = Location(folder: folder, name: number == 1 ? name : name.numbered(number))
        return try await restore(id, exactlyTo: location, expecting: expected)
      } catch  where error.code == .nameTaken {
        // No number helps when it is the folder's name that is taken.
        if number == 1 { _ = try await directory.makeFolder(folder) }
        number = try await freeNumber(of: name, in: folder, from: number + 1, orThrow: error)
      }
    }
  }

  /// The place to which a document of the Trash comes back: where it was.
  ///
  /// When its folder has a name by now that makes it a package, the nearest folder above that can take it.
  func homeOutsidePackages(of document: Document) -> Location {
    let location = document.location
    return Location(folder: types.packageNames.nearestFolder(to: location.folder), name: location.name)
  }

  func restore(
    _ id: DocumentID, exactlyTo location: Location, expecting expected: Expectation
  ) async throws(DocumentError) -> Document {
    try await bin.withLock(id.description) { () async throws(DocumentError) in
      try await restore(id, to: location, expected)
    }
  }

  private func restore(
    _ id: DocumentID, to location: Location, _ expected: Expectation
  ) async throws(DocumentError) -> Document {
    try await tree.followOccupant(of: location)
    return try await tree.lock.withLock(location) { () async throws(DocumentError) in
      let known = try await document(id, includingTrash: true)
      try expected.require(of: known)
      if let other = try await tree.settle(location) {
        // Its file may have been there already, brought back on the disk or by a restoration that was interrupted.
        guard other.id == id else { throw DocumentError.taken(location.name, by: other) }
        return other
      }
      try await returnFile(of: known, to: location)
      let restored = try await indexing {
        () async throws(DocumentError) in
        try await trashIndex.restore(id, to: location, at: now())
      } undo: {
        () async throws(DocumentError) in
        try await documentFiles.trash(id, at: location)
      }
      // The file may have been written to while it was in the Trash; a change that cannot be noted now is noted later.
      return (try? await tree.inOrder(restored)) ?? restored
    }
  }

  /// Out of the Trash, or of the versions where the file was removed on the disk and so the Trash never had it.
  private func returnFile(of document: Document, to location: Location) async throws(DocumentError) {
    do throws(DocumentError) {
      try await documentFiles.restore(document.id, to: location)
    } catch  where error.code == .notFound {
      guard let kept = await tree.places.kept(document.sha256) else { throw error }
      let staged = try await contents.stage(copyOf: kept, expecting: document.sha256)
      _ = try await documentFiles.place(staged, at: location, replacing: nil)
    }
  }

}
