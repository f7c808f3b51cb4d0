import FoundationEssentials
public import HTTPTypes

/// A refusal as `application/problem+json` (RFC 9457).
///
/// ```swift
/// throw HTTPProblem(.conflict, code: "version-conflict", detail: "Somebody saved in between.",
///   members: ["current": etag])
/// ```
public struct HTTPProblem: Error, Sendable {
  /// The status of the answer, also a member of the document.
  public var status: HTTPResponse.Status
  /// A stable word for programs, such as `not-found`.
  public var code: String
  /// A URI of the kind of problem; `about:blank` says that the status explains it.
  public var type: String
  /// A short text that is the same for every problem of this kind.
  public var title: String
  /// A sentence about this very problem.
  public var detail: String?
  /// A URI of this occurrence.
  ///
  /// The server fills in the request's id when it is nil.
  public var instance: String?
  /// Headers that go with the answer, such as `Allow` or `Retry-After`.
  public var headers: HTTPFields
  /// Further members of the document.
  ///
  /// They cannot replace the standard ones.
  public var members: [String: any Encodable & Sendable]

  /// A problem with the status's own phrase as its title, unless another is given.
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

  /// What a client is told about an error that nobody expected: nothing but that it happened.
  public static var internalError: HTTPProblem { .init(.internalServerError, code: "internal-error") }

  /// The document's media type.
  public static let mediaType = "application/problem+json"

  /// The answer with this problem in its body.
  public func response() -> Response {
    var headers = headers
    headers[.contentType] = Self.mediaType
    headers[.cacheControl] = headers[.cacheControl] ?? "no-store"
    var response = Response(status, headers: headers, body: .bytes(encoded()))
    response.problemCode = code
    return response
  }

  /// The JSON document, members sorted by name.
  public func encoded() -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if let data = try? encoder.encode(Document(problem: self)) { return [UInt8](data) }
    // A member that cannot be encoded must not hide the problem itself.
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
