import DocumentModel
import Testing

@testable import Workspace

@Suite struct `A line of conversions` {
  private var line = ConversionLine<Int>(width: 1)

  /// The conversions that begin one after the other.
  private mutating func order() -> [Int] {
    var order: [Int] = []
    while let next = line.leave() { order.append(next) }
    return order
  }

  @Test mutating func `lets so many begin at once as it is wide`() {
    line = ConversionLine(width: 2)
    let begun = (1...3).map { line.enter($0, .visible) }
    #expect(begun == [true, true, false])
    let next = [line.leave(), line.leave()]
    #expect(next == [3, nil])
    let begins = line.enter(4, .bulk)
    #expect(begins)
  }

  @Test mutating func `lets the most urgent begin next, and of equals the oldest`() {
    _ = line.enter(0, .bulk)
    let waiting = [(1, RenderPriority.bulk), (2, .near), (3, .visible), (4, .visible)]
    let begun = waiting.filter { line.enter($0.0, $0.1) }
    #expect(begun.isEmpty)
    let order = order()
    #expect(order == [3, 4, 2, 1])
  }

  @Test mutating func `lets one become more urgent, and not less`() {
    for (key, priority) in [(0, RenderPriority.bulk), (1, .near), (2, .bulk)] {
      _ = line.enter(key, priority)
    }
    line.raise(2, to: .visible)
    line.raise(2, to: .bulk)
    line.raise(9, to: .visible)
    let order = order()
    #expect(order == [2, 1])
  }

  @Test mutating func `forgets one that is given up while it waits`() {
    for key in [0, 1] { _ = line.enter(key, .bulk) }
    let given = [1, 1, 0].map { line.giveUp($0) }
    #expect(given == [true, false, false])
    let order = order()
    #expect(order.isEmpty)
  }
}
