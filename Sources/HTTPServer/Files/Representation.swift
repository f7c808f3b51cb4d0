public import HTTPTypes

/// One state of a resource that is ready to be sent: bytes with their validators.
///
/// ```swift
/// let file = Representation(
///   .descriptor(descriptor, 0..<size, owner: content), type: "application/pdf",
///   tag: EntityTag(hash), modified: HTTPDate(secondsSince1970: seconds))
/// return file.response(to: request.head)      // 200, 206, 304, 412 or 416
/// ```
public struct Representation: Sendable {
  /// The whole, as it would be sent to a request without conditions.
  public let whole: Response
  /// The tag of these bytes.
  public let tag: EntityTag?
  /// When they came to be.
  public let modified: HTTPDate?

  /// A representation of a media type.
  ///
  /// The body must have a known length, so it cannot be a stream.
  public init(
    _ body: Response.Body, type: String, tag: EntityTag?, modified: HTTPDate? = nil, headers: HTTPFields = [:]
  ) {
    var headers = headers
    headers[.contentType] = type
    headers[.acceptRanges] = "bytes"
    headers[.eTag] = tag?.description
    headers[.lastModified] = modified?.description
    self.init(whole: Response(.ok, headers: headers, body: body), tag: tag, modified: modified)
  }

  /// A representation that keeps its whole answer ready; see ``PreparedResponse``.
  public static func prepared(
    _ bytes: [UInt8], type: String, tag: EntityTag?, modified: HTTPDate? = nil, headers: HTTPFields = [:]
  ) -> Representation {
    let plain = Representation(.bytes(bytes), type: type, tag: tag, modified: modified, headers: headers)
    let prepared = PreparedResponse(bytes, headers: plain.whole.headers)
    let whole = Response(.ok, headers: prepared.headers, body: .prepared(prepared))
    return Representation(whole: whole, tag: tag, modified: modified)
  }

  private init(whole: Response, tag: EntityTag?, modified: HTTPDate?) {
    self.whole = whole
    self.tag = tag
    self.modified = modified
  }

  /// The answer to a request, by its conditions and its range (RFC 9110 §13, §14).
  ///
  /// One range is answered with 206. Several are answered with the whole, which the RFC allows and which keeps
  /// anybody from asking for the same bytes a thousand times.
  public func response(to head: RequestHead) -> Response {
    switch Preconditions(head, tag: tag, modified: modified) {
    case .failed: return failure(head, .preconditionFailed, code: "precondition-failed", detail: Self.stale)
    case .notModified: return Response(.notModified, headers: validators)
    case .proceed: break
    }
    guard head.method == .get, let length = whole.body.seekableLength, let header = head[.range],
      Preconditions.allowsRange(head, tag: tag)
    else { return whole }
    switch ByteRange(header, length: length) {
    case .whole: return whole
    case .part(let range): return part(range, of: length)
    case .unsatisfiable: return unsatisfiable(head, length)
    }
  }

  private static let stale = "It is no longer the version that the request names."

  /// What a 304 repeats of the headers (RFC 9110 §15.4.5).
  private var validators: HTTPFields {
    var headers = HTTPFields()
    for field in whole.headers where Self.repeated.contains(field.name) { headers.append(field) }
    return headers
  }

  private static let repeated: Set<HTTPField.Name> = [
    .eTag, .lastModified, .cacheControl, .contentLocation, .expires, .vary,
  ]

  private func part(_ range: Range<UInt64>, of length: UInt64) -> Response {
    var response = whole
    response.status = .partialContent
    response.headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(length)"
    response.body = whole.body.slice(range)
    return response
  }

  private func unsatisfiable(_ head: RequestHead, _ length: UInt64) -> Response {
    failure(
      head, .rangeNotSatisfiable, code: "range-not-satisfiable", detail: "There are only \(length) bytes.",
      headers: [.contentRange: "bytes */\(length)", .acceptRanges: "bytes"])
  }

  private func failure(
    _ head: RequestHead, _ status: HTTPResponse.Status, code: String, detail: String,
    headers: HTTPFields = [:]
  ) -> Response {
    HTTPProblem(status, code: code, detail: detail, instance: head.id.urn, headers: headers).response()
  }
}

extension Response.Body {
  /// How many bytes there are of a body that can be sent in parts; nil of one that can only be sent from its start.
  fileprivate var seekableLength: UInt64? {
    if case .stream = self { return nil }
    return length
  }

  /// A part of these bytes.
  fileprivate func slice(_ range: Range<UInt64>) -> Response.Body {
    switch self {
    case .bytes(let bytes): .bytes([UInt8](bytes[Int(range.lowerBound)..<Int(range.upperBound)]))
    case .prepared(let prepared):
      .bytes([UInt8](prepared.bytes[Int(range.lowerBound)..<Int(range.upperBound)]))
    case .file(let slice): .file(slice.slice(range))
    case .empty, .stream: self
    }
  }
}
