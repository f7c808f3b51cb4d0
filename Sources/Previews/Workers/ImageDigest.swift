import LinuxSystem

/// The digest of an image: the first 96 bits of its SHA-256, as 24 hexadecimal digits.
///
/// It is computed once and kept with the image, so a response from a file has a strong tag as well.
enum ImageDigest {
  static let length = 24
  private static let chunk = 256 << 10

  /// The digest of a memory file; reads the file and blocks.
  static func of(_ file: MemoryFile) throws(SystemError) -> String {
    var hash = SHA256()
    var offset = 0
    while offset < file.size {
      let part = try file.descriptor.read(min(chunk, file.size - offset), at: Int64(offset))
      guard !part.isEmpty else { break }
      hash.update(part)
      offset += part.count
    }
    let digits = hash.finalize().prefix(length / 2).map {
      String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
    }
    return digits.joined()
  }

  static func isDigest(_ text: Substring) -> Bool {
    text.utf8.count == length
      && text.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 || (UInt8(ascii: "a")...UInt8(ascii: "f")) ~= $0
      }
  }
}
