/// A PNG written chunk by chunk, so that a test can have any kind of PNG, including invalid ones.
struct PNGFile {
  var width: UInt32
  var height: UInt32
  var depth: UInt8 = 8
  /// 0 grey, 2 RGB, 3 palette, 6 RGB with transparency.
  var colourType: UInt8
  var palette: [UInt8] = []
  var transparency: [UInt8] = []
  /// Chunks before the pixels, by their names.
  var further: [(name: String, data: [UInt8])] = []
  /// The rows, each with a filter byte of zero before its samples.
  var rows: [UInt8]

  /// An image of one colour.
  static func plain(width: Int, height: Int, colourType: UInt8, depth: UInt8 = 8, sample: [UInt8]) -> PNGFile
  {
    let row = [0] + Array(repeating: sample, count: width).flatMap(\.self)
    let rows = Array(repeating: row, count: height).flatMap(\.self)
    return PNGFile(
      width: UInt32(width), height: UInt32(height), depth: depth, colourType: colourType, rows: rows)
  }

  var bytes: [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file += chunk("IHDR", Self.word(width) + Self.word(height) + [depth, colourType, 0, 0, 0])
    if !palette.isEmpty { file += chunk("PLTE", palette) }
    if !transparency.isEmpty { file += chunk("tRNS", transparency) }
    for (name, data) in further { file += chunk(name, data) }
    return file + chunk("IDAT", stored) + chunk("IEND", [])
  }

  /// zlib data without compression (RFC 1950, RFC 1951 section 3.2.4).
  private var stored: [UInt8] {
    var data: [UInt8] = [0x78, 0x01]
    var rest = rows[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(65_535)
      let length = UInt16(block.count)
      data.append(rest.isEmpty ? 1 : 0)
      data += [UInt8(length & 255), UInt8(length >> 8), UInt8(~length & 255), UInt8(~length >> 8)] + block
    } while !rest.isEmpty
    var low: UInt32 = 1
    var high: UInt32 = 0
    for byte in rows {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return data + Self.word(high << 16 | low)
  }

  private func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    var sum: UInt32 = .max
    for byte in body {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return Self.word(UInt32(data.count)) + body + Self.word(~sum)
  }

  private static func word(_ value: UInt32) -> [UInt8] {
    [UInt8(value >> 24), UInt8(value >> 16 & 255), UInt8(value >> 8 & 255), UInt8(value & 255)]
  }
}
