import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Workspace

/// Actions of web apps on one or more documents: each gets copies, and tells how it ended (spec documents AV-5, AV-6).
struct ActionRoutes: Sendable {
  let workspace: DocumentWorkspace
  let runs: ActionRuns
  let addresses: SignedAddresses
  let origins: OriginPolicy

  static let outcomes = "/api/v1/outcomes/"
  /// The most documents of a run: their addresses stand in one address.
  private static let most = 20
  private static let untagged = "an action has no entity tag"

  /// Routes for users of the workspace.
  func add(to router: inout Router) {
    router.on(.post, "api/v1/actions/:action") { request, parameters in
      let action = try action(try parameters.require("action", as: String.self))
      try Precondition(request.head).checkUntagged(Self.untagged)
      let documents = try await documents(try await Self.ids(request), action)
      return try await begin(action, documents, request.head)
    }
  }

  /// Routes for web apps, which have no credential but the address.
  func addOpen(to router: inout Router) {
    router.on(.post, "api/v1/outcomes/:run") { request, parameters in
      let outcome = try await Self.outcome(request)
      try Precondition(request.head).checkUntagged(Self.untagged)
      try runs.end(try parameters.require("run", as: String.self), outcome)
      return .noContent()
    }
  }

  private func action(_ identifier: String) throws(DocumentError) -> DocumentModel.Handler {
    let known = workspace.types.current.userDeclarations.handlers
    guard let action = known.first(where: { $0.identifier == identifier && $0.role == .action }) else {
      throw DocumentError(.notFound, "no user declared the action \(identifier)")
    }
    return action
  }

  /// The documents of these ids that the action takes.
  private func documents(_ ids: [DocumentID], _ action: DocumentModel.Handler) async throws(DocumentError)
    -> [Document]
  {
    var documents: [Document] = []
    for id in ids { documents.append(try await workspace.document(id)) }
    let fitting = documents.filter { workspace.types.current.takes(action, $0.type) }
    guard !fitting.isEmpty else {
      throw DocumentError(
        .unsuitableHandler, "\(action.identifier) takes none of the types of these documents")
    }
    return fitting
  }

  private func begin(_ action: DocumentModel.Handler, _ documents: [Document], _ head: RequestHead)
    async throws -> Response
  {
    guard let template = action.url, let host = head.host else {
      throw DocumentError(.invalidParameter, "the request names no host")
    }
    let base = origins.address(of: host)
    var copies: [String] = []
    for document in documents {
      copies.append(
        base + OpenInRoutes.snapshots
          + (try await addresses.give(.read, document, to: action.identifier)).text)
    }
    let what = documents.count == 1 ? "\(documents[0].location.name)" : "\(documents.count) documents"
    let (job, name) = try runs.begin("\(action.name): \(what)", of: action.name)
    let provenance = documents[0].metadata.provenance
    let url = HandlerTemplate(template).filled([
      "id": documents[0].id.description, "content": copies[0], "contents": copies.joined(separator: " "),
      "outcome": base + Self.outcomes + name, "save": "", "name": documents[0].location.name.description,
      "source": provenance?.source ?? "", "annotation": provenance?.annotation?.written ?? "",
    ])
    return .json(
      try JSONResponse.encode(
        BegunActionResponse(url: url, documents: documents.map(\.id.description), job: JobResponse(job))),
      status: .accepted, headers: [.location: "/api/v1/jobs/\(job.id)", .cacheControl: "private, no-store"])
  }

  private static func ids(_ request: Request) async throws -> [DocumentID] {
    let require = "the body must be a JSON object with an array of documents"
    return try await JSONBody.read(of: request, upTo: 64 << 10, require) { (body) throws(DocumentError) in
      let members = try body.members(require)
      if let odd = members.keys.sorted().first(where: { $0 != "documents" }) {
        throw DocumentChanges.unknown(odd, known: "documents")
      }
      guard case .array(let values) = members["documents"] ?? .null, (1...most).contains(values.count) else {
        throw DocumentError(.invalidParameter, "documents: must be an array of 1 to \(most) ids")
      }
      var ids: [DocumentID] = []
      for value in values {
        guard let id = DocumentID(try DocumentChanges.text(value, "documents")) else {
          throw DocumentError(.invalidParameter, "documents: holds what is no id")
        }
        ids.append(id)
      }
      return ids
    }
  }

  private static func outcome(_ request: Request) async throws -> ActionRuns.Outcome {
    let require = "the body must be a JSON object that says whether it completed"
    return try await JSONBody.read(of: request, upTo: 8 << 10, require) { (body) throws(DocumentError) in
      let members = try body.members(require)
      if let odd = members.keys.sorted().first(where: { !["completed", "detail"].contains($0) }) {
        throw DocumentChanges.unknown(odd, known: "completed, detail")
      }
      guard case .bool(let completed) = members["completed"] ?? .null else {
        throw DocumentError(.invalidParameter, "completed: must be true or false")
      }
      return ActionRuns.Outcome(completed: completed, detail: try detail(members["detail"]))
    }
  }

  /// A web app of others wrote it, so it is one line, as the name of an app is.
  private static func detail(_ value: JSONValue?) throws(DocumentError) -> String? {
    guard let value, value != .null else { return nil }
    let text = try DocumentChanges.text(value, "detail")
    do throws(DocumentError) {
      return try Provenance(source: text).source
    } catch {
      throw DocumentError(.invalidParameter, "detail: must be one line of at most 200 bytes that can be seen")
    }
  }
}

/// An action that goes on.
struct BegunActionResponse: Encodable {
  /// The address to show.
  let url: String
  /// The documents that it got copies of.
  let documents: [String]
  let job: JobResponse
}
