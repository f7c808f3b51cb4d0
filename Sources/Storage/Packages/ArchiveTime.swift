import Glibc

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
