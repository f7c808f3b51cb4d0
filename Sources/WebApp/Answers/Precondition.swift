import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes

extension Document {
  /// Names the document as it is now: changes with its content, its place and its Trash.
  var entityTag: EntityTag {
    let moment = Int64((modified.timeIntervalSince1970 * 1_000_000).rounded())
    let state = trashed == nil ? "" : "-t"
    return EntityTag("\(version)-\(String(moment, radix: 36))-\(sha256.description.prefix(12))\(state)")
  }

  /// Names the content alone.
  var contentTag: EntityTag { EntityTag(sha256.description) }
}

/// The condition under which a change is wanted (`If-Match`, RFC 9110, 13.1.1).
struct Precondition: Sendable {
  private let tags: [String]?

  init(_ head: RequestHead) {
    tags = head[.ifMatch].map(HeaderList.items)
  }

  /// The document that a change must still find, or nil when the client does not care.
  ///
  /// Throws `.versionConflict` unless the document is one that the client knows.
  ///
  /// Both the tag of the document and that of its content are good.
  @discardableResult
  func check(_ document: Document) throws(DocumentError) -> Document? {
    guard let tags else { return nil }
    let good = ["*", document.entityTag.description, document.contentTag.description]
    guard tags.contains(where: good.contains) else {
      throw DocumentError(.versionConflict, "the document has changed since you read it; read it again")
    }
    return document
  }
}
