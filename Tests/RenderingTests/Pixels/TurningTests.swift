import DocumentModel
import Testing

@testable import Rendering

@Suite("Turning and mirroring pixels") struct TurningTests {
  /// An image whose pixels are the letters of `rows`.
  private func image(_ rows: [String]) throws -> PixelBuffer {
    let pixels = try PixelBuffer(width: rows[0].utf8.count, height: rows.count)
    let words = pixels.bytes.bindMemory(to: UInt32.self)
    for (index, letter) in rows.joined().utf8.enumerated() { words[index] = UInt32(letter) }
    return pixels
  }

  private func rows(_ pixels: PixelBuffer) -> [String] {
    (0..<pixels.height).map { y in
      String(decoding: (0..<pixels.width).map { x in pixels[x, y].blue }, as: UTF8.self)
    }
  }

  @Test(
    "an image is mirrored first, then turned clockwise",
    arguments: [
      (QuarterTurn.none, false, ["abc", "def"]), (.right, false, ["da", "eb", "fc"]),
      (.half, false, ["fed", "cba"]), (.left, false, ["cf", "be", "ad"]),
      (.none, true, ["cba", "fed"]), (.right, true, ["fc", "eb", "da"]), (.half, true, ["def", "abc"]),
      (.left, true, ["ad", "be", "cf"]),
    ])
  func orders(turn: QuarterTurn, isMirrored: Bool, wanted: [String]) throws {
    #expect(try rows(image(["abc", "def"]).turned(turn, isMirrored: isMirrored)) == wanted)
  }

  @Test("four turns, or two mirrors, are none, whatever the size", arguments: [(1, 1), (33, 70), (200, 31)])
  func rounds(size: (Int, Int)) throws {
    let original = try PixelBuffer.gradient(width: size.0, height: size.1)
    var turned = original
    for _ in 0..<4 { turned = try turned.turned(.right) }
    #expect(turned.differences(from: original) == 0)
    let mirrored = try original.turned(.none, isMirrored: true).turned(.none, isMirrored: true)
    #expect(mirrored.differences(from: original) == 0)
    let both = try original.turned(.right).turned(.left)
    #expect(both.differences(from: original) == 0)
  }

  @Test("nothing is copied where nothing is turned")
  func nothing() throws {
    let original = try PixelBuffer(width: 3, height: 2)
    #expect(try original.turned(.none) === original)
  }
}
