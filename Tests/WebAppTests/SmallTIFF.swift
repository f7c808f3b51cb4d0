enum SmallTIFF {
  /// Pages of these sizes: incompressible noise if `isNoise`, else black.
  static func bytes(pages: [(width: Int, height: Int)], isNoise: Bool = false) -> [UInt8] {
    var file: [UInt8] = [0x49, 0x49, 42, 0] + word(8)
    var random: UInt64 = 1
    for (index, page) in pages.enumerated() {
      let start = file.count + 2 + 8 * 12 + 4
      let length = page.width * page.height
      let entries = [
        (256, page.width), (257, page.height), (258, 8), (259, 1), (262, 1), (273, start), (278, page.height),
        (279, length),
      ]
      file += half(entries.count)
      for (tag, value) in entries { file += half(tag) + half(4) + word(1) + word(value) }
      file += word(index == pages.count - 1 ? 0 : start + length)
      for _ in 0..<length {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        file.append(isNoise ? UInt8(truncatingIfNeeded: random >> 56) : 0)
      }
    }
    return file
  }

  private static func half(_ value: Int) -> [UInt8] { [UInt8(value & 255), UInt8(value >> 8 & 255)] }

  private static func word(_ value: Int) -> [UInt8] { half(value) + half(value >> 16) }
}
