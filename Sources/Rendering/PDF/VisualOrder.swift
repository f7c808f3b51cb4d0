/// The positions of a line's letters, counted from the left.
///
/// poppler returns a line in reading order, with marks of Unicode's bidirectional algorithm (UAX #9) around runs of
/// the opposite direction: `RLE … PDF` and `LRE … PDF`. The letters' boxes come in visual order. This type computes
/// the visual position of each letter:
///
///     read      a b RLE ג ב א PDF c
///     stands    a b     א ב ג     c        places 0 1 4 3 2 5
struct VisualOrder {
  private static let leftToRight: Unicode.Scalar = "\u{202A}"
  static let rightToLeft: Unicode.Scalar = "\u{202B}"
  private static let end: Unicode.Scalar = "\u{202C}"

  typealias Line = Substring.UnicodeScalarView
  private var placed: [(scalar: Unicode.Scalar, place: Int)] = []

  /// The letters of `line` in reading order without the marks, each with its position.
  static func places(of line: Line) -> [(scalar: Unicode.Scalar, place: Int)] {
    var order = VisualOrder()
    order.place(line, from: 0, isRightToLeft: false)
    return order.placed
  }

  /// Splits `line` between adjacent right-to-left words, where poppler writes no space.
  static func parts(of line: Line) -> [Line] {
    var parts: [Line] = []
    var rest = line
    for index in line.indices where line[index] == rightToLeft && index > rest.startIndex {
      guard line[line.index(before: index)] == end else { continue }
      parts.append(rest[..<index])
      rest = line[index...]
    }
    return parts + [rest]
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    [leftToRight, rightToLeft, end].contains(scalar)
  }

  /// Places a run whose leftmost letter is at `start`.
  private mutating func place(_ run: Line, from start: Int, isRightToLeft: Bool) {
    var left = start
    var right = start + run.count { !Self.isMark($0) }
    var rest = run
    while let first = rest.first {
      let inner = Self.embedded(at: rest)
      let length = inner?.count { !Self.isMark($0) } ?? (first == Self.end ? 0 : 1)
      if isRightToLeft { right -= length }
      let place = isRightToLeft ? right : left
      if !isRightToLeft { left += length }
      if let inner {
        self.place(inner, from: place, isRightToLeft: first == Self.rightToLeft)
        rest = run[inner.endIndex...].dropFirst()
      } else {
        if length == 1 { placed.append((first, place)) }
        rest = rest.dropFirst()
      }
    }
  }

  /// The text between a mark at the start of `run` and its end mark; nil when `run` starts with a letter.
  private static func embedded(at run: Line) -> Line? {
    guard let first = run.first, first != end, isMark(first) else { return nil }
    let inside = run.dropFirst()
    var depth = 1
    for index in inside.indices where isMark(inside[index]) {
      depth += inside[index] == end ? -1 : 1
      if depth == 0 { return inside[..<index] }
    }
    return inside
  }
}
