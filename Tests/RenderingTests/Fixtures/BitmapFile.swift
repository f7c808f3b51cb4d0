/// Pictures in formats of older programs, of one colour, whose headers may say other sizes than they have.
enum BitmapFile {
  typealias Colour = (red: UInt8, green: UInt8, blue: UInt8)

  private static func half(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }

  private static func word(_ value: Int) -> [UInt8] { half(value) + half(value >> 16) }

  private static func big(_ value: Int) -> [UInt8] { word(value).reversed() }

  /// The header of a bitmap in a file (BITMAPINFOHEADER), without a palette.
  private static func header(width: Int, height: Int, depth: Int, compression: Int = 0, colours: Int = 0)
    -> [UInt8]
  {
    word(40) + word(width) + word(height) + half(1) + half(depth) + word(compression) + word(0) + word(0)
      + word(0)
      + word(colours) + word(0)
  }

  /// An uncompressed BMP of `side` × `side` pixels that says `width` × `height`.
  static func bmp(_ colour: Colour, side: Int = 4, width: Int? = nil, height: Int? = nil) -> [UInt8] {
    let pixels = Array(repeating: [colour.blue, colour.green, colour.red], count: side * side).flatMap(\.self)
    return Array("BM".utf8) + word(54 + pixels.count) + word(0) + word(54)
      + header(width: width ?? side, height: height ?? side, depth: 24) + pixels
  }

  /// A BMP of 8 bits a pixel in runs (BI_RLE8); each run is a pair of bytes.
  static func runs(_ runs: [UInt8], width: Int, height: Int) -> [UInt8] {
    let palette: [UInt8] = [0, 0, 0, 0, 255, 0, 0, 0]
    return Array("BM".utf8) + word(62 + runs.count) + word(0) + word(62)
      + header(width: width, height: height, depth: 8, compression: 1, colours: 2) + palette + runs
  }

  /// A Targa of 32 bits a pixel.
  static func targa(
    _ colour: Colour, alpha: UInt8 = 255, side: Int = 4, width: Int? = nil, height: Int? = nil
  )
    -> [UInt8]
  {
    let pixel = [colour.blue, colour.green, colour.red, alpha]
    return [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0] + half(width ?? side) + half(height ?? side) + [32, 8]
      + Array(repeating: pixel, count: side * side).flatMap(\.self)
  }

  /// A bitmap as it stands in an icon: 32 bits a pixel, and a mask of one bit.
  static func bitmap(_ colour: Colour, alpha: UInt8 = 255, side: Int) -> [UInt8] {
    let pixels = Array(repeating: [colour.blue, colour.green, colour.red, alpha], count: side * side)
    let mask = [UInt8](repeating: 0, count: (side + 31) / 32 * 4 * side)
    return header(width: side, height: side * 2, depth: 32) + pixels.flatMap(\.self) + mask
  }

  /// An icon (1) or cursor (2) of bitmaps and PNGs, each with the side that the directory says.
  static func icon(_ pictures: [(side: Int, bytes: [UInt8])], kind: UInt8 = 1) -> [UInt8] {
    var place = 6 + pictures.count * 16
    var directory: [UInt8] = [0, 0, kind, 0] + half(pictures.count)
    for (side, bytes) in pictures {
      directory +=
        [UInt8(side & 255), UInt8(side & 255), 0, 0, 1, 0, 32, 0] + word(bytes.count) + word(place)
      place += bytes.count
    }
    return directory + pictures.flatMap(\.bytes)
  }

  /// An icon of Apple's, of pictures by their types.
  static func icns(_ pictures: [(type: String, bytes: [UInt8])]) -> [UInt8] {
    let parts = pictures.flatMap { Array($0.type.utf8) + big($0.bytes.count + 8) + $0.bytes }
    return Array("icns".utf8) + big(parts.count + 8) + parts
  }

  /// A portable pixmap.
  static func pixmap(_ colour: Colour, side: Int = 4, width: Int? = nil, height: Int? = nil) -> [UInt8] {
    Array("P6\n\(width ?? side) \(height ?? side)\n255\n".utf8)
      + Array(repeating: [colour.red, colour.green, colour.blue], count: side * side).flatMap(\.self)
  }

  /// A Radiance picture of one colour, each pixel three parts of 256 and an exponent.
  static func radiance(_ pixel: [UInt8], side: Int = 4, width: Int? = nil, height: Int? = nil) -> [UInt8] {
    Array("#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y \(height ?? side) +X \(width ?? side)\n".utf8)
      + Array(repeating: pixel, count: side * side).flatMap(\.self)
  }

  /// The head of a JPEG XL codestream (ISO/IEC 18181-1), without a picture.
  static func jpegXLHead(width: Int, height: Int) -> [UInt8] {
    // From the lowest bit: no multiple of 8, sides of 30 bits each, all else as is usual.
    var bits: [Int] = [0]
    for (side, ratio) in [(height, [0, 0, 0]), (width, [1, 1])] {
      bits += [1, 1] + (0..<30).map { (side - 1) >> $0 & 1 } + ratio
    }
    var bytes = [UInt8](repeating: 0, count: (bits.count + 7) / 8)
    for (place, bit) in bits.enumerated() { bytes[place / 8] |= UInt8(bit) << (place % 8) }
    return [0xFF, 0x0A] + bytes + [UInt8](repeating: 0, count: 40)
  }
}
