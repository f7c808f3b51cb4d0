/// The elements of two sequences without a partner in the other: the shortest edit script.
///
/// Eugene W. Myers, "An O(ND) Difference Algorithm and Its Variations", Algorithmica 1 (1986), 251–266: the
/// linear-space refinement of §4b. Two searches, from both ends, meet in a middle snake; the parts before and after it
/// are compared by themselves. Time is O((N+M)·D) for D differences, memory O(N+M).
///
/// ```
///        a ──▶                       ● start of the box     Each search keeps, per diagonal k = x − y, how far it
///   b  ●───────────┐                 ○ middle snake         has come. When the two overlap on a diagonal, the
///   │  │ ╲  ┊      │                                        snake there lies on a shortest way.
///   ▼  │  ○─┊─╲    │
///      │    ┊  ○ ╲ │
///      └───────────●
/// ```
/// Elements that occur on one side alone are set aside first, because they have no partner. Texts with little in common
/// therefore cost little. Work is counted in steps of the inner loops. After `budget` steps the rest counts as
/// different: the result is still a correct edit script, but not the shortest.
public struct SequenceDifference: Hashable, Sendable {
  /// For each element of the old sequence: whether it was removed.
  public private(set) var removed: [Bool]
  /// For each element of the new sequence: whether it was added.
  public private(set) var added: [Bool]
  /// Whether the budget was used up, so that a shorter script may exist.
  public private(set) var isTruncated = false

  /// Compares sequences of numbers, equal for equal elements.
  ///
  /// - Parameters:
  ///   - old: the sequence before.
  ///   - new: the sequence after.
  ///   - budget: steps of the inner loops, each some nanoseconds.
  public init(from old: [Int32], to new: [Int32], budget: Int) {
    removed = Array(repeating: true, count: old.count)
    added = Array(repeating: true, count: new.count)
    let inOld = Set(old), inNew = Set(new)
    let oldPlaces = old.indices.filter { inNew.contains(old[$0]) }
    let newPlaces = new.indices.filter { inOld.contains(new[$0]) }
    var search = MiddleSnakeSearch(
      oldPlaces.map { old[$0] }, newPlaces.map { new[$0] }, budget: budget)
    search.run()
    for (x, y) in search.pairs {
      removed[oldPlaces[x]] = false
      added[newPlaces[y]] = false
    }
    isTruncated = search.isTruncated
  }
}

/// The search itself, over sequences all of whose elements occur in both.
private struct MiddleSnakeSearch {
  private struct Box {
    var a: Range<Int>
    var b: Range<Int>
  }

  private let a: [Int32]
  private let b: [Int32]
  private var budget: Int
  /// The progress of both searches on each diagonal.
  private var forward: [Int]
  private var backward: [Int]
  private(set) var pairs: [(Int, Int)] = []
  private(set) var isTruncated = false

  init(_ a: [Int32], _ b: [Int32], budget: Int) {
    (self.a, self.b, self.budget) = (a, b, budget)
    let count = 2 * (a.count + b.count) + 3
    forward = Array(repeating: 0, count: count)
    backward = Array(repeating: 0, count: count)
  }

  /// Compares everything.
  ///
  /// Boxes wait on a list instead of the stack: no input can make it deep.
  mutating func run() {
    var waiting = [Box(a: a.indices, b: b.indices)]
    while var box = waiting.popLast() {
      trim(&box)
      guard !box.a.isEmpty, !box.b.isEmpty else { continue }
      guard let (start, end) = middleSnake(of: box) else {
        isTruncated = true
        continue
      }
      for step in 0..<(end.x - start.x) { pairs.append((start.x + step, start.y + step)) }
      waiting.append(Box(a: box.a.lowerBound..<start.x, b: box.b.lowerBound..<start.y))
      waiting.append(Box(a: end.x..<box.a.upperBound, b: end.y..<box.b.upperBound))
    }
  }

  /// Pairs equal elements at both ends of a box.
  private mutating func trim(_ box: inout Box) {
    while let x = box.a.first, let y = box.b.first, a[x] == b[y] {
      pairs.append((x, y))
      box = Box(a: x + 1..<box.a.upperBound, b: y + 1..<box.b.upperBound)
    }
    while let x = box.a.last, let y = box.b.last, a[x] == b[y] {
      pairs.append((x, y))
      box = Box(a: box.a.lowerBound..<x, b: box.b.lowerBound..<y)
    }
  }

  private typealias Point = (x: Int, y: Int)

  /// The middle snake of a box that begins and ends with a difference; nil after the budget is used up.
  private mutating func middleSnake(of box: Box) -> (Point, Point)? {
    let (n, m) = (box.a.count, box.b.count)
    let delta = n - m
    let half = (n + m + 1) / 2
    let middle = half + 1
    forget(upTo: 2 * middle)
    for d in 0...half {
      budget -= 2 * (d + 1)
      guard budget > 0 else { return nil }
      for k in diagonals(d, n, m) {
        let x0 = start(forward, k, d, middle)
        let x = slide(x0, k, box)
        forward[middle + k] = x
        // An odd number of differences is met by the search from the start.
        let opposite = delta - k
        guard delta % 2 != 0, abs(opposite) < d, x + backward[middle + opposite] >= n else { continue }
        return (point(x0, k, box), point(x, k, box))
      }
      for k in diagonals(d, n, m) {
        let x0 = start(backward, k, d, middle)
        let x = slideBack(x0, k, box)
        backward[middle + k] = x
        let opposite = delta - k
        guard delta % 2 == 0, abs(opposite) <= d, x + forward[middle + opposite] >= n else { continue }
        return (point(n - x, opposite, box), point(n - x0, opposite, box))
      }
    }
    return nil
  }

  /// The diagonals that a search of `d` differences has to look at: every other one, and none outside the box.
  private func diagonals(_ d: Int, _ n: Int, _ m: Int) -> StrideThrough<Int> {
    stride(from: -(d - 2 * max(0, d - m)), through: d - 2 * max(0, d - n), by: 2)
  }

  private mutating func forget(upTo last: Int) {
    for place in 0...last { (forward[place], backward[place]) = (0, 0) }
    budget -= last / 4
  }

  /// The next place of a search on diagonal `k`: right from the diagonal below, or down from the one above.
  private func start(_ reached: [Int], _ k: Int, _ d: Int, _ middle: Int) -> Int {
    let fromAbove = reached[middle + k + 1]
    let fromBelow = reached[middle + k - 1] + 1
    if k == -d || k != d && fromBelow <= fromAbove { return fromAbove }
    return fromBelow
  }

  private mutating func slide(_ x0: Int, _ k: Int, _ box: Box) -> Int {
    var (x, y) = (x0, x0 - k)
    while x < box.a.count, y < box.b.count, a[box.a.lowerBound + x] == b[box.b.lowerBound + y] {
      (x, y) = (x + 1, y + 1)
    }
    budget -= x - x0
    return x
  }

  private mutating func slideBack(_ x0: Int, _ k: Int, _ box: Box) -> Int {
    var (x, y) = (x0, x0 - k)
    while x < box.a.count, y < box.b.count, a[box.a.upperBound - 1 - x] == b[box.b.upperBound - 1 - y] {
      (x, y) = (x + 1, y + 1)
    }
    budget -= x - x0
    return x
  }

  private func point(_ x: Int, _ k: Int, _ box: Box) -> Point {
    (box.a.lowerBound + x, box.b.lowerBound + x - k)
  }
}

/// Gives equal bytes equal numbers.
///
/// Bytes and not strings: canonically equivalent strings are equal, but another spelling is a change.
struct Numbering {
  private var numbers: [[UInt8]: Int32] = [:]

  mutating func number(of bytes: some Sequence<UInt8>, and end: UInt8? = nil) -> Int32 {
    var key = Array(bytes)
    if let end { key.append(end) }
    if let known = numbers[key] { return known }
    let next = Int32(truncatingIfNeeded: numbers.count)
    numbers[key] = next
    return next
  }
}
