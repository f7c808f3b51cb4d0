import DocumentModel
import FoundationEssentials
import HTTPServer
import LinuxSystem

/// The body of a request that throws at its end unless it has the announced checksum (tus 1.0, checksum).
struct CheckedBody: AsyncSequence, Sendable {
  /// The running hash.
  fileprivate enum Hash: Sendable {
    case sha256(SHA256)
    case sha1(SHA1)
  }

  /// The algorithms, the better one first; the protocol demands the other one.
  static let algorithms = ["sha256", "sha1"]

  private let body: RequestBody
  private let hash: Hash
  private let announced: [UInt8]

  /// The body with the checksum that `header` (`Upload-Checksum`) announces.
  ///
  /// Throws `.invalidParameter` for an unknown algorithm or a malformed header.
  init(_ body: RequestBody, announcedAs header: String) throws(DocumentError) {
    let parts = header.split(separator: " ")
    guard parts.count == 2, let bytes = Data(base64Encoded: String(parts[1])) else { throw Self.malformed }
    switch (parts[0].lowercased(), bytes.count) {
    case ("sha256", 32): hash = .sha256(SHA256())
    case ("sha1", 20): hash = .sha1(SHA1())
    default: throw Self.malformed
    }
    self.body = body
    announced = [UInt8](bytes)
  }

  struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate var body: RequestBody.AsyncIterator
    private var hash: Hash
    private let announced: [UInt8]

    fileprivate init(_ checked: CheckedBody) {
      body = checked.body.makeAsyncIterator()
      (hash, announced) = (checked.hash, checked.announced)
    }

    mutating func next() async throws -> [UInt8]? {
      if let bytes = try await body.next() {
        hash.update(bytes)
        return bytes
      }
      guard hash.finalize() == announced else {
        throw DocumentError(
          .contentMismatch, "the bytes that came do not have the announced checksum; none of them was kept")
      }
      return nil
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }

  private static let malformed = DocumentError(
    .invalidParameter,
    "Upload-Checksum must be an algorithm (\(algorithms.joined(separator: ", "))) and a hash in base 64")
}

extension CheckedBody.Hash {
  fileprivate mutating func update(_ bytes: [UInt8]) {
    switch self {
    case .sha256(var hash):
      hash.update(bytes)
      self = .sha256(hash)
    case .sha1(var hash):
      hash.update(bytes)
      self = .sha1(hash)
    }
  }

  fileprivate func finalize() -> [UInt8] {
    switch self {
    case .sha256(let hash): hash.finalize()
    case .sha1(let hash): hash.finalize()
    }
  }
}
