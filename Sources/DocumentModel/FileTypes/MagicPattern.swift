/// A sequence of bytes at a place of the content.
public struct MagicPattern: Hashable, Sendable, Codable {
  /// The number of bytes before the pattern's first possible place.
  public let offset: Int
  /// The bytes in hexadecimal.
  public let bytes: String
  /// The number of further places at which the pattern may begin; 0 for exactly `offset`.
  public let within: Int
  /// Whether white space in the content between the pattern's bytes is ignored.
  public let ignoresWhiteSpace: Bool

  /// The number of leading bytes that patterns may use, and that identification reads of a content.
  public static let reach = 4096

  /// A pattern from its parts.
  public init(offset: Int, bytes: String, within: Int = 0, ignoresWhiteSpace: Bool = false) {
    self.offset = offset
    self.bytes = bytes
    self.within = within
    self.ignoresWhiteSpace = ignoresWhiteSpace
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case offset, bytes, within, ignoresWhiteSpace
  }

  /// Reads a pattern strictly: `bytes` must be there, unknown members are refused.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.strictContainer(keyedBy: CodingKeys.self)
    offset = try members.decodeIfPresent(Int.self, forKey: .offset) ?? 0
    bytes = try members.decode(String.self, forKey: .bytes)
    within = try members.decodeIfPresent(Int.self, forKey: .within) ?? 0
    ignoresWhiteSpace = try members.decodeIfPresent(Bool.self, forKey: .ignoresWhiteSpace) ?? false
  }

  /// The bytes themselves; nil when `bytes` is no hexadecimal number of whole bytes.
  var rawBytes: [UInt8]? {
    let digits = bytes.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
    guard digits.count % 2 == 0, !digits.isEmpty else { return nil }
    var raw: [UInt8] = []
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index], let low = digits[index + 1] else { return nil }
      raw.append(UInt8(high << 4 | low))
    }
    return raw
  }
}
