import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Workspace

/// Documents that are opened in web apps of others: each gets a copy of its own, and an editor may give one version back.
///
/// The document itself is never open to them, and neither is the workspace (spec documents DI-2, DI-4).
struct OpenInRoutes: Sendable {
  let workspace: DocumentWorkspace
  let sessions: DocumentSessions
  let addresses: SignedAddresses
  let origins: OriginPolicy
  let maximumBytes: Int64

  static let snapshots = "/api/v1/snapshots/"

  /// Routes for users of the workspace.
  func add(to router: inout Router) {
    router.on(.post, "api/v1/documents/:id/open-in") { request, parameters in
      let id = try parameters.require("id", as: DocumentID.self)
      let document = try await workspace.document(id)
      try Precondition(request.head).check(document)
      let words = try await OpenInWords(of: request)
      return .json(
        try JSONResponse.encode(try await open(document, words, request.head)),
        headers: [.cacheControl: "private, no-store"])
    }
  }

  /// Routes for web apps, which have no credential but the address.
  func addOpen(to router: inout Router) {
    let options = RouteOptions(bodyLimit: Int(maximumBytes))
    router.on(.get, "api/v1/snapshots/:address") { request, parameters in
      let grant = try await addresses.grant(try parameters.require("address", as: String.self), for: .read)
      let version = try await workspace.versions.content(ofVersion: grant.version, of: grant.document)
      var response = await VersionRoutes.entity(version, in: workspace).response(to: request.head)
      response.headers[.cacheControl] = "private, no-store"
      return response
    }
    router.on(.put, "api/v1/snapshots/:address", options: options) { request, parameters in
      try await write(
        try await addresses.grant(try parameters.require("address", as: String.self), for: .write), request)
    }
    router.on(.delete, "api/v1/snapshots/:address") { request, parameters in
      let grant = try await addresses.grant(try parameters.require("address", as: String.self))
      try Precondition(request.head).checkUntagged("an address has no entity tag")
      try await addresses.end(grant)
      return .noContent()
    }
  }

  private func open(
    _ document: Document, _ words: OpenInWords, _ head: RequestHead
  ) async throws -> OpenInResponse {
    let openers = workspace.documents.openers(of: document)
    let chosen = words.handler.map { handler in openers.first { $0.identifier == handler } } ?? openers.first
    guard let chosen, let host = head.host else { return OpenInResponse() }
    let base = origins.address(of: host)
    guard let template = chosen.url else {
      return OpenInResponse(handler: chosen.identifier, url: "\(base)/d/\(document.id)")
    }
    let (read, end) = try await addresses.give(.read, document, to: chosen.identifier)
    var answer = OpenInResponse(handler: chosen.identifier, url: "", expires: end.internetFormat)
    answer.content = base + Self.snapshots + read
    if chosen.role == .editor {
      answer.save =
        base + Self.snapshots + (try await addresses.give(.write, document, to: chosen.identifier)).text
    }
    let provenance = document.metadata.provenance
    answer.url = HandlerTemplate(template).filled([
      "id": document.id.description, "content": answer.content ?? "", "save": answer.save ?? "",
      "name": document.location.name.description, "source": words.source ?? provenance?.source ?? "",
      "annotation": (words.annotation ?? provenance?.annotation)?.written ?? "",
    ])
    return answer
  }

  /// The new version of a web app; what changed meanwhile is kept beside it.
  private func write(_ grant: SignedAddresses.Grant, _ request: Request) async throws -> Response {
    try UploadRoutes.requireWhole(request.head)
    let digest = try AnnouncedDigest(request.head)
    let given = try await workspace.versions.version(grant.version, of: grant.document).version
    _ = try Precondition(request.head).check(try await workspace.document(grant.document))
    let staged = try await UploadRoutes.stage(request, expecting: digest, in: workspace)
    try await addresses.useUp(grant)
    do {
      return try await write(staged, grant, on: given)
    } catch {
      await addresses.giveBack(grant)
      throw error
    }
  }

  private func write(
    _ staged: any StagedContent, _ grant: SignedAddresses.Grant, on given: Version
  ) async throws -> Response {
    let document: Document
    do throws(DocumentError) {
      document = try await workspace.documents.replace(
        grant.document, with: staged, expecting: .content(given.sha256), origin: .handOver,
        author: grant.handler)
    } catch  where error.code == .versionConflict {
      return try await keep(staged, grant, on: given)
    }
    return try Self.answer(
      WrittenBackResponse(saved: true, document: DocumentResponse(document, in: workspace)))
  }

  /// The document has another content by now: a user decides, or where the app alone edits it, both are documents.
  private func keep(
    _ staged: any StagedContent, _ grant: SignedAddresses.Grant, on given: Version
  ) async throws -> Response {
    let document = try await workspace.document(grant.document)
    guard workspace.documents.isEditable(document) else {
      let beside = try await workspace.documents.add(
        staged, named: document.location.name.marked("conflict"), in: document.location.folder,
        origin: .handOver,
        author: grant.handler)
      return try Self.answer(
        WrittenBackResponse(saved: true, document: DocumentResponse(beside, in: workspace)))
    }
    let session = try await sessions.open(document.id, on: given.sha256, author: grant.handler)
    try await sessions.hand(
      staged, 1, on: given.sha256, to: session.id, of: document.id, author: grant.handler)
    let facts = await sessions.trySaving(session.id, of: document.id)
    let isSaved = facts.map { $0.state.phase != .inConflict && !$0.state.isDirty } ?? true
    if isSaved { _ = try? await sessions.close(session.id, of: document.id) }
    return try Self.answer(
      WrittenBackResponse(
        saved: isSaved, conflict: isSaved ? nil : session.id.description,
        document: DocumentResponse(try await workspace.document(document.id), in: workspace)),
      status: isSaved ? .ok : .accepted)
  }

  private static func answer(
    _ answer: WrittenBackResponse, status: HTTPResponse.Status = .ok
  ) throws -> Response {
    .json(try JSONResponse.encode(answer), status: status, headers: [.cacheControl: "private, no-store"])
  }
}

/// A request to open a document in an app: the app, and words for it.
private struct OpenInWords: Sendable {
  private(set) var handler: String?
  private(set) var source: String?
  private(set) var annotation: JSONValue?

  init(of request: Request) async throws {
    let require = "the body must be a JSON object, or empty"
    self = try await JSONBody.read(of: request, upTo: 64 << 10, require, or: OpenInWords()) {
      (body) throws(DocumentError) in try OpenInWords(body.members(require))
    }
  }

  private init() {}

  private init(_ members: [String: JSONValue]) throws(DocumentError) {
    for member in members.keys.sorted() {
      guard let value = members[member] else { continue }
      switch member {
      case "handler": handler = try DocumentChanges.text(value, member)
      case "source": source = try DocumentChanges.text(value, member)
      case "annotation": annotation = value
      default: throw DocumentChanges.unknown(member, known: "annotation, handler, source")
      }
    }
    _ = try Provenance(source: source, annotation: annotation)
  }
}

/// The address of a web app with names in braces.
struct HandlerTemplate: Sendable {
  private let text: String

  init(_ text: String) { self.text = text }

  /// Whether it needs more than the document's id, which only `open-in` can give.
  var needsMore: Bool {
    ["{content}", "{contents}", "{outcome}", "{save}", "{name}", "{source}", "{annotation}"].contains(
      where: text.contains)
  }

  /// The address with escaped values in place of their names; in one pass, so that no value is taken for a name.
  func filled(_ values: [String: String]) -> String {
    var (result, rest) = ("", text[...])
    while let start = rest.firstIndex(of: "{") {
      result += rest[..<start]
      rest = rest[start...]
      guard let end = rest.firstIndex(of: "}"), let value = values[String(rest[..<end].dropFirst())] else {
        result += "{"
        rest = rest.dropFirst()
        continue
      }
      result += PercentEscapes.escaped(value)
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }
}

/// Whether the document was opened, and where; nothing else is told where it was not.
struct OpenInResponse: Encodable {
  let presented: Bool
  let handler: String?
  /// The address to show.
  fileprivate(set) var url: String?
  /// The end of ``content`` and ``save``; missing for what is built in.
  let expires: String?
  /// The address of the copy.
  fileprivate(set) var content: String?
  /// The address that takes one new version; missing for a viewer.
  fileprivate(set) var save: String?

  fileprivate init() { (presented, handler, expires) = (false, nil, nil) }

  fileprivate init(handler: String, url: String, expires: String? = nil) {
    (presented, self.handler, self.url, self.expires) = (true, handler, url, expires)
  }
}

struct WrittenBackResponse: Encodable {
  /// False while a user has to decide between two contents.
  let saved: Bool
  /// The conflict to be decided, by its session.
  var conflict: String?
  let document: DocumentResponse
}
