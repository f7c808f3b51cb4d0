import DocumentModel
import HTTPServer
import HTTPTypes
import LinuxSystem

/// The name that a client gives an upload, so that one that it sends again makes nothing again
/// (draft-ietf-httpapi-idempotency-key-header).
struct IdempotencyKey: Hashable, Sendable {
  /// Whose it is: what two credentials call the same are two.
  let owner: String
  private let text: String

  private static let maximumLength = 255

  /// The key of a request by `owner`; nil when it has none.
  ///
  /// It is a quoted string (RFC 8941, 3.3.3), and may come as it is: so most programs send it. Throws `.invalidParameter`
  /// for anything else.
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

  /// The id of a document that an upload with this key makes, by its number in the upload: known before it is made, and
  /// after a server was started anew.
  func document(_ number: Int) -> DocumentID {
    let hash = ContentHash(naming: [owner, text, "\(number)"])
    return hash.flatMap { DocumentID($0.description.prefix(Self.idLength)) } ?? DocumentID()
  }

  /// Hexadecimal digits are letters of an id, and so many of them, 64 bits, name no two documents.
  private static let idLength = 16
}

extension ContentHash {
  /// The hash of some texts, which are told apart by their lengths.
  init?(naming parts: [String]) {
    let text = parts.map { "\($0.utf8.count):\($0)" }.joined()
    self.init(bytes: SHA256.hash(Array(text.utf8)))
  }
}

extension HTTPField.Name {
  /// The name of a request, in the words of who sends it.
  static let idempotencyKey = Self("Idempotency-Key") ?? .eTag
}
