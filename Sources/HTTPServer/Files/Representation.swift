public import HTTPTypes
import Synchronization

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
  /// The compressed forms of a prepared text; nil of anything else.
  private let coded: CodedForms?

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
  ///
  /// Text is sent compressed to clients that take it. It is sent as one of `forms`, the compressed bytes that are at
  /// hand. Else it is sent as gzip, which is made when it is first asked for.
  public static func prepared(
    _ bytes: [UInt8], type: String, tag: EntityTag?, modified: HTTPDate? = nil, headers: HTTPFields = [:],
    forms: [ContentCoding: [UInt8]] = [:]
  ) -> Representation {
    let isText = !forms.isEmpty || ContentCoding.suits(type, bytes: bytes.count)
    var headers = headers
    if isText { headers.vary(by: .acceptEncoding) }
    let plain = Representation(.bytes(bytes), type: type, tag: tag, modified: modified, headers: headers)
    let prepared = PreparedResponse(bytes, headers: plain.whole.headers)
    return Representation(
      whole: Response(.ok, headers: prepared.headers, body: .prepared(prepared)), tag: tag,
      modified: modified,
      coded: isText ? CodedForms(of: prepared, given: forms) : nil)
  }

  private init(whole: Response, tag: EntityTag?, modified: HTTPDate?, coded: CodedForms? = nil) {
    self.whole = whole
    self.tag = tag
    self.modified = modified
    self.coded = coded
  }

  /// The answer to a request, by its conditions and its range (RFC 9110 §13, §14).
  ///
  /// One range is answered with 206. Several are answered with the whole, which the RFC allows and which keeps
  /// clients from asking for the same bytes a thousand times.
  public func response(to head: RequestHead) -> Response {
    switch Preconditions(head, tag: tag, modified: modified) {
    case .failed: return failure(head, .preconditionFailed, code: "precondition-failed", detail: Self.stale)
    case .notModified: return Response(.notModified, headers: Self.validators(of: form(for: head)))
    case .proceed: break
    }
    guard head.method == .get, let length = whole.body.seekableLength, let header = head[.range],
      Preconditions.allowsRange(head, tag: tag)
    else { return form(for: head) }
    switch ByteRange(header, length: length) {
    case .whole: return whole
    case .part(let range): return part(range, of: length)
    case .unsatisfiable: return unsatisfiable(head, length)
    }
  }

  /// The whole in the shortest coding that the client takes; plain to one that wants a range, which counts plain bytes.
  private func form(for head: RequestHead) -> Response {
    guard let coded, head[.range] == nil else { return whole }
    return coded.form(for: head) ?? whole
  }

  private static let stale = "It is no longer the version that the request names."

  /// The headers that a 304 repeats (RFC 9110 §15.4.5).
  private static func validators(of whole: Response) -> HTTPFields {
    var headers = HTTPFields()
    for field in whole.headers where repeated.contains(field.name) { headers.append(field) }
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

private final class CodedForms: Sendable {
  private let plain: PreparedResponse
  private let given: [ContentCoding: PreparedResponse]
  private let gzip = Mutex<PreparedResponse?>(nil)

  init(of plain: PreparedResponse, given forms: [ContentCoding: [UInt8]]) {
    self.plain = plain
    given = Dictionary(uniqueKeysWithValues: forms.map { ($0, Self.form($1, as: $0, of: plain)) })
  }

  /// The shortest form that a request accepts; nil when that is the plain one.
  func form(for head: RequestHead) -> Response? {
    let accepted = ContentCoding.accepted(by: head)
    let form = accepted.lazy.compactMap { self.given[$0] }.first ?? (accepted.contains(.gzip) ? made() : nil)
    return form.map { Response(.ok, headers: $0.headers, body: .prepared($0)) }
  }

  private func made() -> PreparedResponse? {
    gzip.withLock { gzip in
      if gzip == nil, let bytes = Gzip.compress(plain.bytes) { gzip = Self.form(bytes, as: .gzip, of: plain) }
      return gzip
    }
  }

  private static func form(
    _ bytes: [UInt8], as coding: ContentCoding, of plain: PreparedResponse
  ) -> PreparedResponse {
    var headers = plain.headers
    headers.encode(as: coding)
    return PreparedResponse(bytes, headers: headers)
  }
}

extension Response.Body {
  /// How many bytes there are of a body that can be sent in parts; nil of one that can only be sent from its start.
  fileprivate var seekableLength: UInt64? {
    if case .stream = self { return nil }
    return length
  }

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
