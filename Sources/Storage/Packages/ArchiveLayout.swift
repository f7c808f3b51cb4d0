/// The layout of an archive (APPNOTE.TXT 6.3.10, by its sections).
///
/// ```
///   header, name, (ZIP64), (time), bytes, (descriptor)     for each entry             4.3.7, 4.3.9
///   record, name, (ZIP64), (time)    for each entry, in the same order                4.3.12
///   (ZIP64 end, ZIP64 locator)       where an offset, a length or the count needs it  4.3.14, 4.3.15
///   end                                                                               4.3.16
/// ```
/// Nothing is compressed; names are in UTF-8. A package's archive follows from paths, lengths and bytes alone: entries
/// by the bytes of their paths, all of 1980-01-01 00:00, without descriptors. So reading it strictly is writing it
/// again and comparing. An archive that is sent while it is written has times and descriptors. Its entries lie in the
/// blocks of DEFLATE (``StoredBlocks``), by which streaming readers find the end of an entry.
enum ArchiveLayout {
  static let headerBytes = 30
  static let headerSignature: UInt32 = 0x0403_4B50
  /// Fields of 32 bits that are not large enough have this (4.4.8, 4.4.9, 4.4.16).
  static let overflow: Int64 = 0xFFFF_FFFF
  static let recordBytes: Int64 = 46
  static let endBytes: Int64 = 22
  static let longEndBytes: Int64 = 76
  /// The field "UT" with one time.
  static let timeExtraBytes: Int64 = 9
  /// Unix, version 6.3 of the note (4.4.2).
  private static let madeBy: UInt16 = 0x033F
  /// Names are UTF-8 (4.4.4, bit 11).
  private static let namesAreUTF8: UInt16 = 0x0800
  /// The checksum stands behind the bytes (4.4.4, bit 3).
  private static let checksumFollows: UInt16 = 0x0008
  /// Methods (4.4.5).
  private static let stored: UInt16 = 0
  private static let deflated: UInt16 = 8
  /// 1980-01-01 (4.4.6).
  private static let date: UInt16 = 0x0021
  private static let longExtra: UInt16 = 0x0001
  /// Info-ZIP's extended timestamp (its file extrafld.txt).
  private static let timeExtra: UInt16 = 0x5455

  static func header(of entry: some ArchiveMember) -> [UInt8] {
    let isLong = entry.isLong
    // A header with a descriptor has 0 here (4.4.4).
    let (checksum, size, packed): (UInt32, Int64, Int64) =
      entry.hasDescriptor ? (0, 0, 0) : (entry.checksum, entry.size, entry.packedSize)
    var bytes = LittleEndianBytes()
    bytes.append(headerSignature)
    appendFacts(of: entry, needsLongForms: isLong, to: &bytes)
    bytes.append(checksum)
    bytes.append(isLong ? UInt32(overflow) : UInt32(packed))
    bytes.append(isLong ? UInt32(overflow) : UInt32(size))
    bytes.append(UInt16(entry.name.count))
    bytes.append(UInt16((isLong ? 20 : 0) + (entry.written == nil ? 0 : timeExtraBytes)))
    bytes.append(entry.name)
    if isLong {
      // In a header both lengths must stand there (4.5.3).
      bytes.append(longExtra)
      bytes.append(UInt16(16))
      bytes.append(UInt64(size))
      bytes.append(UInt64(packed))
    }
    appendTime(of: entry, to: &bytes)
    return bytes.bytes
  }

  /// The fields that header and record share, up to the checksum.
  private static func appendFacts(
    of entry: some ArchiveMember, needsLongForms: Bool, to bytes: inout LittleEndianBytes
  ) {
    bytes.append(UInt16(needsLongForms ? 45 : 20))
    bytes.append(namesAreUTF8 | (entry.hasDescriptor ? checksumFollows : 0))
    bytes.append(entry.hasDescriptor ? deflated : stored)
    bytes.append(entry.written?.time ?? 0)
    bytes.append(entry.written?.date ?? date)
  }

  private static func appendTime(of entry: some ArchiveMember, to bytes: inout LittleEndianBytes) {
    guard let written = entry.written else { return }
    bytes.append(timeExtra)
    bytes.append(UInt16(5))
    // The time of writing, and no other.
    bytes.append(UInt8(1))
    bytes.append(written.seconds)
  }

  static func descriptor(of entry: some ArchiveMember) -> [UInt8] {
    guard entry.hasDescriptor else { return [] }
    var bytes = LittleEndianBytes()
    bytes.append(UInt32(0x0807_4B50))
    bytes.append(entry.checksum)
    for length in [entry.packedSize, entry.size] {
      // As long as the header's lengths are (4.3.9.2).
      if entry.isLong {
        bytes.append(UInt64(length))
      } else {
        bytes.append(UInt32(length))
      }
    }
    return bytes.bytes
  }

  static func record(of entry: some ArchiveMember) -> [UInt8] {
    let (isLong, isFar) = (entry.isLong, entry.offset >= overflow)
    let extra: Int64 = (isLong ? 16 : 0) + (isFar ? 8 : 0)
    let time = entry.written == nil ? 0 : timeExtraBytes
    var bytes = LittleEndianBytes()
    bytes.append(UInt32(0x0201_4B50))
    bytes.append(madeBy)
    appendFacts(of: entry, needsLongForms: isLong || isFar, to: &bytes)
    bytes.append(entry.checksum)
    bytes.append(isLong ? UInt32(overflow) : UInt32(entry.packedSize))
    bytes.append(isLong ? UInt32(overflow) : UInt32(entry.size))
    bytes.append(UInt16(entry.name.count))
    bytes.append(UInt16((extra == 0 ? 0 : extra + 4) + time))
    // No comment, the first disk, nothing internal.
    bytes.append(UInt16(0))
    bytes.append(UInt16(0))
    bytes.append(UInt16(0))
    bytes.append(entry.isFolder ? UInt32(0o40755) << 16 | 0x10 : UInt32(0o100644) << 16)
    bytes.append(UInt32(min(entry.offset, overflow)))
    bytes.append(entry.name)
    if extra > 0 {
      bytes.append(longExtra)
      bytes.append(UInt16(extra))
      if isLong {
        bytes.append(UInt64(entry.size))
        bytes.append(UInt64(entry.packedSize))
      }
      if isFar { bytes.append(UInt64(entry.offset)) }
    }
    appendTime(of: entry, to: &bytes)
    return bytes.bytes
  }

  /// All that stands behind the last entry, which ends at `offset`.
  static func tail(of entries: [ArchiveEntry], at offset: Int64) -> [UInt8] {
    let directory = entries.flatMap { record(of: $0) }
    return directory + end(of: entries.count, directory: Int64(directory.count), at: offset)
  }

  /// Whether the end needs the forms of ZIP64 (4.4.1.4).
  static func needsLongEnd(count: Int, directory: Int64, at offset: Int64) -> Bool {
    count >= 0xFFFF || max(directory, offset) >= overflow
  }

  /// The end record, behind a directory of `length` bytes that begins at `offset`.
  static func end(of count: Int, directory length: Int64, at offset: Int64) -> [UInt8] {
    var bytes = LittleEndianBytes()
    if needsLongEnd(count: count, directory: length, at: offset) {
      appendLongEnd(count, length, offset, to: &bytes)
    }
    bytes.append(UInt32(0x0605_4B50))
    bytes.append(UInt32(0))
    bytes.append(UInt16(min(count, 0xFFFF)))
    bytes.append(UInt16(min(count, 0xFFFF)))
    bytes.append(UInt32(min(length, overflow)))
    bytes.append(UInt32(min(offset, overflow)))
    bytes.append(UInt16(0))
    return bytes.bytes
  }

  private static func appendLongEnd(
    _ count: Int, _ length: Int64, _ offset: Int64, to bytes: inout LittleEndianBytes
  ) {
    bytes.append(UInt32(0x0606_4B50))
    bytes.append(UInt64(44))
    bytes.append(madeBy)
    bytes.append(UInt16(45))
    bytes.append(UInt64(0))
    bytes.append(UInt64(count))
    bytes.append(UInt64(count))
    bytes.append(UInt64(length))
    bytes.append(UInt64(offset))
    bytes.append(UInt32(0x0706_4B50))
    bytes.append(UInt32(0))
    bytes.append(UInt64(offset + length))
    bytes.append(UInt32(1))
  }

  /// How long the archive of these paths and lengths is, in their order.
  static func size(of files: some Sequence<(path: PackagePath, size: Int64)>) -> Int64 {
    var length = ArchiveLength()
    for file in files { length.add(nameBytes: file.path.bytes.count, size: file.size) }
    return length.total
  }
}

struct LittleEndianBytes {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(_ more: [UInt8]) {
    bytes += more
  }
}

/// How long an archive becomes, member after member, before a byte of it is written.
struct ArchiveLength: Sendable {
  private(set) var offset: Int64 = 0
  private(set) var count = 0
  private var directory: Int64 = 0

  mutating func add(nameBytes: Int, size: Int64, isDated: Bool = false, hasDescriptor: Bool = false) {
    let packed = hasDescriptor ? StoredBlocks.length(of: size) : size
    let (isLong, isFar) = (packed >= ArchiveLayout.overflow, offset >= ArchiveLayout.overflow)
    let (name, dated) = (Int64(nameBytes), isDated ? ArchiveLayout.timeExtraBytes : 0)
    let far: Int64 = (isLong ? 16 : 0) + (isFar ? 8 : 0)
    directory += ArchiveLayout.recordBytes + name + (far == 0 ? 0 : far + 4) + dated
    let frame = Int64(ArchiveLayout.headerBytes) + name + (isLong ? 20 : 0) + dated
    let descriptor: Int64 = hasDescriptor ? (isLong ? 24 : 16) : 0
    offset = Self.sum(Self.sum(offset, frame + descriptor), packed)
    count += 1
  }

  /// Bytes of the whole archive; `.max` when there are more than a number can say, as holes in files can pretend.
  var total: Int64 {
    let isLong = ArchiveLayout.needsLongEnd(count: count, directory: directory, at: offset)
    let end = ArchiveLayout.endBytes + (isLong ? ArchiveLayout.longEndBytes : 0)
    return Self.sum(offset, directory + end)
  }

  private static func sum(_ one: Int64, _ other: Int64) -> Int64 {
    let (sum, isTooLarge) = one.addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }
}
