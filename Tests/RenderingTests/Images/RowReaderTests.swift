import DocumentModel
import Testing

@testable import Rendering

@Suite("Pictures read downward") struct RowReaderTests {
  private static let width = 900
  private static let height = 700

  private static func file(_ format: ImageFormat) throws -> [UInt8] {
    try PageEncoder().encode(PixelBuffer.gradient(width: width, height: height), as: format)
  }

  private func rows(_ top: Double, _ count: Double, scale: Double) -> RenderRequest {
    let region = PageRectangle(
      x: 0, y: top / scale, width: Double(Self.width), height: count / scale)
    return RenderRequest(
      page: 1, region: region,
      size: .exact(width: Int(Double(Self.width) * scale), height: Int(count)))
  }

  @Test(
    "strips from the top down are the whole picture's rows, and cost one decoding",
    arguments: ImageFormat.allCases, [1.0, 0.5, 0.25])
  func once(format: ImageFormat, scale: Double) throws {
    let bytes = try Self.file(format)
    let document = try ImageDocument.open(bytes)
    let whole = try ImageDocument.open(bytes).drawn(size: .scale(scale))
    let strip = 50
    for top in stride(from: 0, to: whole.height, by: strip) {
      let count = min(strip, whole.height - top)
      let part = try document.draw(rows(Double(top), Double(count), scale: scale))
      #expect(try part.differences(from: whole.cut(0, top, whole.width, count)) == 0, "at \(top)")
    }
    #expect(document.decodings == 1)
  }

  @Test("rows that are skipped cost nothing more; going up costs another decoding")
  func order() throws {
    let document = try ImageDocument.open(Self.file(.png))
    let whole = try ImageDocument.open(Self.file(.png)).drawn()
    for (top, decodings) in [(100, 1), (500, 1), (600, 1), (0, 2), (50, 2), (20, 3)] {
      let part = try document.draw(rows(Double(top), 40, scale: 1))
      #expect(try part.differences(from: whole.cut(0, top, Self.width, 40)) == 0, "at \(top)")
      #expect(document.decodings == decodings, "at \(top)")
    }
  }

  @Test("two scales are read beside each other, and a third takes the place of the one used longest ago")
  func scales() throws {
    let document = try ImageDocument.open(Self.file(.jpg))
    for top in [0.0, 50, 100] {
      for scale in [1, 0.5] { _ = try document.draw(rows(top, 50, scale: scale)) }
    }
    #expect(document.decodings == 2)
    _ = try document.draw(rows(0, 50, scale: 0.25))
    _ = try document.draw(rows(150, 50, scale: 1))
    #expect(document.decodings == 4)
  }

  @Test("a picture that rests is read from its beginning again")
  func rests() throws {
    let document = try ImageDocument.open(Self.file(.png))
    _ = try document.draw(rows(0, 50, scale: 1))
    document.rest()
    _ = try document.draw(rows(50, 50, scale: 1))
    #expect(document.decodings == 2)
  }

  @Test("only a picture that is not enlarged is read downward")
  func enlarged() throws {
    let document = try ImageDocument.open(Self.file(.png))
    let size = try document.size(ofPage: 1)
    for (scale, expected) in [(1.0, true), (0.5, true), (2, false)] {
      let request = RenderRequest(
        page: 1, region: PageRectangle(x: 0, y: 0, width: 100, height: 100), size: .scale(scale))
      let window = try PageWindow(RenderPlan(request, on: size), on: size)
      #expect(document.isReadDownward(page: 1, window) == expected)
    }
  }
}
