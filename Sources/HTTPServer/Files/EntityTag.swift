/// A validator of one state of a resource (RFC 9110 §8.8.3).
public struct EntityTag: Sendable, Hashable, CustomStringConvertible {
  /// The text between the quotes.
  public let value: String
  /// Whether it only says that two states mean the same, not that their bytes are equal.
  public let isWeak: Bool

  /// A strong tag unless said otherwise.
  ///
  /// Characters that cannot stand in a tag are left out.
  public init(_ value: String, isWeak: Bool = false) {
    self.value = String(
      String.UnicodeScalarView(
        value.unicodeScalars.filter { $0 != "\"" && $0.value > 0x20 && $0.value != 0x7F }))
    self.isWeak = isWeak
  }

  /// As it stands in a header.
  public var description: String { isWeak ? "W/\"\(value)\"" : "\"\(value)\"" }

  /// Equal bytes: both strong and the same.
  public func matchesStrongly(_ other: EntityTag) -> Bool { !isWeak && !other.isWeak && value == other.value }

  /// Equal meaning: the same, weak or not.
  public func matchesWeakly(_ other: EntityTag) -> Bool { value == other.value }

  /// One tag as it stands in a header, with nothing around it.
  init?(header text: Substring) {
    var rest = text.utf8
    let isWeak = rest.starts(with: "W/".utf8)
    if isWeak { rest = rest.dropFirst(2) }
    let quote = UInt8(ascii: "\"")
    guard rest.count >= 2, rest.first == quote, rest.last == quote else { return nil }
    rest = rest.dropFirst().dropLast()
    guard rest.allSatisfy({ $0 == 0x21 || ($0 >= 0x23 && $0 != 0x7F) }) else { return nil }
    value = String(decoding: rest, as: UTF8.self)
    self.isWeak = isWeak
  }
}

/// The value of `If-Match` or `If-None-Match`.
enum EntityTagList: Equatable {
  case any
  case tags([EntityTag])

  /// What cannot be read as a tag is left out: it matches nothing.
  init(_ text: String) {
    if text.utf8.elementsEqual("*".utf8) {
      self = .any
      return
    }
    self = .tags(Self.split(text).compactMap { EntityTag(header: $0) })
  }

  /// Splits at commas outside quotes, since a tag may contain one.
  private static func split(_ text: String) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    var isQuoted = false
    for index in text.utf8.indices {
      let byte = text.utf8[index]
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      guard byte == UInt8(ascii: ","), !isQuoted else { continue }
      parts.append(text[start..<index])
      start = text.utf8.index(after: index)
    }
    return (parts + [text[start...]]).map { $0.trimmingSpaces }
  }
}

extension Substring {
  /// Without the blanks that HTTP allows around list members.
  var trimmingSpaces: Substring {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    let end = lastIndex { !isBlank($0) }.map { index(after: $0) } ?? startIndex
    return self[..<end].drop(while: isBlank)
  }
}
