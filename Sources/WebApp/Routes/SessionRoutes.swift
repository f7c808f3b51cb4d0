import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Workspace

/// Editing sessions: opening, sending contents, saving, and resolving conflicts (spec documents UID-1 to UID-17).
struct SessionRoutes: Sendable {
  let workspace: DocumentWorkspace
  let sessions: DocumentSessions
  let maximumBytes: Int64
  let access: AccessControl

  private static let path = "api/v1/documents/:id/sessions"
  private static let one = "\(path)/:session"

  func add(to router: inout Router) {
    router.on(.post, Self.path) { request, parameters in try await open(request, parameters) }
    router.on(.get, Self.path) { _, parameters in
      let document = try await workspace.document(try parameters.require("id"), includingTrash: true)
      return try Self.answer(
        SessionListResponse(sessions: sessions.sessions(of: document.id).map(SessionResponse.init)))
    }
    router.on(.get, Self.one) { _, parameters in
      let (document, session) = try Self.subject(parameters)
      return try Self.answer(SessionResponse(try sessions.session(session, of: document)))
    }
    router.on(.delete, Self.one) { request, parameters in
      let (document, session) = try changed(request, parameters)
      return try Self.answer(SessionResponse(try await sessions.close(session, of: document)))
    }
    router.on(.post, "\(Self.one)/save") { request, parameters in
      let (document, session) = try changed(request, parameters)
      return try await Self.allowing("OPTIONS") {
        try Self.answer(SessionResponse(try await sessions.saveNow(session, of: document)))
      }
    }
    router.on(.post, "\(Self.one)/revert") { request, parameters in
      let (document, session) = try changed(request, parameters)
      return try Self.answer(SessionResponse(try await sessions.revert(session, of: document)))
    }
    addContent(to: &router)
    addConflicts(to: &router)
  }

  private func addContent(to router: inout Router) {
    let options = RouteOptions(bodyLimit: Int(maximumBytes))
    router.on(.put, "\(Self.one)/content", options: options) { request, parameters in
      try await Self.allowing("GET, HEAD, OPTIONS") { try await hand(request, parameters) }
    }
    router.on(.get, "\(Self.one)/content") { request, parameters in
      let (document, session) = try Self.subject(parameters)
      let waiting = try await sessions.content(session, of: document)
      var headers = SafeContent.headers(named: waiting.location.name)
      headers[.cacheControl] = "private, no-cache"
      return Representation(
        .descriptor(
          waiting.content.descriptor, 0..<UInt64(waiting.content.size), owner: waiting.content),
        type: "application/octet-stream", tag: EntityTag(waiting.handed.sha256.description), headers: headers
      ).response(to: request.head)
    }
  }

  private func addConflicts(to router: inout Router) {
    router.on(.get, "api/v1/documents/:id/conflicts") { _, parameters in
      let conflicts = try await sessions.conflicts(of: try parameters.require("id"))
      return try Self.answer(ConflictListResponse(conflicts: conflicts.map(ConflictResponse.init)))
    }
    router.on(.post, "api/v1/documents/:id/conflicts/:session") { request, parameters in
      try await decide(request, parameters)
    }
  }

  private static func subject(_ parameters: PathParameters) throws -> (DocumentID, SessionID) {
    (try parameters.require("id"), try parameters.require("session"))
  }

  /// The same for a request that changes the session, which has no tag.
  private func changed(_ request: Request, _ parameters: PathParameters) throws -> (DocumentID, SessionID) {
    let (document, session) = try Self.subject(parameters)
    guard request.head[.ifMatch] != nil || request.head[.ifNoneMatch] != nil else {
      return (document, session)
    }
    _ = try sessions.session(session, of: document)
    try Precondition(request.head).checkUntagged("a session has no entity tag")
    return (document, session)
  }

  private static func answer(
    _ answer: some Encodable, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
  ) throws -> Response {
    var headers = headers
    headers[.cacheControl] = "private, no-store"
    return .json(try JSONResponse.encode(answer), status: status, headers: headers)
  }

  /// The response of `body`; a 405 names the methods of the address (RFC 9110, 15.5.6).
  private static func allowing(
    _ methods: String, _ body: () async throws -> Response
  ) async throws -> Response {
    do {
      return try await body()
    } catch let error as DocumentError where error.code == .viewerOnly {
      var problem = error.problem
      problem.headers[.allow] = methods
      throw problem
    }
  }

  private func open(_ request: Request, _ parameters: PathParameters) async throws -> Response {
    let id: DocumentID = try parameters.require("id")
    let loaded = try Self.hash(request.query["loaded"])
    try Precondition(request.head).check(try await workspace.document(id))
    let holder = "\(access.holder(of: request.head))"
    let session = try await sessions.open(id, on: loaded, author: Visitor.name, holder: holder)
    return try Self.answer(
      SessionResponse(session), status: .created,
      headers: [.location: "/api/v1/documents/\(id)/sessions/\(session.id)"])
  }

  private func hand(_ request: Request, _ parameters: PathParameters) async throws -> Response {
    let (document, session) = try Self.subject(parameters)
    try UploadRoutes.requireWhole(request.head)
    let isSaved = try Self.flag("save", request.query["save"])
    guard let sequence = request.query["sequence"].flatMap(PlainNumber.whole), sequence > 0 else {
      throw DocumentError(.invalidParameter, "sequence must be a whole number from 1, higher than any before")
    }
    let (loaded, digest) = (try Self.hash(request.query["loaded"]), try AnnouncedDigest(request.head))
    // Checked before the body arrives: the session exists and accepts contents.
    try await sessions.requireEditor(session, of: document)
    let staged = try await UploadRoutes.stage(request, expecting: digest, in: workspace)
    let condition = Precondition(request.head)
    var facts = try await sessions.hand(
      staged, sequence, on: loaded, to: session, of: document, author: Visitor.name
    ) { (waiting) throws(DocumentError) in
      try condition.check(waiting.map { EntityTag($0.description) })
    }
    if isSaved { facts = await sessions.trySaving(session, of: document) ?? facts }
    return try Self.answer(SessionResponse(facts))
  }

  private func decide(_ request: Request, _ parameters: PathParameters) async throws -> Response {
    let (document, session) = try Self.subject(parameters)
    let require = "the body must be JSON with \"keep\": \"mine\", \"theirs\" or \"both\""
    let decision = try await JSONBody.read(of: request, upTo: 4096, require) {
      (body) throws(DocumentError) in
      guard let decision = (body.value.members?["keep"]?.text).flatMap(Conflict.Decision.init) else {
        throw DocumentError(.invalidParameter, require)
      }
      return decision
    }
    // Without a conflict the decision itself is refused.
    if request.head[.ifNoneMatch] != nil,
      let conflict = try await sessions.conflicts(of: document).first(where: { $0.id == session })
    {
      try Precondition(request.head).requireUnwanted([conflict.theirs.contentTag])
    }
    let outcome = try await sessions.resolve(
      session, of: document, decision, about: try Self.tag(request.head), author: Visitor.name)
    return try Self.answer(
      DecisionResponse(
        session: SessionResponse(outcome.session), document: DocumentResponse(outcome.document, in: workspace)
      ))
  }

  /// The content that the client decided about, by `If-Match`; nil without a condition.
  private static func tag(_ head: RequestHead) throws(DocumentError) -> ContentHash? {
    guard let header = head[.ifMatch], header != "*" else { return nil }
    guard let hash = ContentHash(header.filter { $0 != "\"" }) else {
      throw DocumentError(.versionConflict, "If-Match takes one tag of a content here (theirs.etag)")
    }
    return hash
  }

  private static func hash(_ text: String?) throws(DocumentError) -> ContentHash? {
    guard let text else { return nil }
    guard let hash = ContentHash(text) else {
      throw DocumentError(.invalidParameter, "loaded must be the SHA-256 of the content that was read")
    }
    return hash
  }

  private static func flag(_ name: String, _ text: String?) throws(DocumentError) -> Bool {
    switch text {
    case nil, "false": return false
    case "true": return true
    default: throw DocumentError(.invalidParameter, "\(name) must be true or false")
    }
  }
}
