public import HTTPTypes

/// The parts of a `multipart/form-data` body (RFC 7578), streamed as they arrive.
///
/// ```swift
/// for try await part in try MultipartForm(request) {
///   guard let filename = part.filename else { continue }
///   for try await chunk in part.body { … }
/// } ```
///
/// Asking for the next part skips the rest of the present one. A form has at most 1000 parts, each with at most 8
/// KiB of headers; the route's body limit applies to the whole.
public struct MultipartForm: AsyncSequence, Sendable {
  /// One part.
  public typealias Element = MultipartPart

  private let reader: MultipartReader

  /// Begins to read a request's body as a form.
  ///
  /// - Throws: ``HTTPError/unsupportedMediaType(expected:)``, ``HTTPError/malformedMultipart(_:)``. The iteration
  ///   throws the latter too, and the errors of the body.
  public init(_ request: Request) throws(HTTPError) {
    let boundary = try MultipartBoundary(contentType: request.head[.contentType])
    reader = MultipartReader(request.body, boundary)
  }

  /// Iterates over the parts.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let reader: MultipartReader

    /// The next part, or nil at the end.
    public mutating func next() async throws -> MultipartPart? { try await reader.nextPart() }
  }

  /// An iterator; all iterators of one form share its position.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(reader: reader) }
}

/// One part of a form.
public struct MultipartPart: Sendable {
  /// The name of the form's field.
  public let name: String
  /// The file name as sent, which may contain paths and dots or be empty; nil when the part is not a file.
  public let filename: String?
  /// All headers of the part.
  public let headers: HTTPFields
  /// The part's bytes.
  public let body: RequestBody
}
