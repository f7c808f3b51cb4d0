import FoundationEssentials
public import HTTPTypes

/// A refusal as `application/problem+json` (RFC 9457).
///
/// ```swift
/// throw HTTPProblem(.conflict, code: "version-conflict", detail: "The document was saved meanwhile.",
///   members: ["current": etag])
/// ```
public struct HTTPProblem: Error, Sendable {
  /// The status of the response, also a member of the document.
  public var status: HTTPResponse.Status
  /// A stable word for programs, such as `not-found`.
  public var code: String
  /// The URI of the problem type; `about:blank` means that the status explains it.
  public var type: String
  /// A short text, the same for every problem of this type.
  public var title: String
  /// A sentence about this occurrence.
  public var detail: String?
  /// The URI of this occurrence; for nil the server uses the request's id.
  public var instance: String?
  /// Additional headers of the response, such as `Allow` or `Retry-After`.
  public var headers: HTTPFields
  /// Additional members of the document; they cannot replace the standard ones.
  public var members: [String: any Encodable & Sendable]

  /// A problem; its title is the status's phrase unless one is given.
  public init(
    _ status: HTTPResponse.Status, code: String, title: String? = nil, detail: String? = nil,
    type: String = "about:blank", instance: String? = nil, headers: HTTPFields = [:],
    members: [String: any Encodable & Sendable] = [:]
  ) {
    self.status = status
    self.code = code
    self.type = type
    self.title = title ?? status.reasonPhrase
    self.detail = detail
    self.instance = instance
    self.headers = headers
    self.members = members
  }

  /// The problem for an unexpected error, without details.
  public static var internalError: HTTPProblem { .init(.internalServerError, code: "internal-error") }

  /// The document's media type.
  public static let mediaType = "application/problem+json"

  /// The response with this problem as its body.
  public func response() -> Response {
    var headers = headers
    headers[.contentType] = Self.mediaType
    headers[.cacheControl] = headers[.cacheControl] ?? "no-store"
    var response = Response(status, headers: headers, body: .bytes(encoded()))
    response.problemCode = code
    return response
  }

  /// The JSON document, with members sorted by name.
  public func encoded() -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if let data = try? encoder.encode(Document(problem: self)) { return [UInt8](data) }
    // A member that cannot be encoded must not hide the problem.
    var bare = self
    bare.members = [:]
    return (try? encoder.encode(Document(problem: bare))).map { [UInt8]($0) } ?? []
  }
}

extension HTTPProblem: HTTPResponseError {
  /// Itself.
  public var problem: HTTPProblem { self }
}

private struct Document: Encodable {
  let problem: HTTPProblem

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: MemberKey.self)
    for (name, value) in problem.members { try container.encode(value, forKey: MemberKey(name)) }
    try container.encode(problem.type, forKey: MemberKey("type"))
    try container.encode(problem.title, forKey: MemberKey("title"))
    try container.encode(problem.status.code, forKey: MemberKey("status"))
    try container.encode(problem.code, forKey: MemberKey("code"))
    try container.encodeIfPresent(problem.detail, forKey: MemberKey("detail"))
    try container.encodeIfPresent(problem.instance, forKey: MemberKey("instance"))
  }
}

private struct MemberKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}

/// An error that provides the problem for the client.
///
/// The response to a handler that throws it is its ``problem``. Any other error becomes a bare 500 with the
/// request's id, and the log has the error under the same id.
public protocol HTTPResponseError: Error {
  /// The status, a stable code and a sentence for the client; it must contain no secrets.
  var problem: HTTPProblem { get }
}
