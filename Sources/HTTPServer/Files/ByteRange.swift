/// The meaning of a `Range` header (RFC 9110 §14) for a given length.
enum ByteRange: Equatable {
  /// No range, or an ignored one: another unit, several ranges, malformed.
  case whole
  case part(Range<UInt64>)
  case unsatisfiable

  init(_ header: String?, length: UInt64) {
    guard let header, let spec = Self.spec(of: header), let dash = spec.firstIndex(of: UInt8(ascii: "-"))
    else {
      self = .whole
      return
    }
    let first = spec[..<dash]
    let last = spec[spec.index(after: dash)...]
    switch (Self.number(first), Self.number(last)) {
    case (let first?, let last?) where first <= last: self = Self.part(from: first, to: last, of: length)
    case (let first?, nil) where last.isEmpty: self = Self.part(from: first, to: .max, of: length)
    case (nil, let count?) where first.isEmpty: self = Self.suffix(count, of: length)
    default: self = .whole
    }
  }

  private static func part(from first: UInt64, to last: UInt64, of length: UInt64) -> ByteRange {
    guard first < length else { return .unsatisfiable }
    return .part(first..<(min(last, length - 1) + 1))
  }

  private static func suffix(_ count: UInt64, of length: UInt64) -> ByteRange {
    guard count > 0, length > 0 else { return .unsatisfiable }
    return .part((length - min(count, length))..<length)
  }

  /// The single range of `bytes=…`; nil for another unit or several ranges.
  private static func spec(of header: String) -> Substring.UTF8View? {
    guard header.prefix(6).lowercased() == "bytes=" else { return nil }
    let spec = header.dropFirst(6).trimmingSpaces
    return spec.contains(",") ? nil : spec.utf8
  }

  /// Parses digits; more than 64 bits give the largest number.
  private static func number(_ text: Substring.UTF8View) -> UInt64? {
    guard !text.isEmpty, text.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    return UInt64(Substring(text)) ?? .max
  }
}
