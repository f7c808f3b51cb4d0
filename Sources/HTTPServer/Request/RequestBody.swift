import Synchronization

protocol BodySource: Sendable {
  /// All bytes that have arrived, at least one; nil at the end.
  func next() async throws -> [UInt8]?
}

/// The body of a request: chunks of bytes as they arrive, with back-pressure.
///
/// A chunk holds all bytes since the last one, up to about 1 MiB. A slow reader slows the client down; memory does
/// not grow. A body can be read once, by one task.
///
/// ```swift
/// for try await chunk in request.body { try file.write(chunk) } ```
///
/// Reading throws ``HTTPError/bodyIncomplete`` or ``HTTPError/disconnected`` when the client disconnects,
/// ``HTTPError/bodyTooLarge(limit:)`` beyond the route's limit, and `CancellationError`.
public struct RequestBody: AsyncSequence, Sendable {
  /// The bytes of one step.
  public typealias Element = [UInt8]

  private let source: any BodySource
  /// The declared length in bytes, or nil when the body is chunked.
  public let declaredLength: UInt64?

  init(source: any BodySource, declaredLength: UInt64?) {
    self.source = source
    self.declaredLength = declaredLength
  }

  /// A body without bytes.
  public static var empty: RequestBody { RequestBody([]) }

  /// A body from memory, delivered in chunks of `pieces` bytes; for tests.
  public init(_ bytes: [UInt8], pieces: Int = 1 << 20, limit: Int = .max) {
    self.init(
      source: MemoryBody(bytes, pieces: pieces, limit: limit), declaredLength: UInt64(bytes.count))
  }

  /// Iterates over the chunks.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let source: any BodySource

    /// The next bytes, or nil at the end.
    public mutating func next() async throws -> [UInt8]? { try await source.next() }
  }

  /// An iterator; all iterators of one body share its position.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(source: source) }

  /// The whole body in memory.
  ///
  /// - Throws: ``HTTPError/bodyTooLarge(limit:)`` beyond `limit` bytes, before reading if the client declared the
  ///   length.
  public func collect(upTo limit: Int) async throws -> [UInt8] {
    if let declaredLength, declaredLength > UInt64(limit) { throw HTTPError.bodyTooLarge(limit: limit) }
    var bytes: [UInt8] = []
    for try await chunk in self {
      guard bytes.count + chunk.count <= limit else { throw HTTPError.bodyTooLarge(limit: limit) }
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
    }
    return bytes
  }
}

final class MemoryBody: BodySource {
  private let bytes: [UInt8]
  private let pieces: Int
  private let limit: Int
  private let position = Mutex(0)

  init(_ bytes: [UInt8], pieces: Int, limit: Int) {
    self.bytes = bytes
    self.pieces = pieces
    self.limit = limit
  }

  func next() async throws -> [UInt8]? {
    try position.withLock { position in
      guard position < bytes.count else { return nil }
      let end = min(position + pieces, bytes.count)
      guard end <= limit else { throw HTTPError.bodyTooLarge(limit: limit) }
      defer { position = end }
      return [UInt8](bytes[position..<end])
    }
  }
}
