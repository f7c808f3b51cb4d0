/// The limits of a JSON text from outside; they bound the work of reading it.
public struct JSONLimits: Sendable {
  /// The largest depth of nesting, as ``JSONValue/depth`` counts.
  public var depth: Int
  /// The largest number of values in all.
  public var values: Int
  /// The most bytes of a number's text.
  public var numberBytes: Int
  /// The most bytes of UTF-8 in a member's name.
  public var nameBytes: Int

  /// The most consecutive combining marks: comparing or normalizing text takes the square of their number.
  ///
  /// The stream-safe text format (UAX #15, 13) has 30 at most.
  static let marks = 128

  /// Limits; the defaults exceed the needs of any client: a batch of 1,000 marks with 50 tags each has 55,000 values.
  public init(depth: Int = 64, values: Int = 100_000, numberBytes: Int = 128, nameBytes: Int = 1024) {
    self.depth = depth
    self.values = values
    self.numberBytes = numberBytes
    self.nameBytes = nameBytes
  }
}

/// The reason why a text is refused as JSON.
///
/// It repeats nothing of the text, which may be private or very long.
public enum JSONFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text is no JSON from this byte on.
  case malformed(at: Int)
  /// An object has two members of one name, so its meaning is unclear; the second name ends at this byte.
  case repeatedName(at: Int)
  /// Values are nested deeper than this.
  case tooDeep(Int)
  /// The text has more values than this.
  case tooManyValues(Int)
  /// A number's text has more bytes than this, or exceeds the range of a double.
  case numberTooLarge(Int)
  /// The name of a member has more bytes than this.
  case nameTooLong(Int)
  /// More combining marks than this follow one another; their string ends at this byte.
  case tooManyMarks(Int, at: Int)

  /// The reason as a clause: "it is nested more than 64 deep".
  public var description: String {
    switch self {
    case .malformed(let place): "it is not JSON at byte \(place)"
    case .repeatedName(let place): "an object has two members of one name at byte \(place)"
    case .tooDeep(let depth): "it is nested more than \(depth) deep"
    case .tooManyValues(let count): "it holds more than \(count) values"
    case .numberTooLarge(let bytes): "a number is out of range, or longer than \(bytes) bytes"
    case .nameTooLong(let bytes): "a member's name is longer than \(bytes) bytes"
    case .tooManyMarks(let count, let place):
      "more than \(count) combining marks follow one another before byte \(place)"
    }
  }
}

extension JSONValue {
  /// Reads a text of JSON in UTF-8 (RFC 8259), with or without a byte order mark.
  ///
  /// Takes time in proportion to the length of the text, with any content.
  public init(reading text: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONFault) {
    var reader = JSONReader(text, limits)
    self = try reader.read()
  }

  /// The members, if it is an object.
  public var members: [String: JSONValue]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The text, if it is one.
  public var text: String? {
    if case .string(let text) = self { text } else { nil }
  }
}

/// Reads JSON in one pass and without recursion.
///
/// Foundation's decoder tries kind after kind for each value, and each failed try costs time in proportion to the
/// depth. A kilobyte of brackets took it a second.
///
/// ```
///                 [ {                          , in an array
///        ┌───────────────────┐   ┌──────────────────────────────────┐
///        ▼                   │   ▼                                  │
///   ┌─────────┐ scalar, [] or {} ┌─────────┐   ] }   ┌───────────┐  │
///   │  value  │────────────────▶ │  ended  │ ──────▶ │   ended   │──┘
///   └─────────┘                  └─────────┘         └───────────┘
///        ▲     name and :             │ nothing is open: the whole
///        └──────────── , in an object ┘
/// ```
private struct JSONReader {
  private struct Open {
    let isObject: Bool
    var values: [JSONValue] = []
    var members: [String: JSONValue] = [:]
    /// The name of the member whose value comes next.
    var name = ""
  }

  private let text: [UInt8]
  private let limits: JSONLimits
  private var place = 0
  private var count = 0
  private var open: [Open] = []

  init(_ text: [UInt8], _ limits: JSONLimits) {
    self.text = text
    self.limits = limits
  }

  mutating func read() throws(JSONFault) -> JSONValue {
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
    while true {
      guard var value = try begin() else { continue }
      while !open.isEmpty {
        try add(value)
        guard let closed = try goOn() else { break }
        value = closed
      }
      guard open.isEmpty else { continue }
      guard next() == nil else { throw malformed }
      return value
    }
  }

  private var malformed: JSONFault { .malformed(at: place) }

  /// The next byte that is not white space; nil at the end.
  private mutating func next() -> UInt8? {
    while place < text.count {
      switch text[place] {
      case 0x20, 0x09, 0x0A, 0x0D: place += 1
      case let byte: return byte
      }
    }
    return nil
  }

  /// A complete value; nil after the start of an array or object, whose first value comes next.
  private mutating func begin() throws(JSONFault) -> JSONValue? {
    count += 1
    guard count <= limits.values else { throw .tooManyValues(limits.values) }
    guard open.count < limits.depth else { throw .tooDeep(limits.depth) }
    switch next() {
    case UInt8(ascii: "["): return try beginList()
    case UInt8(ascii: "{"): return try beginObject()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    default: return try number()
    }
  }

  private mutating func beginList() throws(JSONFault) -> JSONValue? {
    place += 1
    if next() == UInt8(ascii: "]") {
      place += 1
      return .array([])
    }
    open.append(Open(isObject: false))
    return nil
  }

  private mutating func beginObject() throws(JSONFault) -> JSONValue? {
    place += 1
    if next() == UInt8(ascii: "}") {
      place += 1
      return .object([:])
    }
    open.append(Open(isObject: true))
    try readName()
    return nil
  }

  private mutating func readName() throws(JSONFault) {
    guard next() == UInt8(ascii: "\"") else { throw malformed }
    let name = try string()
    guard name.utf8.count <= limits.nameBytes else { throw .nameTooLong(limits.nameBytes) }
    guard next() == UInt8(ascii: ":") else { throw malformed }
    place += 1
    open[open.count - 1].name = name
  }

  private mutating func add(_ value: JSONValue) throws(JSONFault) {
    let top = open.count - 1
    guard open[top].isObject else { return open[top].values.append(value) }
    guard open[top].members.updateValue(value, forKey: open[top].name) == nil else {
      throw .repeatedName(at: place)
    }
  }

  /// After a value in an array or object: the container if it ends here, nil if another value comes.
  private mutating func goOn() throws(JSONFault) -> JSONValue? {
    let isObject = open[open.count - 1].isObject
    switch next() {
    case UInt8(ascii: ","):
      place += 1
      if isObject { try readName() }
      return nil
    case UInt8(ascii: isObject ? "}" : "]"):
      place += 1
      let closed = open.removeLast()
      return isObject ? .object(closed.members) : .array(closed.values)
    default: throw malformed
    }
  }

  private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(JSONFault) -> JSONValue {
    let end = place + word.utf8CodeUnitCount
    guard end <= text.count, text[place..<end].elementsEqual("\(word)".utf8) else { throw malformed }
    place = end
    return value
  }
}

// MARK: Numbers

extension JSONReader {
  private mutating func number() throws(JSONFault) -> JSONValue {
    let start = place
    if at("-") { place += 1 }
    if at("0") { place += 1 } else { try digits() }
    var isWhole = true
    if at(".") {
      place += 1
      isWhole = false
      try digits()
    }
    if at("e") || at("E") {
      place += 1
      isWhole = false
      if at("-") || at("+") { place += 1 }
      try digits()
    }
    guard place - start <= limits.numberBytes else { throw .numberTooLarge(limits.numberBytes) }
    let written = String(decoding: text[start..<place], as: UTF8.self)
    if isWhole, let integer = Int64(written) { return .integer(integer) }
    guard let double = Double(written), double.isFinite else { throw .numberTooLarge(limits.numberBytes) }
    return Int64(exactly: double).map { .integer($0) } ?? .number(double)
  }

  private func at(_ byte: Unicode.Scalar) -> Bool {
    place < text.count && text[place] == UInt8(ascii: byte)
  }

  private mutating func digits() throws(JSONFault) {
    let start = place
    while place < text.count, (0x30...0x39).contains(text[place]) { place += 1 }
    guard place > start else { throw malformed }
  }
}

// MARK: Strings

extension JSONReader {
  private mutating func string() throws(JSONFault) -> String {
    place += 1
    var start = place
    var unescaped: [UInt8] = []
    while place < text.count {
      switch text[place] {
      case UInt8(ascii: "\""):
        unescaped += text[start..<place]
        guard let string = String(validating: unescaped, as: UTF8.self) else { throw malformed }
        place += 1
        try checkMarks(of: string)
        return string
      case UInt8(ascii: "\\"):
        unescaped += text[start..<place]
        place += 1
        try escape(&unescaped)
        start = place
      case 0..<0x20: throw malformed
      default: place += 1
      }
    }
    throw malformed
  }

  private func checkMarks(of string: String) throws(JSONFault) {
    guard string.utf8.count > JSONLimits.marks else { return }
    var count = 0
    for scalar in string.unicodeScalars {
      // No scalar below this one is a mark, and most text lies below.
      let isMark = scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
      count = isMark ? count + 1 : 0
      guard count <= JSONLimits.marks else { throw .tooManyMarks(JSONLimits.marks, at: place) }
    }
  }

  private mutating func escape(_ string: inout [UInt8]) throws(JSONFault) {
    guard place < text.count else { throw malformed }
    switch text[place] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): string.append(text[place])
    case UInt8(ascii: "b"): string.append(0x08)
    case UInt8(ascii: "f"): string.append(0x0C)
    case UInt8(ascii: "n"): string.append(0x0A)
    case UInt8(ascii: "r"): string.append(0x0D)
    case UInt8(ascii: "t"): string.append(0x09)
    case UInt8(ascii: "u"):
      if let bytes = UTF8.encode(try scalar()) { string.append(contentsOf: bytes) }
      return
    default: throw malformed
    }
    place += 1
  }

  /// The scalar of `uXXXX`, or of two of them that form a surrogate pair.
  private mutating func scalar() throws(JSONFault) -> Unicode.Scalar {
    let first = try codeUnit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard UTF16.isLeadSurrogate(first), at("\\") else { throw malformed }
    place += 1
    guard at("u") else { throw malformed }
    let second = try codeUnit()
    guard UTF16.isTrailSurrogate(second),
      let scalar = Unicode.Scalar(0x10000 + UInt32(first & 0x3FF) << 10 + UInt32(second & 0x3FF))
    else { throw malformed }
    return scalar
  }

  private mutating func codeUnit() throws(JSONFault) -> UInt16 {
    guard place + 5 <= text.count else { throw malformed }
    var unit: UInt16 = 0
    for byte in text[(place + 1)..<(place + 5)] {
      switch byte {
      case 0x30...0x39: unit = unit << 4 | UInt16(byte - 0x30)
      case 0x41...0x46, 0x61...0x66: unit = unit << 4 | UInt16(byte & 0xF + 9)
      default: throw malformed
      }
    }
    place += 5
    return unit
  }
}
