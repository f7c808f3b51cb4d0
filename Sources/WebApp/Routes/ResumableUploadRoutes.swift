import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Workspace

/// Uploads that go on after an interruption: tus 1.0 (https://tus.io/protocols/resumable-upload).
struct ResumableUploadRoutes: Sendable {
  let uploads: ResumableUploads
  let maximumBytes: Int64

  private static let path = "api/v1/uploads"
  private static let one = "\(path)/:id"
  private static let version = "1.0.0"
  private static let mediaType = "application/offset+octet-stream"

  func add(to router: inout Router) {
    let options = RouteOptions(bodyLimit: Int(maximumBytes))
    router.on(.options, Self.path) { _, _ in abilities("OPTIONS, POST") }
    router.on(.options, Self.one) { _, _ in abilities("DELETE, HEAD, OPTIONS, PATCH, POST") }
    router.on(.post, Self.path, options: options) { request, _ in
      try await Self.spoken(request) {
        // Clients that cannot send every method name the real one, which is the same here.
        guard request.head[.methodOverride].map({ $0 == "POST" }) ?? true else {
          throw HTTPError.methodNotAllowed(allowed: [.options, .post])
        }
        return try await begin(request)
      }
    }
    for method in [HTTPRequest.Method.head, .patch, .delete, .post] {
      router.on(method, Self.one, options: options) { request, parameters in
        try await Self.spoken(request) {
          try await answer(request, of: try parameters.require("id", as: UploadID.self))
        }
      }
    }
  }

  /// Headers of every refusal below the address.
  static func refusalHeaders(_ path: String) -> HTTPFields {
    path == "/\(self.path)" || path.hasPrefix("/\(self.path)/") ? [.tusResumable: version] : [:]
  }

  private func abilities(_ methods: String) -> Response {
    .noContent(headers: [
      .allow: methods, .tusResumable: Self.version, .tusVersion: Self.version,
      .tusExtension: "creation,creation-with-upload,creation-defer-length,checksum,termination,expiration",
      .tusMaximumSize: "\(maximumBytes)", .tusChecksums: CheckedBody.algorithms.joined(separator: ","),
    ])
  }

  /// The answer of `body` to a client that speaks this version of the protocol.
  private static func spoken(_ request: Request, _ body: () async throws -> Response) async throws -> Response
  {
    guard request.head[.tusResumable] == version else {
      throw HTTPProblem(
        .preconditionFailed, code: "tus-version",
        detail: "Tus-Resumable must be \(version), the version of tus that this server speaks.",
        headers: [.tusVersion: version])
    }
    do {
      var response = try await body()
      response.headers[.tusResumable] = version
      return response
    } catch let error as DocumentError where error.code == .contentMismatch {
      var problem = error.problem
      problem.status = .checksumMismatch
      throw problem
    } catch let error as DocumentError where error.code == .tooLarge {
      var problem = error.problem
      problem.status = .contentTooLarge
      throw problem
    }
  }

  private func answer(_ request: Request, of id: UploadID) async throws -> Response {
    // A POST here stands for another method, from a client that cannot send that one.
    let method = request.method == .post ? request.head[.methodOverride] ?? "" : request.method.rawValue
    switch method {
    case "HEAD":
      return try await Self.described(uploads.settled(id))
    case "PATCH":
      try Self.requireMediaType(request.head)
      try Self.requireNoTag(request.head)
      return Self.went(try await take(request, of: id, at: try Self.offset(request.head)), .noContent)
    case "DELETE":
      try Self.requireNoTag(request.head)
      try await uploads.remove(id)
      return .noContent()
    default:
      throw HTTPError.methodNotAllowed(allowed: [.delete, .head, .options, .patch])
    }
  }

  // MARK: Beginning

  private func begin(_ request: Request) async throws -> Response {
    try Self.requireNoTag(request.head)
    let metadata = try UploadMetadata(request.head[.uploadMetadata] ?? "")
    let length = try Self.length(request.head)
    let destination = try metadata.destination(request.query)
    let hasBytes = request.head[.contentType] != nil && request.head.contentLength != 0
    if hasBytes { try Self.requireMediaType(request.head) }
    var status = try await uploads.begin(
      destination, length: length, metadata: request.head[.uploadMetadata], author: Visitor.name)
    let upload = status.upload
    if hasBytes || length == 0 {
      do {
        status = try await take(request, of: upload.id, at: 0)
      } catch let error as DocumentError where error.problem.status.kind == .clientError {
        // It was begun, and can be gone on with.
        var problem = error.problem
        problem.headers[.location] = "/\(Self.path)/\(upload.id)"
        throw problem
      }
    }
    return Self.went(status, .created)
  }

  private static func length(_ head: RequestHead) throws -> Int64? {
    switch (head[.uploadLength], head[.uploadDeferLength]) {
    case (nil, "1"): return nil
    case (let text?, nil): return try number(text, .uploadLength)
    default:
      throw DocumentError(
        .invalidParameter,
        "say how long the upload is (Upload-Length), or that it is told later (Upload-Defer-Length: 1)")
    }
  }

  // MARK: Going on

  private func take(
    _ request: Request, of id: UploadID, at offset: Int64
  ) async throws -> ResumableUploads.Status {
    let length = try request.head[.uploadLength].map { (text) throws(DocumentError) in
      try Self.number(text, .uploadLength)
    }
    let redirect = try UploadMetadata.redirect(request.query)
    let announced = request.body.declaredLength.map { Int64(clamping: $0) }
    guard let checksum = request.head[.uploadChecksum] else {
      return try await uploads.take(
        .init(at: offset, announced: announced, body: request.body), of: id, length: length,
        redirect: redirect)
    }
    let body = try CheckedBody(request.body, announcedAs: checksum)
    return try await uploads.take(
      .init(at: offset, announced: announced, body: body, isChecked: true), of: id, length: length,
      redirect: redirect)
  }

  private static func requireMediaType(_ head: RequestHead) throws(HTTPError) {
    guard head[.contentType]?.lowercased() == mediaType else {
      throw HTTPError.unsupportedMediaType(expected: mediaType)
    }
  }

  private static func requireNoTag(_ head: RequestHead) throws(DocumentError) {
    try Precondition(head).checkUntagged("an upload has no entity tag")
  }

  private static func offset(_ head: RequestHead) throws(DocumentError) -> Int64 {
    try number(head[.uploadOffset] ?? "", .uploadOffset)
  }

  private static func number(_ text: String, _ name: HTTPField.Name) throws(DocumentError) -> Int64 {
    guard let number = PlainNumber.whole(text) else {
      throw DocumentError(.invalidParameter, "\(name.rawName) must be a whole number")
    }
    return Int64(number)
  }

  // MARK: Answers

  private static func described(_ status: ResumableUploads.Status) -> Response {
    var response = went(status, .ok)
    response.headers[.location] = nil
    response.headers[.uploadMetadata] = status.upload.metadata
    if let length = status.upload.length {
      response.headers[.uploadLength] = "\(length)"
    } else {
      response.headers[.uploadDeferLength] = "1"
    }
    return response
  }

  private static func went(_ status: ResumableUploads.Status, _ code: HTTPResponse.Status) -> Response {
    var headers: HTTPFields = [
      .uploadOffset: "\(status.offset)",
      .uploadExpires: "\(HTTPDate(secondsSince1970: Int64(status.expires.timeIntervalSince1970)))",
      .cacheControl: "private, no-store",
    ]
    if code == .created { headers[.location] = "/\(path)/\(status.upload.id)" }
    if let outcome = status.upload.outcome {
      headers[.document] = "\(outcome.document)"
      headers[.contentLocation] = "/api/v1/documents/\(outcome.document)"
    }
    return Response(code, headers: headers)
  }
}

extension HTTPField.Name {
  private static func named(_ text: String) -> Self { Self(text) ?? .vary }

  static let tusResumable = named("Tus-Resumable")
  fileprivate static let tusVersion = named("Tus-Version")
  fileprivate static let tusExtension = named("Tus-Extension")
  fileprivate static let tusMaximumSize = named("Tus-Max-Size")
  fileprivate static let tusChecksums = named("Tus-Checksum-Algorithm")
  fileprivate static let uploadLength = named("Upload-Length")
  fileprivate static let uploadDeferLength = named("Upload-Defer-Length")
  fileprivate static let uploadOffset = named("Upload-Offset")
  fileprivate static let uploadMetadata = named("Upload-Metadata")
  fileprivate static let uploadChecksum = named("Upload-Checksum")
  fileprivate static let uploadExpires = named("Upload-Expires")
  fileprivate static let methodOverride = named("X-HTTP-Method-Override")
  fileprivate static let document = named("Sheaf-Document")
}

extension HTTPResponse.Status {
  /// 460 (tus 1.0, checksum).
  fileprivate static let checksumMismatch = Self(code: 460, reasonPhrase: "Checksum Mismatch")
}
