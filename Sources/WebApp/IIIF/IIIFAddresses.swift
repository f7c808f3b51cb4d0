import DocumentModel

/// The absolute addresses of IIIF resources, below the address under which the client reached the server.
struct IIIFAddresses: Hashable, Sendable {
  let base: String

  func image(_ identifier: ImageIdentifier) -> String { "\(base)/iiif/3/\(identifier)" }

  func manifest(_ document: DocumentID) -> String { "\(presentation(document))/manifest" }

  func canvas(_ identifier: ImageIdentifier) -> String {
    "\(presentation(identifier.document))/canvas/\(identifier.page)"
  }

  func annotations(_ identifier: ImageIdentifier) -> String {
    "\(presentation(identifier.document))/annotations/\(identifier.page)"
  }

  /// The service that searches within a document.
  func search(_ document: DocumentID) -> String { "\(base)/iiif/search/2/\(document)" }

  /// A part of the answer to a search.
  func search(_ document: DocumentID, _ request: SearchRequest, from start: Int) -> String {
    var parameters = [("q", request.words.text)]
    if let motivations = request.motivations {
      parameters.append(("motivation", motivations.sorted().joined(separator: " ")))
    }
    if start > 0 { parameters.append(("start", "\(start)")) }
    return search(document) + "?"
      + parameters.map { "\($0)=\(PercentEscapes.escaped($1))" }.joined(separator: "&")
  }

  /// A range is named by its positions in the outline: `2-1` is the first entry below the second.
  func range(_ document: DocumentID, _ path: String) -> String { "\(presentation(document))/range/\(path)" }

  func original(_ document: DocumentID) -> String { "\(base)/api/v1/documents/\(document)/content" }

  func reader(_ document: DocumentID) -> String { "\(base)/d/\(document)" }

  private func presentation(_ document: DocumentID) -> String { "\(base)/iiif/presentation/3/\(document)" }
}

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
