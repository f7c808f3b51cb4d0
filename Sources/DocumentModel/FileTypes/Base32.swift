/// Crockford's base 32 in lower case, without padding.
enum Base32 {
  static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

  static func encode(_ bytes: [UInt8]) -> String {
    var letters: [UInt8] = []
    var buffer = 0
    var bits = 0
    for byte in bytes {
      buffer = (buffer << 8 | Int(byte)) & 0xFFF
      bits += 8
      while bits >= 5 {
        bits -= 5
        letters.append(alphabet[buffer >> bits & 31])
      }
    }
    if bits > 0 { letters.append(alphabet[buffer << (5 - bits) & 31]) }
    return String(decoding: letters, as: UTF8.self)
  }

  static func decode(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer = 0
    var bits = 0
    for letter in text.utf8 {
      guard let value = alphabet.firstIndex(of: letter) else { return nil }
      buffer = (buffer << 5 | value) & 0xFFF
      bits += 5
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(buffer >> bits & 0xFF))
      }
    }
    return bytes
  }
}
