import Synchronization
import Testing

@testable import Storage

/// A sent archive, read as any program would: by its directory.
final class SentArchive: Sendable {
  struct Entry: Equatable {
    let name: String
    let checksum: UInt32
    let size: Int
    let flags: Int
    /// Seconds since 1970, as the directory tells them.
    let written: Int
    let content: [UInt8]
  }

  private let received = Mutex<[UInt8]>([])

  var bytes: [UInt8] { received.withLock { $0 } }

  func take(_ more: [UInt8]) {
    received.withLock { $0 += more }
  }

  static func take(_ archive: FolderArchive) async throws -> SentArchive {
    let sent = SentArchive()
    try await archive.write { sent.take($0) }
    return sent
  }

  /// In the order of the directory; of archives that need no ZIP64.
  func entries() throws -> [Entry] {
    let bytes = bytes
    let end = bytes.count - 22
    try #require(end >= 0 && Self.number(bytes, end, 4) == 0x0605_4B50)
    var (place, entries) = (Self.number(bytes, end + 16, 4), [Entry]())
    for _ in 0..<Self.number(bytes, end + 10, 2) {
      try #require(Self.number(bytes, place, 4) == 0x0201_4B50)
      let (name, extra) = (Self.number(bytes, place + 28, 2), Self.number(bytes, place + 30, 2))
      entries.append(try Self.entry(bytes, place, name))
      place += 46 + name + extra
    }
    #expect(place == end, "the directory ends where the end begins")
    return entries
  }

  private static func entry(_ bytes: [UInt8], _ place: Int, _ nameBytes: Int) throws -> Entry {
    let (size, header) = (number(bytes, place + 24, 4), number(bytes, place + 42, 4))
    try #require(number(bytes, header, 4) == 0x0403_4B50)
    let isInBlocks = number(bytes, place + 10, 2) == 8
    #expect(number(bytes, header + 22, 4) == (isInBlocks ? 0 : size), "or a descriptor tells it")
    let start = header + 30 + number(bytes, header + 26, 2) + number(bytes, header + 28, 2)
    let packed = Array(bytes[start..<(start + number(bytes, place + 20, 4))])
    let content = isInBlocks ? unpacked(packed) : packed
    #expect(content.count == size)
    return Entry(
      name: String(decoding: bytes[(place + 46)..<(place + 46 + nameBytes)], as: UTF8.self),
      checksum: UInt32(number(bytes, place + 16, 4)), size: size, flags: number(bytes, place + 8, 2),
      written: number(bytes, place + 46 + nameBytes + 5, 4), content: content)
  }

  private static func unpacked(_ blocks: [UInt8]) -> [UInt8] {
    var (place, bytes): (Int, [UInt8]) = (0, [])
    while place < blocks.count {
      let length = number(blocks, place + 1, 2)
      bytes += blocks[(place + 5)..<(place + 5 + length)]
      place += 5 + length
    }
    return bytes
  }

  private static func number(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int {
    bytes[start..<(start + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
