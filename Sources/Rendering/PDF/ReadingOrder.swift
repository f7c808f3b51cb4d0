import DocumentModel

/// Puts the columns of a page into the order in which a person reads them.
///
/// poppler's order is kept but for one thing that it gets wrong on pages of two columns or more: a column that begins a
/// little higher than the one to its left comes before it. Only blocks of several lines beside each other change
/// places, so that the rows of a table stay rows. For text that is read from left to right.
struct ReadingOrder {
  /// Fewer lines than this are no column.
  private static let smallestColumn = 4
  /// Lines farther apart than so many of their heights are of two blocks.
  private static let largestGap = 1.5
  /// Pages of more blocks stay as they are: comparing all would take longer than reading them.
  private static let maximumBlocks = 1_000

  /// Lines below each other.
  private struct Block {
    var lines: [[PageWord]]
    var box: LetterBox

    /// Whether all of it lies to the left of `other`.
    func isLeft(of other: Block) -> Bool { box.right <= other.box.left }

    /// Whether it is a column that is read before the column `other`: left of it, and beside at least half of the
    /// shorter one.
    func comesBefore(_ other: Block) -> Bool {
      guard min(lines.count, other.lines.count) >= ReadingOrder.smallestColumn, isLeft(of: other) else {
        return false
      }
      let beside = min(box.bottom, other.box.bottom) - max(box.top, other.box.top)
      return beside >= min(box.bottom - box.top, other.box.bottom - other.box.top) / 2
    }
  }

  private var blocks: [Block] = []

  /// The lines, none of them empty, in the order in which they are read.
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

  /// Brings what is read before the block at `index` before it, with all to its left that poppler has between them.
  ///
  /// Each round puts a block there that lies farther left, so it ends.
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
