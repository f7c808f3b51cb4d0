import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes

extension Document {
  /// Names the document as it is now: changes with its content, its place and its Trash.
  var entityTag: String {
    let moment = Int64((modified.timeIntervalSince1970 * 1_000_000).rounded())
    return "\"\(version)-\(String(moment, radix: 36))-\(sha256.description.prefix(12))\(trashed == nil ? "" : "-t")\""
  }

  /// Names the content alone.
  var contentTag: String { "\"\(sha256)\"" }
}

/// The condition under which a change is wanted (`If-Match`, RFC 9110, 13.1.1).
struct Precondition: Sendable {
  private let tags: [String]?

  init(_ head: RequestHead) {
    tags = head[.ifMatch].map { header in
      header.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// Throws `.versionConflict` unless the document is one that the client knows. Both the tag of the document and
  /// that of its content are good.
  func check(_ document: Document) throws(DocumentError) {
    guard let tags else { return }
    if tags.contains("*") || tags.contains(document.entityTag) || tags.contains(document.contentTag) { return }
    throw DocumentError(.versionConflict, "the document has changed since you read it; read it again")
  }
}
