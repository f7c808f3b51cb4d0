/// An uncompressed grey TIFF with pages of one shade each.
enum TIFFFile {
  struct Page {
    var width: UInt16
    var height: UInt16
    var shade: UInt8
    /// TIFF's tag 274, as in EXIF.
    var orientation: UInt16 = 1
  }

  /// The file, little-endian.
  static func bytes(_ pages: [Page]) -> [UInt8] {
    var file: [UInt8] = [0x49, 0x49, 42, 0] + word(8)
    for (index, page) in pages.enumerated() {
      let entries = entries(of: page)
      // The pixels follow their directory, and the next directory follows them.
      let pixelStart = file.count + 2 + (entries.count + 1) * 12 + 4
      let pixels = [UInt8](repeating: page.shade, count: Int(page.width) * Int(page.height))
      let next = index == pages.count - 1 ? 0 : pixelStart + pixels.count
      let all = (entries + [(273, UInt32(pixelStart))]).sorted { $0.0 < $1.0 }
      file += half(UInt16(all.count))
      // Every value is one number of 32 bits (type 4).
      for (tag, value) in all { file += half(tag) + half(4) + word(1) + word(value) }
      file += word(UInt32(next)) + pixels
    }
    return file
  }

  private static func entries(of page: Page) -> [(UInt16, UInt32)] {
    [
      (256, UInt32(page.width)), (257, UInt32(page.height)), (258, 8), (259, 1), (262, 1),
      (274, UInt32(page.orientation)), (277, 1), (278, UInt32(page.height)),
      (279, UInt32(page.width) * UInt32(page.height)),
    ]
  }

  private static func half(_ value: UInt16) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8)] }

  private static func word(_ value: UInt32) -> [UInt8] {
    half(UInt16(truncatingIfNeeded: value)) + half(UInt16(value >> 16))
  }
}
