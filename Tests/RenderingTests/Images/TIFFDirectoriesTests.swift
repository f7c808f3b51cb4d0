import DocumentModel
import Testing

@testable import Rendering

@Suite("The list of a TIFF's pages") struct TIFFDirectoriesTests {
  private let pages: [TIFFFile.Page] = [
    .init(width: 20, height: 10, shade: 50), .init(width: 30, height: 40, shade: 150, orientation: 6),
    .init(width: 7, height: 8, shade: 1),
  ]

  private func sizes(_ bytes: [UInt8], limit: Int = 100) -> [PageSize]? {
    bytes.withUnsafeBytes { TIFFDirectories($0)?.sizes(limit: limit) }
  }

  @Test("pages have the sizes of their directories, as shown")
  func listed() {
    let all = [
      PageSize(width: 20, height: 10), PageSize(width: 40, height: 30), PageSize(width: 7, height: 8),
    ]
    #expect(sizes(TIFFFile.bytes(pages)) == all)
    #expect(sizes(TIFFFile.bytes(pages), limit: 2) == Array(all.prefix(2)))
  }

  @Test("a list that leads back to its beginning ends there")
  func circle() {
    var bytes = TIFFFile.bytes([pages[0]])
    // The offset of the next directory follows the ten entries of the only directory.
    let next = 8 + 2 + 10 * 12
    #expect(Array(bytes[next..<next + 4]) == [0, 0, 0, 0])
    bytes[next] = 8
    #expect(sizes(bytes)?.count == 1)
  }

  @Test("a file that ends anywhere lists what is whole, and nothing is read outside it")
  func truncated() {
    let bytes = TIFFFile.bytes(pages)
    for length in 0..<bytes.count {
      #expect((sizes(Array(bytes.prefix(length))) ?? []).count <= pages.count)
    }
  }

  @Test("a file that is no TIFF, or leads outside itself, lists nothing")
  func hostile() {
    #expect(sizes([UInt8](repeating: 0, count: 64)) == nil)
    #expect(sizes(Array("II*".utf8)) == nil)
    let far: [UInt8] = [0x49, 0x49, 42, 0, 0xFF, 0xFF, 0xFF, 0xFF] + [UInt8](repeating: 0xFF, count: 64)
    #expect(sizes(far) == [])
    let big: [UInt8] =
      [0x4D, 0x4D, 0, 43, 0, 8, 0, 0] + [UInt8](repeating: 0xFF, count: 8) + [UInt8](repeating: 0, count: 64)
    #expect(sizes(big) == [])
  }

  @Test("a BigTIFF, highest byte first, is read as well")
  func big() {
    func number(_ value: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: value >> ((size - 1 - $0) * 8)) }
    }
    func entry(_ tag: Int, _ value: Int) -> [UInt8] {
      number(tag, 2) + number(16, 2) + number(1, 8) + number(value, 8)
    }
    let bytes =
      [0x4D, 0x4D] + number(43, 2) + number(8, 2) + number(0, 2) + number(16, 8) + number(2, 8)
      + entry(256, 70_000) + entry(257, 5) + number(0, 8)
    #expect(sizes(bytes) == [PageSize(width: 70_000, height: 5)])
  }
}
