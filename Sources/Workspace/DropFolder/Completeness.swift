/// Whether a file is whole by the rules of its own format.
///
/// Only formats that say where they end can tell; files of all other formats count as whole.
enum Completeness {
  /// Enough of the end of a file to judge it.
  static let tailBytes = 66 * 1024

  /// Judges a file by its first bytes (at least 8, if it has them) and its last ``tailBytes``.
  static func isWhole(head: [UInt8], tail: [UInt8]) -> Bool {
    if head.starts(with: Array("%PDF-".utf8)) {
      // ISO 32000-1, 7.5.5: the last line holds %%EOF; readers accept it within the last 1,024 bytes.
      return contains(tail.suffix(1024), Array("%%EOF".utf8))
    }
    if head.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
      // APPNOTE 4.3.16: the end-of-central-directory record, before a comment of at most 65,535 bytes.
      return contains(tail[...], [0x50, 0x4B, 0x05, 0x06])
    }
    if head.starts(with: [0xFF, 0xD8, 0xFF]) {
      // ITU-T T.81, B.1.1.3: end of image; some cameras append data after it.
      return contains(tail[...], [0xFF, 0xD9])
    }
    if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      return contains(tail[...], Array("IEND".utf8))
    }
    return true
  }

  private static func contains(_ bytes: ArraySlice<UInt8>, _ pattern: [UInt8]) -> Bool {
    guard bytes.count >= pattern.count else { return false }
    // From the end: that is where it is when the file is whole.
    var start = bytes.endIndex - pattern.count
    while start >= bytes.startIndex {
      if bytes[start..<(start + pattern.count)].elementsEqual(pattern) { return true }
      start -= 1
    }
    return false
  }
}
