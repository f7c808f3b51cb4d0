import Testing

@testable import Storage

@Suite("How an archive is laid out that is sent while it is written")
struct ArchiveLengthTests {
  private func entry(size: Int64, at offset: Int64 = 0, hasDescriptor: Bool = false) -> StreamedEntry {
    StreamedEntry(
      name: Array("Papers/Zo\u{EB}.txt".utf8), size: size, checksum: 0x0403_0201, offset: offset,
      written: ArchiveTime(nanoseconds: 0), hasDescriptor: hasDescriptor)
  }

  private func length(_ sizes: [Int64], hasDescriptor: Bool) -> ArchiveLength {
    var length = ArchiveLength()
    for size in sizes {
      length.add(
        nameBytes: entry(size: 0).name.count, size: size, isDated: true, hasDescriptor: hasDescriptor)
    }
    return length
  }

  @Test(
    "the length is known before, with ZIP64 and without",
    arguments: [
      [], [0], [1, 2, 3], [0xFFFF_FFFE], [0xFFFF_FFFF], [0x1_0000_0000, 5],
      [3_000_000_000, 2_000_000_000, 1], [0xFFFF_FF00, 1, 1], [0xFFFF, 0x10000], [0xFFFA_FFF0],
    ] as [[Int64]], [false, true])
  func foretold(sizes: [Int64], hasDescriptor: Bool) {
    var (offset, directory): (Int64, Int64) = (0, 0)
    for size in sizes {
      let entry = entry(size: size, at: offset, hasDescriptor: hasDescriptor)
      let frame = ArchiveLayout.header(of: entry).count + ArchiveLayout.descriptor(of: entry).count
      offset += Int64(frame) + entry.packedSize
      directory += Int64(ArchiveLayout.record(of: entry).count)
    }
    let end = ArchiveLayout.end(of: sizes.count, directory: directory, at: offset)
    let length = length(sizes, hasDescriptor: hasDescriptor)
    #expect(length.offset == offset && length.count == sizes.count)
    #expect(length.total == offset + directory + Int64(end.count))
  }

  @Test("the end takes the long form from 65,535 entries on, or from 4 GiB on, and no sooner")
  func longEnds() {
    #expect(ArchiveLayout.end(of: 0xFFFE, directory: 1, at: 1).count == 22)
    #expect(ArchiveLayout.end(of: 0xFFFF, directory: 1, at: 1).count == 98)
    #expect(ArchiveLayout.end(of: 1, directory: 1, at: 0xFFFF_FFFE).count == 22)
    #expect(ArchiveLayout.end(of: 1, directory: 1, at: 0xFFFF_FFFF).count == 98)
    #expect(ArchiveLayout.end(of: 1, directory: 0xFFFF_FFFF, at: 1).count == 98)
    let many = ArchiveLayout.end(of: 70_000, directory: 1, at: 1)
    #expect(Array(many[32..<40]) == [0x70, 0x11, 1, 0, 0, 0, 0, 0])
    #expect(Array(many.suffix(14).prefix(4)) == [0xFF, 0xFF, 0xFF, 0xFF])
  }

  @Test("lengths that no number holds are the greatest there is, and end nothing")
  func pretended() {
    #expect(length([.max, .max, 1], hasDescriptor: true).total == .max)
    #expect(length([.max - 10], hasDescriptor: false).total == .max)
  }

  @Test("a checksum that comes later is 0 in the header and told behind the bytes")
  func descriptors() {
    let (whole, later) = (entry(size: 7), entry(size: 7, hasDescriptor: true))
    #expect(ArchiveLayout.descriptor(of: whole) == [])
    #expect(Array(ArchiveLayout.header(of: whole)[14..<18]) == [1, 2, 3, 4])
    let header = ArchiveLayout.header(of: later)
    #expect(Array(header[6..<10]) == [8, 8, 8, 0])
    #expect(Array(header[14..<26]) == [UInt8](repeating: 0, count: 12))
    #expect(
      ArchiveLayout.descriptor(of: later)
        == [0x50, 0x4B, 7, 8, 1, 2, 3, 4, 12, 0, 0, 0, 7, 0, 0, 0])
    #expect(ArchiveLayout.descriptor(of: entry(size: 0xFFFF_FFFF, hasDescriptor: true)).count == 24)
    #expect(
      Array(ArchiveLayout.record(of: later)[16..<28]) == [1, 2, 3, 4, 12, 0, 0, 0, 7, 0, 0, 0])
  }

  @Test("times are told in both ways, in UTC, as near as each can")
  func times() {
    let leapDay = ArchiveTime(nanoseconds: 1_709_210_097_900_000_000)
    #expect(leapDay.seconds == 1_709_210_097)
    #expect(leapDay.date == 44 << 9 | 2 << 5 | 29)
    #expect(leapDay.time == 12 << 11 | 34 << 5 | 28)
    let early = ArchiveTime(nanoseconds: -1)
    #expect(early.seconds == -1 && early.date == 0x0021 && early.time == 0)
    let late = ArchiveTime(nanoseconds: .max)
    #expect(late.seconds == .max && late.date == 0xFF9F && late.time == 0xBF7D)
  }
}
