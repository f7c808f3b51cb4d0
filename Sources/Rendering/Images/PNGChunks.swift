/// The facts of a PNG that libvips does not tell, read without decoding (PNG Specification, Third Edition).
///
/// Among them are the frames of an animated PNG, which libvips shows as a still picture. The file is not trusted: a
/// length beyond its end ends the walk.
struct PNGChunks {
  private static let signature = 8
  /// Length, name and checksum around a chunk's data.
  private static let frame = 12
  /// Chunks beyond are not looked at.
  private static let mostChunks = 200_000

  /// The bits of a sample, as they are stored.
  private(set) var depth = 8
  private(set) var hasPalette = false
  /// Whether the file says how large its pixels are; their ratio alone gives no size.
  private(set) var hasResolution = false
  /// One for a still picture.
  private(set) var frames = 1
  /// The time that all frames take; 0 for a still picture.
  private(set) var seconds = 0.0

  init(_ bytes: UnsafeRawBufferPointer) {
    var place = Self.signature
    var (chunks, found, milliseconds, isAnimated) = (0, 0, 0.0, false)
    walk: while place + Self.frame <= bytes.count, chunks < Self.mostChunks {
      let length = Self.number(in: bytes, at: place, 4)
      let data = place + 8
      guard length <= bytes.count - data - 4 else { break }
      switch String(decoding: bytes[place + 4..<data], as: UTF8.self) {
      case "IHDR" where length >= 13: (depth, hasPalette) = (Int(bytes[data + 8]), bytes[data + 9] == 3)
      case "pHYs" where length >= 9: hasResolution = bytes[data + 8] == 1
      case "acTL": isAnimated = true
      case "IDAT" where !isAnimated: break walk
      case "fcTL" where length >= 26:
        found += 1
        milliseconds += Self.delay(in: bytes, at: data + 20)
      default: break
      }
      (place, chunks) = (data + length + 4, chunks + 1)
    }
    if isAnimated, found > 1 { (frames, seconds) = (found, milliseconds.rounded() / 1_000) }
  }

  /// A fraction of a second, in milliseconds; a denominator of 0 means 100.
  private static func delay(in bytes: UnsafeRawBufferPointer, at place: Int) -> Double {
    let (numerator, denominator) = (number(in: bytes, at: place, 2), number(in: bytes, at: place + 2, 2))
    return 1_000 * Double(numerator) / Double(denominator == 0 ? 100 : denominator)
  }

  private static func number(in bytes: UnsafeRawBufferPointer, at place: Int, _ size: Int) -> Int {
    bytes[place..<place + size].reduce(0) { $0 << 8 | Int($1) }
  }
}
