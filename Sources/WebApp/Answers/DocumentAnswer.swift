import DocumentModel
import FoundationEssentials

/// A document as the API shows it.
struct DocumentAnswer: Encodable {
  let id: String
  let name: String
  let folder: String
  let type: String
  let size: Int64
  let sha256: String
  let version: Int
  let created: String
  let modified: String
  let trashed: String?

  init(_ document: Document) {
    id = document.id.description
    name = document.location.name.description
    folder = document.location.folder.description
    type = document.type.description
    size = document.size
    sha256 = document.sha256.description
    version = document.version
    created = document.created.internetFormat
    modified = document.modified.internetFormat
    trashed = document.trashed?.internetFormat
  }
}

/// A page of a list.
struct DocumentListAnswer: Encodable {
  let documents: [DocumentAnswer]
  let next: String?

  private enum Key: CodingKey { case documents, next }

  init(_ list: DocumentList) {
    documents = list.documents.map(DocumentAnswer.init)
    next = list.next
  }

  /// `next` is written as `null` at the end of a list, where a synthesised encoding would leave it out.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(documents, forKey: .documents)
    try container.encode(next, forKey: .next)
  }
}

/// What happened to a document.
struct EventAnswer: Encodable {
  let document: DocumentAnswer
}

extension Date {
  /// RFC 3339 in UTC with milliseconds.
  var internetFormat: String {
    formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}
