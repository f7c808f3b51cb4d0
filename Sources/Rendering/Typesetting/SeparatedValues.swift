/// A text of records, whose fields are separated by commas, semicolons, tabs or bars (RFC 4180).
///
/// A field in quotation marks may hold separators and line feeds, and two quotation marks for one.
struct SeparatedValues {
  private static let quote = UInt8(ascii: "\"")
  private static let feed = UInt8(ascii: "\n")
  private static let separators = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }
  /// Further fields of a record are left out: a text in one line may be a record of millions.
  static let mostFields = 1_000
  /// The records that are looked at to find the separator.
  private static let sample = 50

  private let text: [UInt8]
  private let separator: UInt8
  /// The offset of each record.
  private let starts: [Int]

  var count: Int { starts.count }

  /// - Parameter tabs: whether the type of the document says that fields are separated by tabs.
  init(_ text: [UInt8], tabs: Bool) {
    self.text = text
    starts = Self.starts(in: text)
    separator = tabs ? UInt8(ascii: "\t") : Self.separator(of: text, starts.prefix(Self.sample))
  }

  private static func starts(in text: [UInt8]) -> [Int] {
    var starts: [Int] = []
    var isQuoted = false
    var isEmpty = true
    var start = 0
    text.withUnsafeBufferPointer { bytes in
      for index in bytes.indices {
        let byte = bytes[index]
        if byte == quote { isQuoted.toggle() }
        guard byte == feed, !isQuoted else {
          isEmpty = false
          continue
        }
        if !isEmpty { starts.append(start) }
        (start, isEmpty) = (index + 1, true)
      }
    }
    if start < text.count { starts.append(start) }
    return starts
  }

  /// The separator that occurs in most records equally often.
  private static func separator(of text: [UInt8], _ starts: ArraySlice<Int>) -> UInt8 {
    func score(_ separator: UInt8) -> Int {
      let counts = starts.map { fields(of: text, from: $0, separator).count }
      guard let first = counts.first, first > 1 else { return 0 }
      return counts.filter { $0 == first }.count * 100 + min(first, 99)
    }
    let best = separators.max { score($0) < score($1) } ?? separators[0]
    return score(best) == 0 ? separators[0] : best
  }

  /// The fields of a record, as byte ranges that may include quotation marks.
  func ranges(ofRecord index: Int) -> [Range<Int>] { Self.fields(of: text, from: starts[index], separator) }

  func fields(ofRecord index: Int) -> [String] {
    ranges(ofRecord: index).map { range in
      let bytes = text[range]
      guard bytes.first == Self.quote else { return String(decoding: bytes, as: UTF8.self) }
      let inner = bytes.dropFirst().last == Self.quote ? bytes.dropFirst().dropLast() : bytes.dropFirst()
      return String(decoding: inner, as: UTF8.self).replacing("\"\"", with: "\"")
    }
  }

  private static func fields(of text: [UInt8], from start: Int, _ separator: UInt8) -> [Range<Int>] {
    var fields: [Range<Int>] = []
    var (begin, index, isQuoted) = (start, start, false)
    text.withUnsafeBufferPointer { bytes in
      while index < bytes.count, isQuoted || bytes[index] != feed {
        if bytes[index] == quote { isQuoted.toggle() }
        if bytes[index] == separator, !isQuoted {
          fields.append(begin..<index)
          begin = index + 1
          if fields.count == mostFields { return }
        }
        index += 1
      }
    }
    if fields.count < mostFields { fields.append(begin..<index) }
    return fields
  }
}
