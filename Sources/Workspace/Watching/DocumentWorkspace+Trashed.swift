public import DocumentModel

extension DocumentWorkspace {
  /// Puts a document into the list of the Trash whose file lies there, and of which the index knows nothing.
  ///
  /// Where it came from is not known any more: restored, it lies at the top.
  ///
  /// Throws `.notFound` when its file is not in the Trash.
  public func adoptTrashed(_ id: DocumentID, named name: FileName) async throws(DocumentError) -> Document {
    let content = try await contents.openTrashed(id)
    guard let (sha256, fingerprint) = try await contents.hash(content) else {
      throw DocumentError(.contentChanged, "somebody is writing to a file in the Trash")
    }
    let (date, type) = (now(), await identify(content, named: name).type)
    var number = 1
    while true {
      let location = Location(name: number == 1 ? name : name.numbered(number))
      let document = Document(
        id: id, location: location, type: type, size: content.size, sha256: sha256, version: 1, created: date,
        modified: date)
      let version = Version(
        number: 1, sha256: sha256, size: content.size, type: type, created: date, origin: .disk)
      do throws(DocumentError) {
        _ = try await metadata.add(document, version: version, fingerprint: fingerprint)
        let event = try await metadata.trash(id, at: trashDate())
        await events.notify()
        return event.document
      } catch  where error.code == .nameTaken {
        number = try await freeNumber(of: name, in: .top, from: number + 1, orThrow: error)
      }
    }
  }
}
