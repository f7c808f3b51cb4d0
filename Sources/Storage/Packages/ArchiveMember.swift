import Glibc

/// One thing in an archive, as its header and its record tell of it.
protocol ArchiveMember {
  /// The path in the archive: names joined by slashes, a folder's with one at the end.
  ///
  /// UTF-8, and at most 65,535 bytes.
  var name: [UInt8] { get }
  var size: Int64 { get }
  var checksum: UInt32 { get }
  var offset: Int64 { get }
  /// When it was last written; nil in an archive that knows no times.
  var written: ArchiveTime? { get }
  /// Whether the checksum follows the bytes, because they were not read before the header.
  var hasDescriptor: Bool { get }
}

extension ArchiveMember {
  var isFolder: Bool { name.last == UInt8(ascii: "/") }
  /// Bytes that it takes between header and descriptor.
  var packedSize: Int64 { hasDescriptor ? StoredBlocks.length(of: size) : size }
  /// Whether its lengths need 64 bits.
  var isLong: Bool { packedSize >= ArchiveLayout.overflow }
}

/// One thing in a package's archive.
struct ArchiveEntry: Hashable, Sendable {
  let path: PackagePath
  let size: Int64
  var checksum: UInt32 = 0
  let offset: Int64
}

/// A package's archive follows from paths and bytes alone: no times, and every checksum in its header.
extension ArchiveEntry: ArchiveMember {
  var name: [UInt8] { path.bytes }
  var written: ArchiveTime? { nil }
  var hasDescriptor: Bool { false }
}

/// One thing in an archive that is written while it is sent.
struct StreamedEntry: ArchiveMember, Hashable, Sendable {
  let name: [UInt8]
  let size: Int64
  var checksum: UInt32 = 0
  let offset: Int64
  let written: ArchiveTime?
  let hasDescriptor: Bool
}

/// When something in an archive was last written, in the two ways in which ZIP says it.
struct ArchiveTime: Hashable, Sendable {
  /// Years that the old form knows (APPNOTE.TXT 6.3.10, 4.4.6).
  private static let years: ClosedRange<CInt> = 1980...2107

  /// The time of day of the old form, in UTC; it knows even seconds alone.
  let time: UInt16
  let date: UInt16
  /// Whole seconds since 1970, as Info-ZIP's field "UT" has them; what it cannot hold is the nearest that it can.
  let seconds: Int32

  /// The time that is so many nanoseconds after 1970.
  ///
  /// A time before 1980 is the beginning of that year in the old form, one after 2107 the end of that.
  init(nanoseconds: Int64) {
    let whole = nanoseconds / 1_000_000_000 - (nanoseconds % 1_000_000_000 < 0 ? 1 : 0)
    seconds = Int32(clamping: whole)
    var (moment, parts) = (time_t(whole), tm())
    gmtime_r(&moment, &parts)
    let year = parts.tm_year + 1900
    guard Self.years.contains(year) else {
      (date, time) = year < Self.years.lowerBound ? (0x0021, 0) : (0xFF9F, 0xBF7D)
      return
    }
    date = UInt16(year - 1980) << 9 | UInt16(parts.tm_mon + 1) << 5 | UInt16(parts.tm_mday)
    time = UInt16(parts.tm_hour) << 11 | UInt16(parts.tm_min) << 5 | UInt16(min(parts.tm_sec, 59) / 2)
  }
}
