import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Workspace

struct DocumentResponse: Encodable {
  let id: String
  let name: String
  let folder: String
  let type: String
  /// The media type under which the content is sent, without parameters.
  let mediaType: String
  let size: Int64
  let sha256: String
  let version: Int
  let created: String
  let modified: String
  let trashed: String?
  let expires: String?
  let tags: [String]
  let favourite: Bool
  let note: String?
  let handler: String?
  /// True if backups leave the document out, else missing.
  let excludedFromBackup: Bool?
  /// True if nothing that is made of its content is kept in `Caches`, else missing.
  let `private`: Bool?
  /// Whether more than an icon can be shown of it, as far as its type and length tell.
  let previewable: Bool
  /// The origin elsewhere; missing for a document that came without a word.
  let provenance: ProvenanceResponse?

  /// - Parameter expires: the time at which a document in the Trash is removed.
  init(_ document: Document, in workspace: DocumentWorkspace, expires: Date? = nil) {
    id = document.id.description
    name = document.location.name.description
    folder = document.location.folder.description
    type = document.type.description
    mediaType = workspace.types.current.preferredMediaType(of: document.type)
    size = document.size
    sha256 = document.sha256.description
    version = document.version
    created = document.created.internetFormat
    modified = document.modified.internetFormat
    trashed = document.trashed?.internetFormat
    self.expires = expires?.internetFormat
    tags = document.metadata.tags.map(\.description)
    favourite = document.metadata.favourite
    note = document.metadata.note.isEmpty ? nil : document.metadata.note
    handler = document.metadata.handler
    excludedFromBackup = document.metadata.excludedFromBackup ? true : nil
    `private` = workspace.privates.contains(document.sha256) ? true : nil
    previewable = workspace.types.current.isPreviewable(document.type, isEmpty: document.size == 0)
    provenance = document.metadata.provenance.map(ProvenanceResponse.init)
  }
}

/// The origin of a document elsewhere, and in an event of a hand-over the sender's words beside the document.
struct ProvenanceResponse: Encodable {
  let source: String?
  let annotation: JSONValue?
  let url: String?
  let open: Bool

  init(_ provenance: Provenance) {
    (source, annotation) = (provenance.source, provenance.annotation)
    (url, open) = (provenance.url, provenance.open)
  }
}

struct DocumentListResponse: Encodable {
  let documents: [DocumentResponse]
  @Nullable var next: String?

  init(_ list: DocumentList, in workspace: DocumentWorkspace) {
    documents = list.documents.map {
      DocumentResponse($0, in: workspace, expires: workspace.trash.expiry(of: $0))
    }
    next = list.next
  }
}

struct TagsResponse: Encodable {
  struct Count: Encodable {
    let tag: String
    let documents: Int
  }

  let tags: [Count]

  init(_ counts: [TagCount]) {
    tags = counts.map { Count(tag: $0.tag.description, documents: $0.documents) }
  }
}

struct EventResponse: Encodable {
  let document: DocumentResponse
  /// Only of a hand-over, as all that follow.
  var source: String?
  var annotation: JSONValue?
  var open: Bool?
}

struct GatheredResponse: Encodable {
  let id: String
  let documents: Int
}

struct ResetResponse: Encodable {
  let reason: EventReset.Reason
}

extension Date {
  /// RFC 3339 in UTC with milliseconds.
  var internetFormat: String {
    formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}

extension Response {
  /// A document, with its address if it is new.
  static func document(
    _ document: Document, in workspace: DocumentWorkspace, status: HTTPResponse.Status = .ok
  ) throws -> Response {
    var headers: HTTPFields = [.eTag: document.entityTag.description]
    if status == .created { headers[.location] = "/api/v1/documents/\(document.id)" }
    return .json(
      try JSONResponse.encode(DocumentResponse(document, in: workspace)), status: status, headers: headers)
  }
}
