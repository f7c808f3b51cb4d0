/// Words that differ from one by a typing error: a letter too many, too few, another one, or two in the wrong order.
///
/// The distance is that of Damerau and Levenshtein in its restricted form (optimal string alignment).
enum NearWords {
  /// How many errors a word of so many characters may have: short words have too many neighbours.
  static func most(for length: Int) -> Int {
    switch length {
    case ..<4: 0
    case 4..<8: 1
    default: 2
    }
  }

  /// How many errors lie between two words; nil for more than `limit`.
  static func distance(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar], limit: Int) -> Int? {
    guard abs(one.count - other.count) <= limit else { return nil }
    var (before, last) = ([Int](), Array(0...other.count))
    for (row, letter) in one.enumerated() {
      var line = [row + 1]
      for (column, wanted) in other.enumerated() {
        var cost = min(last[column + 1] + 1, line[column] + 1, last[column] + (letter == wanted ? 0 : 1))
        if row > 0, column > 0, letter == other[column - 1], one[row - 1] == wanted {
          cost = min(cost, before[column - 1] + 1)
        }
        line.append(cost)
      }
      guard line.min() ?? 0 <= limit else { return nil }
      (before, last) = (last, line)
    }
    return last[other.count] <= limit ? last[other.count] : nil
  }
}
