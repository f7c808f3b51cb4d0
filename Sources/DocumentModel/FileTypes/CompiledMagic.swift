/// A byte pattern of a type, ready to be compared.
struct CompiledMagic: Sendable {
  let type: TypeIdentifier
  private let bytes: [UInt8]
  private let offset: Int
  private let within: Int
  private let ignoresWhiteSpace: Bool

  /// Nil for a pattern whose bytes are no hexadecimal number.
  init?(_ type: TypeIdentifier, _ pattern: MagicPattern) {
    guard let bytes = pattern.rawBytes else { return nil }
    self.type = type
    self.bytes = bytes
    offset = pattern.offset
    within = pattern.within
    ignoresWhiteSpace = pattern.ignoresWhiteSpace
  }

  /// Whether a position is beyond the pattern's own place, where it was searched for.
  func isSearched(at position: Int) -> Bool { position > offset }

  func position(in head: [UInt8]) -> Int? {
    let last = min(offset + within, head.count - bytes.count)
    guard offset <= last else { return nil }
    return (offset...last).first { matches(head, at: $0) }
  }

  private func matches(_ head: [UInt8], at start: Int) -> Bool {
    guard !ignoresWhiteSpace else { return matchesLoosely(head, at: start) }
    for index in bytes.indices where head[start + index] != bytes[index] { return false }
    return true
  }

  private func matchesLoosely(_ head: [UInt8], at start: Int) -> Bool {
    var next = 0
    for byte in head[start...] {
      if byte == bytes[next] {
        next += 1
        if next == bytes.count { return true }
      } else if !ContentHead.isWhiteSpace(byte) {
        return false
      }
    }
    return false
  }
}
