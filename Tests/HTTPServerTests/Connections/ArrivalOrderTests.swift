import Testing

@testable import HTTPServer

@Suite("An order of arrival")
struct ArrivalOrderTests {
  @Test("keeps the order, whichever leaves", arguments: [[0, 1, 2], [2, 1, 0], [1, 0, 2], [1, 2, 0]])
  func leaving(order: [Int]) {
    var line = ArrivalOrder<Int>()
    let places = (0..<3).map { line.append($0) }
    var left = [0, 1, 2]
    for value in order {
      line.remove(places[value])
      left.removeAll { $0 == value }
      #expect(line.all == left)
      #expect(line.first == left.first)
    }
    #expect(line.isEmpty)
  }

  @Test("gives places away again, at the end of the line")
  func reuse() {
    var line = ArrivalOrder<String>()
    let first = line.append("a")
    _ = line.append("b")
    line.remove(first)
    #expect(line.append("c") == first)
    #expect(line.all == ["b", "c"])
  }
}
