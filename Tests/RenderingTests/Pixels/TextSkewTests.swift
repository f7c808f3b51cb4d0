import DocumentModel
import Foundation
import Testing

@testable import Rendering

@Suite("Straightening the picture of a page")
struct TextSkewTests {
  /// Lines of short words, turned clockwise by so many degrees, on paper that grows darker to the right.
  private func page(_ degrees: Double, isOnSide: Bool = false, shade: Double = 0) throws -> PixelBuffer {
    let pixels = try PixelBuffer(width: 800, height: 1_000)
    let words = pixels.bytes.bindMemory(to: UInt32.self)
    let angle = degrees * .pi / 180
    for y in 0..<1_000 {
      for x in 0..<800 {
        let (dx, dy) = (Double(x) - 400, Double(y) - 500)
        let (along, across) = (dx * cos(angle) + dy * sin(angle), -dx * sin(angle) + dy * cos(angle))
        let (line, letter) = isOnSide ? (along, across) : (across, along)
        let isInk =
          abs(along) < 300 && abs(across) < 300 && (line + 1_000).truncatingRemainder(dividingBy: 24) < 10
          && (letter + 1_000 + ((line + 1_000) / 24).rounded(.down) * 17).truncatingRemainder(dividingBy: 41)
            < 30
        let paper = 255 - shade * Double(x) / 800
        words[y * 800 + x] = 0xFF00_0000 | UInt32(isInk ? paper * 0.3 : paper) * 0x01_01_01
      }
    }
    return pixels
  }

  @Test("finds how far lines go down", arguments: [-4.5, -2, -0.5, 0.5, 1, 2, 4.5])
  func found(degrees: Double) throws {
    #expect(abs(TextSkew.degrees(of: try page(degrees)) - degrees) < 0.1)
    #expect(abs(TextSkew.degrees(of: try page(degrees, shade: 150)) - degrees) < 0.1)
    #expect(abs(TextSkew.degrees(of: try page(degrees, isOnSide: true)) - degrees) < 0.1)
  }

  @Test("leaves level lines, empty pages and pictures without lines alone")
  func level() throws {
    #expect(TextSkew.degrees(of: try page(0)) == 0)
    #expect(TextSkew.degrees(of: try PixelBuffer(width: 800, height: 1_000)) == 0)
    #expect(TextSkew.degrees(of: try PixelBuffer(width: 1, height: 1)) == 0)
    let noise = try PixelBuffer(width: 600, height: 600)
    var number: UInt32 = 1
    let words = noise.bytes.bindMemory(to: UInt32.self)
    for place in words.indices {
      number = number &* 1_664_525 &+ 1_013_904_223
      words[place] = 0xFF00_0000 | (number >> 24) * 0x01_01_01
    }
    #expect(TextSkew.degrees(of: noise) == 0)
  }

  @Test("turns lines so that they are level, and keeps the corners")
  func turned() throws {
    let skewed = try page(3)
    let level = try skewed.rotated(by: -TextSkew.degrees(of: skewed))
    #expect(TextSkew.degrees(of: level) == 0)
    #expect(level.width > skewed.width && level.height > skewed.height)
    #expect(level[0, 0].blue == 255)
  }

  @Test("moves a dot about the middle, clockwise")
  func dot() throws {
    let pixels = try PixelBuffer(width: 101, height: 101)
    let words = pixels.bytes.bindMemory(to: UInt32.self)
    for (x, y) in [(90, 50), (91, 50), (90, 51), (91, 51)] { words[y * 101 + x] = 0xFF00_0000 }
    let turned = try pixels.rotated(by: 5)
    let dark = (0..<turned.height).flatMap { y in (0..<turned.width).map { (x: $0, y: y) } }
      .filter { turned[$0.x, $0.y].blue < 100 }
    let dot = try #require(dark.first)
    // 40.5 pixels to the right of the middle, and 5 degrees down.
    #expect(abs(Double(dot.x) - (Double(turned.width) / 2 + 40.5 * cos(5 * .pi / 180))) < 2)
    #expect(abs(Double(dot.y) - (Double(turned.height) / 2 + 40.5 * sin(5 * .pi / 180))) < 2)
    #expect(try pixels.rotated(by: 0) === pixels)
  }
}
