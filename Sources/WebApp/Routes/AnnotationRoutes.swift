import DocumentModel
import HTTPServer
import HTTPTypes
import Synchronization
import Workspace

/// Marks on the pages of documents, as W3C Web Annotations.
struct AnnotationRoutes: Sendable {
  let annotations: Annotations

  /// The longest body, in bytes.
  static let maximumBytes = 8 << 20
  private static let require = "the body must be a Web Annotation"
  private static let requireEdit =
    "the body must be an object with annotations to put and names that are removed"

  func add(to router: inout Router) {
    router.on(.get, "api/v1/documents/:id/annotations") { request, parameters in
      try await list(request, parameters)
    }
    router.on(.post, "api/v1/documents/:id/annotations") { request, parameters in
      try await create(request, parameters)
    }
    router.on(.patch, "api/v1/documents/:id/annotations") { request, parameters in
      try await edit(request, parameters)
    }
    router.on(.get, "api/v1/documents/:id/annotations/embedded") { request, parameters in
      let id = try parameters.require("id", as: DocumentID.self)
      let answer = EmbeddedAnnotationsResponse(try await annotations.embedded(in: id))
      return try JSONResponse.entity(answer, sorted: true).0.response(to: request.head)
    }
    router.on(.get, "api/v1/documents/:id/annotations/:annotation") { request, parameters in
      let (id, name) = try Self.subject(parameters)
      let set = try await annotations.annotations(of: id).set
      guard let entry = set.entry(name) else { throw Self.missing(name) }
      return Self.entity(entry, in: set).response(to: request.head)
    }
    router.on(.put, "api/v1/documents/:id/annotations/:annotation") { request, parameters in
      try await replace(request, parameters)
    }
    router.on(.delete, "api/v1/documents/:id/annotations/:annotation") { request, parameters in
      try await remove(request, parameters)
    }
  }

  private static func subject(_ parameters: PathParameters) throws -> (DocumentID, AnnotationID) {
    let id = try parameters.require("id", as: DocumentID.self)
    return (id, try parameters.require("annotation", as: AnnotationID.self, otherwise: .badRequest))
  }

  private static func missing(_ name: AnnotationID) -> DocumentError {
    DocumentError(.notFound, "there is no annotation \(name)")
  }

  // MARK: Reading

  private func list(_ request: Request, _ parameters: PathParameters) async throws -> Response {
    let id = try parameters.require("id", as: DocumentID.self)
    let query = try AnnotationQuery(request.query)
    let found = try await annotations.annotations(of: id)
    let answer = AnnotationListResponse(found, query)
    let bytes = await JSONBody.work(on: query.isSelective ? found.set.count << 10 : 0) { answer.bytes }
    return Representation.prepared(
      bytes, type: "application/json", tag: Self.tag(found.set), headers: [.cacheControl: "private, no-cache"]
    ).response(to: request.head)
  }

  private static func entity(_ entry: AnnotationSet.Entry, in set: AnnotationSet) -> Representation {
    Representation.prepared(
      entry.json, type: "application/ld+json;profile=\"http://www.w3.org/ns/anno.jsonld\"",
      tag: tag(entry, in: set), headers: [.cacheControl: "private, no-cache"])
  }

  private static func tag(_ entry: AnnotationSet.Entry, in set: AnnotationSet) -> EntityTag {
    EntityTag("\(set.epoch).\(entry.revision)")
  }

  /// The tag of all annotations of a content, by which a change may ask that no other one was made.
  private static func tag(_ set: AnnotationSet) -> EntityTag { EntityTag("\(set.cursor)") }

  // MARK: Changing

  private func create(_ request: Request, _ parameters: PathParameters) async throws -> Response {
    let id = try parameters.require("id", as: DocumentID.self)
    let sent = try await Self.draft(of: request)
    let draft = sent.id == nil ? sent.named(AnnotationID()) : sent
    guard let name = draft.id else { throw DocumentError(.invalidParameter, Self.require) }
    let condition = Precondition(request.head)
    let found = try await annotations.make(
      Annotations.Edit(put: [draft]), on: id, by: Visitor.name ?? "", client: try ClientName(sentBy: request)
    ) { (set) throws(DocumentError) in
      try condition.check(Self.tag(set))
      guard set.entry(name) == nil else {
        throw DocumentError(.versionConflict, "there is an annotation of this id already; PUT replaces it")
      }
    }
    return try Self.response(
      name, in: found.set, .created, [.location: "/api/v1/documents/\(id)/annotations/\(name)"])
  }

  private func replace(_ request: Request, _ parameters: PathParameters) async throws -> Response {
    let (id, name) = try Self.subject(parameters)
    let draft = try await Self.draft(of: request).named(name)
    let condition = Precondition(request.head)
    let isNew = Mutex(false)
    let found = try await annotations.make(
      Annotations.Edit(put: [draft]), on: id, by: Visitor.name ?? "", client: try ClientName(sentBy: request)
    ) { (set) throws(DocumentError) in
      isNew.withLock { $0 = set.entry(name) == nil }
      try condition.check(set.entry(name).map { Self.tag($0, in: set) })
    }
    return try Self.response(name, in: found.set, isNew.withLock { $0 } ? .created : .ok)
  }

  private func remove(_ request: Request, _ parameters: PathParameters) async throws -> Response {
    let (id, name) = try Self.subject(parameters)
    let condition = Precondition(request.head)
    _ = try await annotations.make(
      Annotations.Edit(removed: [name]), on: id, by: "", client: try ClientName(sentBy: request)
    ) { (set) throws(DocumentError) in
      guard let entry = set.entry(name) else { throw Self.missing(name) }
      try condition.check(Self.tag(entry, in: set))
    }
    return .noContent()
  }

  /// Several changes at once: the annotations of one gesture, or those that waited while there was no connection.
  private func edit(_ request: Request, _ parameters: PathParameters) async throws -> Response {
    let id = try parameters.require("id", as: DocumentID.self)
    let (edit, content) = try await JSONBody.read(of: request, upTo: Self.maximumBytes, Self.requireEdit) {
      (body) throws(DocumentError) in try Self.edit(try body.members(Self.requireEdit))
    }
    let condition = Precondition(request.head)
    let found = try await annotations.make(
      edit, on: id, content: content, by: Visitor.name ?? "", client: try ClientName(sentBy: request)
    ) { (set) throws(DocumentError) in try condition.check(Self.tag(set)) }
    return .json(
      try JSONResponse.encode(
        AnnotationNotice(sha256: found.document.sha256, cursor: "\(found.set.cursor)", client: nil)))
  }

  private static func edit(
    _ members: [String: JSONValue]
  ) throws(DocumentError) -> (Annotations.Edit, ContentHash?) {
    var edit = Annotations.Edit()
    for value in try list(members["put"]) { edit.put.append(try AnnotationDraft(reading: value)) }
    for value in try list(members["removed"]) {
      guard let name = value.text.flatMap({ AnnotationID($0) }) else {
        throw DocumentError(.invalidParameter, "removed is a list of ids of annotations")
      }
      edit.removed.append(name)
    }
    guard let content = members["sha256"] else { return (edit, nil) }
    guard let hash = content.text.flatMap({ ContentHash($0) }) else {
      throw DocumentError(.invalidParameter, "sha256 is the hash of the content, in 64 hexadecimal digits")
    }
    return (edit, hash)
  }

  private static func list(_ value: JSONValue?) throws(DocumentError) -> [JSONValue] {
    switch value {
    case nil: return []
    case .array(let values): return values
    default: throw DocumentError(.invalidParameter, requireEdit)
    }
  }

  private static func draft(of request: Request) async throws -> AnnotationDraft {
    try await JSONBody.read(of: request, upTo: maximumBytes, require) { (body) throws(DocumentError) in
      try AnnotationDraft(reading: body.value)
    }
  }

  private static func response(
    _ name: AnnotationID, in set: AnnotationSet, _ status: HTTPResponse.Status, _ headers: HTTPFields = [:]
  ) throws -> Response {
    guard let entry = set.entry(name) else { throw missing(name) }
    var headers = headers
    headers[.eTag] = tag(entry, in: set).description
    return .json(entry.json, status: status, headers: headers)
  }
}
