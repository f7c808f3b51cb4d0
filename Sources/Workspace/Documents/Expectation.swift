public import DocumentModel

/// The state of a document that a change requires, as its client knew it (`If-Match`, RFC 9110, 13.1.1).
public enum Expectation: Hashable, Sendable {
  /// However it is.
  case anything
  /// That it is there, however it is.
  case something
  /// This content, wherever it lies and whatever is said of it.
  case content(ContentHash)
  /// All of it: its content, its place, its Trash and its metadata.
  case document(Document)

  init(_ document: Document?) {
    self = document.map { .document($0) } ?? .anything
  }

  /// Throws `.versionConflict` unless it is met by what there is now; nil for nothing.
  func require(of current: Document?) throws(DocumentError) {
    let isMet =
      switch self {
      case .anything: true
      case .something: current != nil
      case .content(let hash): current?.sha256 == hash
      case .document(let document): current == document
      }
    guard isMet else {
      guard self != .something else {
        throw DocumentError(.versionConflict, "there is no document of that name")
      }
      throw DocumentError(.versionConflict, "the document was changed or moved in the meantime")
    }
  }
}
