/// A text of records, whose fields are separated by commas, semicolons, tabs or bars (RFC 4180).
///
/// A field in quotation marks may hold separators and line feeds, and two quotation marks for one. Records are found as far
/// as they are asked for. Used by one thread.
final class SeparatedValues {
  private static let quote = UInt8(ascii: "\"")
  private static let feed = UInt8(ascii: "\n")
  private static let separators = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }
  /// Further fields of a record are left out: a text in one line may be a record of millions.
  static let mostFields = 1_000
  /// The records that are looked at to find the separator.
  private static let sample = 50

  private let text: DecodedText
  private lazy var separator = hasTabs ? UInt8(ascii: "\t") : likelySeparator()
  private let hasTabs: Bool
  /// The offset of each record that has been found.
  private var starts: [Int] = []
  /// The end of the search, and the state there.
  private var position = 0
  private var start = 0
  private var isQuoted = false
  private var isEmpty = true
  private var isComplete = false

  /// - Parameter tabs: whether the type of the document says that fields are separated by tabs.
  init(_ text: DecodedText, tabs: Bool) {
    self.text = text
    hasTabs = tabs
  }

  /// Whether a record exists; records count from 0.
  func hasRecord(_ index: Int) -> Bool {
    while index >= starts.count, !isComplete { findMore() }
    return index < starts.count
  }

  private func findMore() {
    guard position < text.bytes.count || text.decodeMore() else {
      isComplete = true
      if start < position { starts.append(start) }
      return
    }
    text.bytes.withUnsafeBufferPointer { bytes in
      for index in position..<bytes.count {
        let byte = bytes[index]
        if byte == Self.quote { isQuoted.toggle() }
        guard byte == Self.feed, !isQuoted else {
          isEmpty = false
          continue
        }
        if !isEmpty { starts.append(start) }
        (start, isEmpty) = (index + 1, true)
      }
    }
    position = text.bytes.count
  }

  /// The separator that occurs in most records equally often.
  private func likelySeparator() -> UInt8 {
    _ = hasRecord(Self.sample)
    let sample = starts.prefix(Self.sample)
    func score(_ separator: UInt8) -> Int {
      let counts = sample.map { Self.fields(of: text.bytes, from: $0, separator).count }
      guard let first = counts.first, first > 1 else { return 0 }
      return counts.filter { $0 == first }.count * 100 + min(first, 99)
    }
    let best = Self.separators.max { score($0) < score($1) } ?? Self.separators[0]
    return score(best) == 0 ? Self.separators[0] : best
  }

  /// The fields of a record, as byte ranges that may include quotation marks.
  func ranges(ofRecord index: Int) -> [Range<Int>] {
    Self.fields(of: text.bytes, from: starts[index], separator)
  }

  func fields(ofRecord index: Int) -> [String] {
    ranges(ofRecord: index).map { range in
      let bytes = text.bytes[range]
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
