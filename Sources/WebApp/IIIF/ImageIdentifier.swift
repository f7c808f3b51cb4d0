import DocumentModel

/// The IIIF identifier of an image, one page of a document: `{id}_{n}`.
struct ImageIdentifier: LosslessStringConvertible, Hashable, Sendable {
  let document: DocumentID
  let page: Int

  init(document: DocumentID, page: Int) {
    self.document = document
    self.page = page
  }

  init?(_ description: String) {
    let parts = description.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count == 2, let document = DocumentID(parts[0]),
      let page = PlainNumber.whole(String(parts[1]))
    else { return nil }
    self.init(document: document, page: page)
  }

  var description: String { "\(document)_\(page)" }
}
