import DocumentModel

/// The pictures in an icon file that are files themselves: PNG since Windows Vista, PNG or JPEG 2000 since Mac OS X 10.5.
///
/// gdk-pixbuf opens the other pictures of an ICO, which are bitmaps without the header of a BMP.
struct IconFile {
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47]
  private static let jpeg2000: [UInt8] = [0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20]
  /// Far more than an icon has.
  private static let mostPictures = 1_000

  private let bytes: UnsafeRawBufferPointer

  /// The largest picture of an icon when it is a file; `contents` for all other files.
  static func picture(in contents: ContentBytes) throws(DocumentError) -> ContentBytes {
    let file = IconFile(bytes: contents.bytes)
    guard let place = file.largestOfWindows ?? file.largestOfApple else { return contents }
    return try ContentBytes(copying: UnsafeRawBufferPointer(rebasing: contents.bytes[place]))
  }

  /// ICO and CUR: a directory with the place of each picture.
  private var largestOfWindows: Range<Int>? {
    guard bytes.starts(with: [0, 0, 1, 0]) || bytes.starts(with: [0, 0, 2, 0]), bytes.count > 6 else {
      return nil
    }
    let count = min(Int(bytes[4]) | Int(bytes[5]) << 8, (bytes.count - 6) / 16, Self.mostPictures)
    let entries = (0..<count).map { 6 + $0 * 16 }
    // A side of 256 pixels is written as 0.
    let largest = entries.max { bytes[$0] &- 1 < bytes[$1] &- 1 }
    guard let largest else { return nil }
    let start = word(at: largest + 12).littleEndian
    return picture(from: Int(start), count: Int(word(at: largest + 8).littleEndian))
  }

  /// ICNS: pictures one after the other, each behind its type and length; the longest is the largest.
  private var largestOfApple: Range<Int>? {
    guard bytes.starts(with: Array("icns".utf8)) else { return nil }
    var largest: Range<Int>?
    var place = 8
    for _ in 0..<Self.mostPictures where place <= bytes.count - 8 {
      let length = max(8, Int(word(at: place + 4).bigEndian))
      if let found = picture(from: place + 8, count: length - 8), found.count > largest?.count ?? 0 {
        largest = found
      }
      place += length
    }
    return largest
  }

  /// The part of the file when it lies within it and is a file itself.
  private func picture(from start: Int, count: Int) -> Range<Int>? {
    guard start <= bytes.count, count <= bytes.count - start else { return nil }
    let part = bytes[start..<start + count]
    return part.starts(with: Self.png) || part.starts(with: Self.jpeg2000) ? part.indices : nil
  }

  private func word(at place: Int) -> UInt32 { bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self) }
}
