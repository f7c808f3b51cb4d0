import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import LinuxSystem

/// The digests that a client announces (`Content-Digest` and `Repr-Digest`, RFC 9530).
///
/// A content that is sent whole and without a coding is its representation, so both fields describe the same bytes.
/// Every digest of a known algorithm must match. Unknown algorithms are ignored (section 2), among them all that
/// section 5 calls insecure.
struct AnnouncedDigest: Sendable {
  private enum Algorithm: String, CaseIterable {
    case sha256 = "sha-256"
    case sha512 = "sha-512"

    var byteCount: Int { self == .sha256 ? 32 : 64 }
  }

  private var announced: [(algorithm: Algorithm, bytes: [UInt8])] = []
  /// The running hash; nil unless it was announced.
  private var sha512: SHA512?

  /// The digests of a request; nil when it announces none of a known algorithm.
  ///
  /// Throws `.invalidParameter` for a malformed field.
  init?(_ head: RequestHead) throws(DocumentError) {
    for header in [head[.contentDigest], head[.reprDigest]].compactMap(\.self) {
      for item in HeaderList.items(header) {
        guard let equals = item.firstIndex(of: "="),
          let algorithm = Algorithm(rawValue: item[..<equals].lowercased())
        else { continue }
        announced.append((algorithm, try Self.bytes(of: item[item.index(after: equals)...], algorithm)))
      }
    }
    guard !announced.isEmpty else { return nil }
    if announced.contains(where: { $0.algorithm == .sha512 }) { sha512 = SHA512() }
  }

  /// A byte sequence of RFC 8941, section 3.3.5; its parameters are ignored.
  private static func bytes(of value: Substring, _ algorithm: Algorithm) throws(DocumentError) -> [UInt8] {
    let text = value.prefix { $0 != ";" }
    guard text.count > 2, text.hasPrefix(":"), text.hasSuffix(":"),
      let bytes = Data(base64Encoded: String(text.dropFirst().dropLast())), bytes.count == algorithm.byteCount
    else {
      throw DocumentError(
        .invalidParameter,
        "the digest must be \(algorithm.rawValue)=:…: with \(algorithm.byteCount) bytes in base 64")
    }
    return Array(bytes)
  }

  mutating func update(_ bytes: [UInt8]) {
    sha512?.update(bytes)
  }

  /// Throws `.contentMismatch` unless the received bytes, whose SHA-256 is `found`, have every announced digest.
  func check(_ found: ContentHash) throws(DocumentError) {
    let sha512 = sha512.map { $0.finalize() }
    for (algorithm, bytes) in announced {
      let isRight = algorithm == .sha256 ? ContentHash(bytes: bytes) == found : bytes == sha512
      guard isRight else {
        throw DocumentError(
          .contentMismatch,
          "the bytes that came do not have the announced \(algorithm.rawValue); nothing was stored")
      }
    }
  }
}

extension HTTPField.Name {
  static let contentDigest = Self("Content-Digest") ?? .digest
  static let reprDigest = Self("Repr-Digest") ?? .digest
  private static let digest = Self.eTag
}
