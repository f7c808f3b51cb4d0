/// The SHA-256 of a content (FIPS 180-4): names a version and keys every cache.
public struct ContentHash: Hashable, Sendable, Codable, CustomStringConvertible {
  /// 64 hexadecimal digits in lower case.
  public let description: String

  /// The hash written in `text` in lower or upper case, or nil when it is not 64 hexadecimal digits.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count == 64 else { return nil }
    let lowered = text.lowercased()
    guard lowered.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0) }) else { return nil }
    description = lowered
  }

  /// The hash of 32 raw bytes; nil for any other number of bytes.
  public init?(bytes: some Collection<UInt8>) {
    guard bytes.count == 32 else { return nil }
    let digits = Array("0123456789abcdef".utf8)
    description = String(
      decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// Reads the hash from its text.
  ///
  /// Throws `DecodingError` for anything else.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let hash = Self(text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "not a SHA-256"))
    }
    self = hash
  }

  /// Writes the hash as its text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
