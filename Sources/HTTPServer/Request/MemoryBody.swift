import Synchronization

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
