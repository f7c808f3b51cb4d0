import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes

/// The SHA-256 that a client says its bytes have (`Content-Digest` or `Repr-Digest`, RFC 9530).
struct AnnouncedDigest: Sendable {
  private let hash: ContentHash

  /// The digest of a request; nil when it announces none that is known here.
  ///
  /// Throws `.invalidParameter` for one that cannot be read.
  init?(_ head: RequestHead) throws(DocumentError) {
    guard let header = head[.contentDigest] ?? head[.reprDigest] else { return nil }
    let entries = HeaderList.items(header)
    guard let entry = entries.first(where: { $0.lowercased().hasPrefix("sha-256=") }) else { return nil }
    let value = entry.dropFirst("sha-256=".count)
    guard value.count > 2, value.hasPrefix(":"), value.hasSuffix(":"),
      let bytes = Data(base64Encoded: String(value.dropFirst().dropLast())),
      let hash = ContentHash(bytes: bytes)
    else { throw DocumentError(.invalidParameter, "the digest must be sha-256=:…: with 32 bytes in base 64") }
    self.hash = hash
  }

  /// Throws `.contentMismatch` unless the bytes that came have this hash.
  func check(_ found: ContentHash) throws(DocumentError) {
    guard found == hash else {
      throw DocumentError(
        .contentMismatch, "the bytes that came do not have the announced SHA-256; nothing was stored")
    }
  }
}

extension HTTPField.Name {
  static let contentDigest = Self("Content-Digest") ?? .digest
  static let reprDigest = Self("Repr-Digest") ?? .digest
  private static let digest = Self.eTag
}
