import DocumentModel

/// Orders the columns of a left-to-right page for reading.
///
/// poppler's order is kept with one correction: poppler puts a column first that begins slightly higher than the one
/// to its left. Only adjacent blocks of several lines are swapped, so that the rows of a table stay rows.
struct ReadingOrder {
  /// The smallest number of lines of a column.
  private static let smallestColumn = 4
  /// The largest gap within a block, in line heights.
  private static let largestGap = 1.5
  /// Pages with more blocks are not sorted, because comparing all pairs would take longer than reading them.
  private static let maximumBlocks = 1_000

  /// Consecutive lines, one below the other.
  private struct Block {
    var lines: [[PageWord]]
    var box: LetterBox

    func isLeft(of other: Block) -> Bool { box.right <= other.box.left }

    /// Whether this column is read before `other`: it lies to the left, beside at least half of the shorter one.
    func comesBefore(_ other: Block) -> Bool {
      guard min(lines.count, other.lines.count) >= ReadingOrder.smallestColumn, isLeft(of: other) else {
        return false
      }
      let beside = min(box.bottom, other.box.bottom) - max(box.top, other.box.top)
      return beside >= min(box.bottom - box.top, other.box.bottom - other.box.top) / 2
    }
  }

  private var blocks: [Block] = []

  static func sorted(_ lines: [[PageWord]]) -> [[PageWord]] {
    var order = ReadingOrder()
    for line in lines { order.append(line) }
    guard order.blocks.count <= maximumBlocks else { return lines }
    for index in order.blocks.indices { order.settle(index) }
    return order.blocks.flatMap(\.lines)
  }

  private mutating func append(_ line: [PageWord]) {
    guard let box = Self.box(of: line) else { return }
    guard let last = blocks.last, let above = last.lines.last.flatMap(Self.box(of:)),
      box.left < last.box.right, last.box.left < box.right, box.top >= above.top,
      box.top - above.bottom <= (box.bottom - box.top) * Self.largestGap
    else {
      return blocks.append(Block(lines: [line], box: box))
    }
    blocks[blocks.count - 1].lines.append(line)
    blocks[blocks.count - 1].box.formUnion(box)
  }

  /// Moves the columns that are read before the block at `index` before it, with all blocks between them to its left.
  ///
  /// It ends because each round puts a block there that lies farther left.
  private mutating func settle(_ index: Int) {
    while let column = blocks[(index + 1)...].lastIndex(where: { $0.comesBefore(blocks[index]) }) {
      let right = blocks[index]
      let between = blocks[(index + 1)...column]
      let moved = between.filter { $0.isLeft(of: right) }
      let stay = between.filter { !$0.isLeft(of: right) }
      blocks.replaceSubrange(index...column, with: moved + [right] + stay)
      guard blocks[index].isLeft(of: right) else { return }
    }
  }

  private static func box(of line: [PageWord]) -> LetterBox? {
    var box: LetterBox?
    for word in line {
      let next = LetterBox(
        left: word.box.x, top: word.box.y, right: word.box.x + word.box.width,
        bottom: word.box.y + word.box.height)
      if box == nil { box = next } else { box?.formUnion(next) }
    }
    return box
  }
}
