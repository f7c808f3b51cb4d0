import HTTPTypes

/// A validator of a resource's state (RFC 9110 §8.8.3).
public struct EntityTag: Sendable, Hashable, CustomStringConvertible {
  /// The text between the quotes.
  public let value: String
  /// Whether equal tags mean equivalent rather than byte-identical states.
  public let isWeak: Bool

  /// A tag, strong by default; characters that are invalid in a tag are removed.
  public init(_ value: String, isWeak: Bool = false) {
    self.value = String(
      String.UnicodeScalarView(
        value.unicodeScalars.filter { $0 != "\"" && $0.value > 0x20 && $0.value != 0x7F }))
    self.isWeak = isWeak
  }

  /// The header form.
  public var description: String { isWeak ? "W/\"\(value)\"" : "\"\(value)\"" }

  /// Whether both are strong and equal: the bytes are the same.
  public func matchesStrongly(_ other: EntityTag) -> Bool { !isWeak && !other.isWeak && value == other.value }

  /// Whether the values are equal: the states are equivalent.
  public func matchesWeakly(_ other: EntityTag) -> Bool { value == other.value }

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

enum EntityTagList: Equatable {
  case any
  case tags([EntityTag])

  /// Parses the header; unparsable tags are skipped, because they match nothing.
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
  /// Without the white space that HTTP allows around list members.
  var trimmingSpaces: Substring {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    let end = lastIndex { !isBlank($0) }.map { index(after: $0) } ?? startIndex
    return self[..<end].drop(while: isBlank)
  }
}

extension RequestHead {
  /// The first tag of `If-None-Match` that is chosen by its text, as a strong one; nil for none or `*`.
  ///
  /// Some resources can tell by a tag alone whether it is theirs.
  public func knownTag(where isChosen: (String) -> Bool) -> EntityTag? {
    guard let header = self[.ifNoneMatch], case .tags(let tags) = EntityTagList(header) else { return nil }
    return tags.first { isChosen($0.value) }.map { EntityTag($0.value) }
  }
}
