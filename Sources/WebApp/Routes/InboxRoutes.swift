import DocumentModel
import HTTPServer
import HTTPTypes
import Workspace

/// Documents that other apps hand over, and contents that are fetched from the web.
struct InboxRoutes: Sendable {
  let workspace: DocumentWorkspace
  let imports: WebImports
  let maximumBytes: Int64
  let keyed: KeyedUploads

  /// A content that is handed over, with the sender's words.
  private typealias Handed = (content: any StagedContent, words: HandOverWords)

  private static let untagged = "the Inbox has no entity tag"

  func add(to router: inout Router) {
    let options = RouteOptions(bodyLimit: Int(maximumBytes))
    router.on(.post, "api/v1/inbox", options: options) { request, _ in try await handOver(request) }
    router.on(.post, "api/v1/imports") { request, _ in try await fetch(request, isHandOver: false) }
  }

  private func handOver(_ request: Request) async throws -> Response {
    let mediaType = request.head[.contentType]?.lowercased() ?? ""
    if mediaType.hasPrefix("multipart/form-data") { return try await takeForm(request) }
    // A content may be JSON, too: it has a name then.
    if mediaType.hasPrefix("application/json"), request.query["name"] == nil {
      return try await fetch(request, isHandOver: true)
    }
    try Precondition(request.head).checkUntagged(Self.untagged)
    let words = try HandOverWords(request.query, workspace.types.current)
    _ = try words.provenance()
    guard words.name != nil else {
      throw DocumentError(.invalidParameter, "say what the document is called: ?name=")
    }
    try UploadRoutes.requireWhole(request.head)
    let digest = try AnnouncedDigest(request.head)
    let added = try await take(request) {
      (try await UploadRoutes.stage(request, expecting: digest, in: workspace), words)
    }
    return try .document(added, in: workspace, status: .created)
  }

  private func takeForm(_ request: Request) async throws -> Response {
    try Precondition(request.head).checkUntagged(Self.untagged)
    let words = try HandOverWords(request.query, workspace.types.current)
    try await workspace.contents.requireRoom(for: UploadRoutes.announcedBytes(request.head))
    let added = try await take(request) { try await stageForm(request, words) }
    return try .document(added, in: workspace, status: .created)
  }

  /// A form has one file, and fields with the sender's words in any order.
  private func stageForm(_ request: Request, _ given: HandOverWords) async throws -> Handed {
    var (words, file) = (given, (content: any StagedContent, name: FileName)?.none)
    var none: AnnouncedDigest?
    for try await part in try MultipartForm(request) {
      guard let filename = part.filename else {
        let bytes = try await part.body.collect(upTo: HandOverWords.maximumFieldBytes)
        guard try words.read(part.name, text: String(decoding: bytes, as: UTF8.self)) else {
          throw DocumentChanges.unknown(part.name, known: HandOverWords.members.joined(separator: ", "))
        }
        continue
      }
      guard file == nil else {
        throw DocumentError(
          .invalidParameter, "one file is handed over at a time; send the others in other forms")
      }
      let name = try FileName(UploadParameters.lastComponent(filename))
      file = (try await UploadRoutes.fill(workspace.contents.stage(), from: part.body, noting: &none), name)
    }
    guard let file else { throw DocumentError(.invalidParameter, "the form holds no file") }
    if words.name == nil { _ = try words.read("name", .string(file.name.description)) }
    return (file.content, words)
  }

  /// A document in the Inbox of what `stage` brings; the same one again for a repeated key.
  private func take(_ request: Request, _ stage: () async throws -> Handed) async throws -> Document {
    var said: HandOverWords?
    let added = try await keyed.once(request) {
      let (content, words) = try await stage()
      guard let name = words.name else { throw DocumentError(.invalidParameter, "the document has no name") }
      said = words
      return [(content, name)]
    } add: { staged, id in
      guard let said else { return [] }
      let (content, name) = staged[0]
      try await workspace.requireWanted(said.types, content, named: name)
      return [
        try await workspace.documents.add(
          content, named: name, in: .inbox, origin: .handOver, author: Visitor.name,
          metadata: DocumentMetadata(provenance: try said.provenance()), id: id(0))
      ]
    }
    return added[0]
  }

  private func fetch(_ request: Request, isHandOver: Bool) async throws -> Response {
    try Precondition(request.head).checkUntagged(Self.untagged)
    let words = try await WebRequestWords.read(request, isHandOver: isHandOver, workspace.types.current)
    let order = try words.order(origin: isHandOver ? .handOver : .web, author: Visitor.name)
    let time = try WaitingTime.read(request.query["wait"])
    let begun = try await imports.begin(order)
    let job = try await workspace.jobs.ended(begun.id, within: time)
    return .json(
      try JSONResponse.encode(JobResponse(job)), status: job.state.isOver ? .ok : .accepted,
      headers: [.location: "/api/v1/jobs/\(job.id)", .cacheControl: "private, no-store"])
  }
}
