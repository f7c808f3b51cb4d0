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

  /// A range is named by its positions in the outline: `2-1` is the first entry below the second.
  func range(_ document: DocumentID, _ path: String) -> String { "\(presentation(document))/range/\(path)" }

  func original(_ document: DocumentID) -> String { "\(base)/api/v1/documents/\(document)/content" }

  func reader(_ document: DocumentID) -> String { "\(base)/d/\(document)" }

  private func presentation(_ document: DocumentID) -> String { "\(base)/iiif/presentation/3/\(document)" }
}
