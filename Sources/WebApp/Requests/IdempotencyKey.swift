import DocumentModel
import HTTPServer
import HTTPTypes
import LinuxSystem

/// The key of an upload, so that a repetition creates nothing again (draft-ietf-httpapi-idempotency-key-header).
struct IdempotencyKey: Hashable, Sendable {
  /// The credential of the client; keys of different credentials are different.
  let owner: String
  private let text: String

  private static let maximumLength = 255

  /// The key of a request: a quoted string (RFC 8941, 3.3.3), or plain text, as most programs send it.
  ///
  /// Nil without the header. Throws `.invalidParameter` for any other form.
  init?(_ head: RequestHead, of owner: String) throws(DocumentError) {
    guard let header = head[.idempotencyKey] else { return nil }
    let isQuoted = header.utf8.count > 1 && header.hasPrefix("\"") && header.hasSuffix("\"")
    let text = isQuoted ? String(header.dropFirst().dropLast()) : header
    let isLegal = text.utf8.allSatisfy { byte in
      (isQuoted ? 0x20...0x7E : 0x21...0x7E).contains(byte) && byte != UInt8(ascii: "\"")
        && byte != UInt8(ascii: "\\")
    }
    guard isLegal, (1...Self.maximumLength).contains(text.utf8.count) else {
      throw DocumentError(
        .invalidParameter,
        "Idempotency-Key must be 1 to \(Self.maximumLength) printable characters, quoted or without spaces")
    }
    (self.owner, self.text) = (owner, text)
  }

  init(_ text: String, of owner: String) {
    (self.owner, self.text) = (owner, text)
  }

  /// The id of the document with this number in the upload; it is known in advance, and again after a restart.
  func document(_ number: Int) -> DocumentID {
    let hash = ContentHash(naming: [owner, text, "\(number)"])
    return hash.flatMap { DocumentID($0.description.prefix(Self.idLength)) } ?? DocumentID()
  }

  /// Hexadecimal digits are letters of an id, and 64 bits make collisions improbable.
  private static let idLength = 16
}

extension ContentHash {
  /// The hash of some texts; their lengths keep them apart.
  init?(naming parts: [String]) {
    let text = parts.map { "\($0.utf8.count):\($0)" }.joined()
    self.init(bytes: SHA256.hash(Array(text.utf8)))
  }
}

extension HTTPField.Name {
  static let idempotencyKey = Self("Idempotency-Key") ?? .eTag
}
