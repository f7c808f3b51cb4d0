/// A grid of cells that marks different pixels; adjacent marked cells form boxes.
struct ChangeGrid {
  private let side: Int
  private let columns: Int
  private let rows: Int
  /// The bounding box of the marked pixels of each cell.
  private var cells: [PixelRectangle?]

  init(width: Int, height: Int, side: Int = 12) {
    self.side = side
    columns = (width + side - 1) / side
    rows = (height + side - 1) / side
    cells = Array(repeating: nil, count: columns * rows)
  }

  mutating func mark(_ x: Int, _ y: Int) {
    mark(PixelRectangle(left: x, top: y, width: 1, height: 1))
  }

  private mutating func mark(_ area: PixelRectangle) {
    let index = area.top / side * columns + area.left / side
    cells[index] = cells[index]?.union(area) ?? area
  }

  /// The boxes, from the top; too many boxes are reduced by coarser cells.
  func boxes(atMost limit: Int) -> [PixelRectangle] {
    let found = boxes()
    guard found.count > limit, columns * rows > 1 else {
      return Array(found.sorted { ($0.top, $0.left) < ($1.top, $1.left) }.prefix(limit))
    }
    return coarser().boxes(atMost: limit)
  }

  /// The same marks in cells of twice the side.
  private func coarser() -> ChangeGrid {
    var grid = ChangeGrid(width: columns * side, height: rows * side, side: side * 2)
    for case let area? in cells { grid.mark(area) }
    return grid
  }

  private func boxes() -> [PixelRectangle] {
    var (isSeen, boxes) = (Array(repeating: false, count: cells.count), [PixelRectangle]())
    for start in cells.indices where !isSeen[start] {
      guard var box = cells[start] else { continue }
      isSeen[start] = true
      var waiting = [start]
      while let index = waiting.popLast() {
        for next in neighbours(of: index) where !isSeen[next] {
          guard let area = cells[next] else { continue }
          isSeen[next] = true
          box = box.union(area)
          waiting.append(next)
        }
      }
      boxes.append(box)
    }
    return boxes
  }

  private func neighbours(of index: Int) -> [Int] {
    let (row, column) = (index / columns, index % columns)
    let near = max(0, column - 1)...min(columns - 1, column + 1)
    return (max(0, row - 1)...min(rows - 1, row + 1)).flatMap { row in near.map { row * columns + $0 } }
  }
}
