import Glibc

enum ByteSearch {
  /// The position of the first occurrence, or nil.
  ///
  /// `memchr` skips to the next candidate, many times faster than a loop over bytes.
  static func first(_ needle: [UInt8], in haystack: [UInt8]) -> Int? {
    haystack.withUnsafeBytes { haystack in
      guard let start = haystack.baseAddress, let head = needle.first else { return nil }
      var position = 0
      while haystack.count - position >= needle.count {
        let candidates = haystack.count - position - needle.count + 1
        guard let found = memchr(start + position, CInt(head), candidates) else { return nil }
        position = UnsafeRawPointer(found) - start
        if memcmp(found, needle, needle.count) == 0 { return position }
        position += 1
      }
      return nil
    }
  }
}
