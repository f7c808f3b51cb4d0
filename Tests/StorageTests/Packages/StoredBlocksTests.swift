import Testing

@testable import Storage

@Suite("Bytes in uncompressed blocks")
struct StoredBlocksTests {
  /// The bytes in blocks, read as RFC 1951 says, and how many ended the whole.
  private func unpacked(_ blocks: [UInt8]) throws -> (bytes: [UInt8], last: Int) {
    var (place, bytes, last): (Int, [UInt8], Int) = (0, [], 0)
    while place < blocks.count {
      try #require(last == 0 && place + 5 <= blocks.count)
      let length = Int(blocks[place + 1]) | Int(blocks[place + 2]) << 8
      let complement = Int(blocks[place + 3]) | Int(blocks[place + 4]) << 8
      try #require(blocks[place] <= 1 && length ^ complement == 0xFFFF)
      last += Int(blocks[place])
      bytes += blocks[(place + 5)..<(place + 5 + length)]
      place += 5 + length
    }
    return (bytes, last)
  }

  @Test(
    "are those bytes, in as many as was foretold",
    arguments: [0, 1, 0xFFFF - 1, 0xFFFF, 0xFFFF + 1, 3 * 0xFFFF, 200_001])
  func whole(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8) }
    for isLast in [false, true] {
      let blocks = StoredBlocks.blocks(of: bytes, isLast: isLast)
      #expect(Int64(blocks.count) == StoredBlocks.length(of: Int64(count)))
      let (found, last) = try unpacked(blocks)
      #expect(found == bytes && last == (isLast ? 1 : 0))
    }
  }

  @Test("a length that no number holds is the greatest there is")
  func pretended() {
    #expect(StoredBlocks.length(of: .max) == .max)
  }
}
