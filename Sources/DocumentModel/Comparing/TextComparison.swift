/// The changes from one text to another: lines, and the words inside them.
///
/// ```swift
/// let comparison = TextComparison(from: try ComparedText(old), to: try ComparedText(new))
/// for hunk in comparison.hunks { print(hunk.oldStart, hunk.lines.count) }
/// ```
public struct TextComparison: Hashable, Sendable {
  /// A line of a hunk.
  public struct Line: Hashable, Sendable {
    /// The text or texts that have the line.
    public enum Kind: String, Hashable, Sendable, Codable {
      /// In both texts.
      case context
      /// In the old text alone.
      case removed
      /// In the new text alone.
      case added
    }

    /// The text or texts that have the line.
    public let kind: Kind
    /// Its number in the old text, from 1; nil for an added line.
    public let oldNumber: Int?
    /// Its number in the new text, from 1; nil for a removed line.
    public let newNumber: Int?
    /// The line.
    public let line: ComparedText.Line
    /// The ranges that differ from the line opposite, in UTF-16 units; nil when the whole line differs.
    public var changes: [Range<Int>]?
  }

  /// Changes that lie close together, with some lines around them.
  public struct Hunk: Hashable, Sendable {
    /// The first line in the old text, from 1; the line before the hunk when it has none of that text.
    public let oldStart: Int
    /// The number of lines of the old text.
    public let oldCount: Int
    /// The first line in the new text, as ``oldStart``.
    public let newStart: Int
    /// The number of lines of the new text.
    public let newCount: Int
    /// The lines in order; removed lines stand before the added lines that replace them.
    public let lines: [Line]
  }

  /// The changes, in order; none for texts with the same lines.
  public let hunks: [Hunk]
  /// Whether the search for the shortest script was given up; the hunks are then correct, but longer than necessary.
  public let isTruncated: Bool
  /// Lines that were removed.
  public let removedCount: Int
  /// Lines that were added.
  public let addedCount: Int

  static let context = 3
  /// Steps of the search; the default takes a fraction of a second.
  public static let budget = 40_000_000
  static let maximumWordPairs = 2000

  /// Compares two texts.
  ///
  /// Blocks for up to a second; call it on a thread that may block.
  public init(from old: ComparedText, to new: ComparedText, budget: Int = budget) {
    var numbers = Numbering()
    let difference = SequenceDifference(
      from: old.lines.map { numbers.number(of: $0) }, to: new.lines.map { numbers.number(of: $0) },
      budget: budget)
    var writer = HunkWriter(old: old.lines, new: new.lines)
    hunks = Self.groups(Self.blocks(difference)).map { writer.hunk($0) }
    isTruncated = difference.isTruncated
    removedCount = difference.removed.count { $0 }
    addedCount = difference.added.count { $0 }
  }

  /// Lines of the old text that were replaced by lines of the new one; either may be none.
  struct Block {
    var old: Range<Int>
    var new: Range<Int>
  }

  private static func blocks(_ difference: SequenceDifference) -> [Block] {
    let (removed, added) = (difference.removed, difference.added)
    var (blocks, i, j): ([Block], Int, Int) = ([], 0, 0)
    while i < removed.count || j < added.count {
      let (start, newStart) = (i, j)
      while i < removed.count, removed[i] { i += 1 }
      while j < added.count, added[j] { j += 1 }
      if i > start || j > newStart { blocks.append(Block(old: start..<i, new: newStart..<j)) }
      // Both sides have equally many unmarked lines, so both go on or both have ended.
      while i < removed.count, j < added.count, !removed[i], !added[j] { (i, j) = (i + 1, j + 1) }
    }
    return blocks
  }

  /// Blocks whose lines around them would touch.
  private static func groups(_ blocks: [Block]) -> [[Block]] {
    blocks.reduce(into: []) { groups, block in
      if let last = groups.last?.last, block.old.lowerBound - last.old.upperBound <= 2 * context {
        groups[groups.count - 1].append(block)
      } else {
        groups.append([block])
      }
    }
  }
}

/// Writes blocks with the lines around them as hunks.
private struct HunkWriter {
  let old: [ComparedText.Line]
  let new: [ComparedText.Line]
  private var wordPairs = 0

  init(old: [ComparedText.Line], new: [ComparedText.Line]) {
    (self.old, self.new) = (old, new)
  }

  mutating func hunk(_ blocks: [TextComparison.Block]) -> TextComparison.Hunk {
    let first = blocks[0]
    let before = min(TextComparison.context, first.old.lowerBound)
    var (i, j) = (first.old.lowerBound - before, first.new.lowerBound - before)
    let (oldStart, newStart) = (i, j)
    var lines: [TextComparison.Line] = []
    for block in blocks {
      addContext(to: &lines, &i, &j, count: block.old.lowerBound - i)
      lines += changed(block)
      (i, j) = (block.old.upperBound, block.new.upperBound)
    }
    addContext(to: &lines, &i, &j, count: min(TextComparison.context, old.count - i))
    return TextComparison.Hunk(
      oldStart: i > oldStart ? oldStart + 1 : oldStart, oldCount: i - oldStart,
      newStart: j > newStart ? newStart + 1 : newStart, newCount: j - newStart, lines: lines)
  }

  private func addContext(
    to lines: inout [TextComparison.Line], _ i: inout Int, _ j: inout Int, count: Int
  ) {
    for _ in 0..<count {
      lines.append(.init(kind: .context, oldNumber: i + 1, newNumber: j + 1, line: old[i]))
      (i, j) = (i + 1, j + 1)
    }
  }

  private mutating func changed(_ block: TextComparison.Block) -> [TextComparison.Line] {
    var removed = block.old.map {
      TextComparison.Line(kind: .removed, oldNumber: $0 + 1, newNumber: nil, line: old[$0])
    }
    var added = block.new.map {
      TextComparison.Line(kind: .added, oldNumber: nil, newNumber: $0 + 1, line: new[$0])
    }
    for place in 0..<min(removed.count, added.count) where wordPairs < TextComparison.maximumWordPairs {
      wordPairs += 1
      guard let words = WordDifference(removed[place].line.text, added[place].line.text) else { continue }
      removed[place].changes = words.removed
      added[place].changes = words.added
    }
    return removed + added
  }
}

extension Numbering {
  /// The number of a line; a line with a line feed and one without it have different numbers.
  fileprivate mutating func number(of line: ComparedText.Line) -> Int32 {
    number(of: line.text.utf8, and: line.isTerminated ? UInt8(ascii: "\n") : nil)
  }
}

// MARK: - Unified format

extension TextComparison {
  /// The comparison in the unified format that `patch` reads (POSIX `diff -u`), in UTF-8; empty for equal texts.
  ///
  /// - Parameters:
  ///   - oldName: name of the old text, without line feeds.
  ///   - newName: name of the new text, without line feeds.
  public func unified(oldName: String, newName: String) -> String {
    guard !hunks.isEmpty else { return "" }
    var text = "--- \(oldName)\n+++ \(newName)\n"
    for hunk in hunks {
      text += "@@ -\(hunk.oldStart),\(hunk.oldCount) +\(hunk.newStart),\(hunk.newCount) @@\n"
      for line in hunk.lines {
        text += line.kind.sign
        text += line.line.text
        text += line.line.isTerminated ? "\n" : "\n\\ No newline at end of file\n"
      }
    }
    return text
  }
}

extension TextComparison.Line.Kind {
  fileprivate var sign: String {
    switch self {
    case .context: " "
    case .removed: "-"
    case .added: "+"
    }
  }
}
