import DocumentModel
import LinuxSystem

/// A token, session or code as its holder knows it: 160 random bits.
///
/// Only its hash is kept.
struct Secret: Sendable {
  let text: String

  private static let alphabet = Array("abcdefghijklmnopqrstuvwxyz234567".utf8)

  init() {
    var generator = SystemRandomNumberGenerator()
    let letters = (0..<32).map { _ in Self.alphabet[Int.random(in: 0..<32, using: &generator)] }
    text = String(decoding: letters, as: UTF8.self)
  }

  /// A secret that a client gave; nil when it can be none, so that nothing long or strange is hashed or
  /// looked up.
  init?(_ text: some StringProtocol) {
    guard text.utf8.count == 32, text.utf8.allSatisfy(Self.alphabet.contains) else { return nil }
    self.text = String(text)
  }

  /// Under what it is kept.
  ///
  /// A plain hash is enough for a secret that cannot be guessed.
  func hash() throws(DocumentError) -> ContentHash {
    guard let hash = ContentHash(bytes: SHA256.hash(Array(text.utf8))) else {
      throw DocumentError(.storageFailed, "the secret could not be hashed")
    }
    return hash
  }
}
