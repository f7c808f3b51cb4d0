import DocumentModel
import Testing

@testable import Workspace

@Suite("When which places are brought in line")
struct PlaceQueueTests {
  private typealias Queue = PlaceQueue<ContinuousClock.Instant>

  private let start = ContinuousClock.now
  private var queue: Queue
  private let (a, b): (Location, Location)

  init() throws {
    queue = Queue(interval: .seconds(30), at: start)
    (a, b) = (Location(name: try FileName("a")), Location(name: try FileName("b")))
  }

  private func at(_ milliseconds: Int) -> ContinuousClock.Instant {
    start.advanced(by: .milliseconds(milliseconds))
  }

  private func upcoming(_ queue: inout Queue) -> (at: ContinuousClock.Instant, work: Queue.Work?)? {
    guard let due = queue.due else { return nil }
    #expect(queue.take(at: due.advanced(by: .milliseconds(-1))) == nil)
    return (due, queue.take(at: due))
  }

  private func finish(
    _ queue: inout Queue, _ work: Queue.Work, at now: Int, again: [Location] = [], treeAfter: Duration? = nil
  ) {
    queue.finish(work, at: at(now), again: again, after: .seconds(2), treeAfter: treeAfter)
  }

  @Test("the tree is due after the interval when nothing is noticed, and nothing is while it is looked at")
  func interval() throws {
    var queue = queue
    var next = try #require(upcoming(&queue))
    #expect(next == (at(30_000), .tree))
    #expect(queue.due == nil && queue.take(at: at(99_000)) == nil)
    finish(&queue, .tree, at: 31_000)
    next = try #require(upcoming(&queue))
    #expect(next == (at(61_000), .tree))
  }

  @Test(
    "the longer a look at the tree takes, the later the next one is due, within bounds",
    arguments: [(1_000, 30_000), (5_000, 100_000), (700_000, 300_000)])
  func rarity(took: Int, rest: Int) throws {
    var queue = queue
    #expect(queue.take(at: at(30_000)) == .tree)
    finish(&queue, .tree, at: 30_000 + took)
    #expect(queue.due == at(30_000 + took + rest))
    queue.notice(.anywhere, at: at(31_000 + took))
    #expect(queue.due == at(32_000 + took), "a notice does not wait for that")
  }

  @Test(
    "a place is due soon after the first notice, together with others that are due, and the tree for itself")
  func places() throws {
    var queue = queue
    queue.notice(.places([b]), at: at(5_000))
    queue.notice(.places([b, a]), at: at(5_200))
    var next = try #require(upcoming(&queue))
    #expect(next == (at(5_300), .places([b])))
    queue.notice(.places([b]), at: at(5_310))
    finish(&queue, .places([b]), at: 5_320)
    next = try #require(upcoming(&queue))
    #expect(next == (at(5_500), .places([a])))
    finish(&queue, .places([a]), at: 5_620)
    next = try #require(upcoming(&queue))
    #expect(next == (at(5_610), .places([b])))
    finish(&queue, .places([b]), at: 5_700)
    #expect(queue.due == at(30_000))
  }

  @Test("the tree is due soon after a notice of anywhere, not before the last look at it is some time ago")
  func tree() throws {
    var queue = queue
    queue.notice(.anywhere, at: at(100))
    queue.notice(.anywhere, at: at(200))
    #expect(queue.due == at(2_000))
    queue.notice(.anywhere, at: at(9_000))
    #expect(queue.take(at: at(9_000)) == .tree)
    queue.notice(.anywhere, at: at(9_100))
    finish(&queue, .tree, at: 9_500)
    #expect(queue.due == at(11_500))
    #expect(queue.take(at: at(12_000)) == .tree)
    finish(&queue, .tree, at: 12_100)
    queue.notice(.anywhere, at: at(20_000))
    #expect(queue.due == at(20_300))
  }

  @Test("a look at the tree is one at all places, and what is noticed meanwhile is for the next one")
  func all() throws {
    var queue = queue
    queue.notice(.places([a]), at: at(8_900))
    queue.notice(.anywhere, at: at(8_900))
    #expect(queue.take(at: at(9_300)) == .tree)
    queue.notice(.places([b]), at: at(9_300))
    finish(&queue, .tree, at: 9_500)
    #expect(queue.take(at: at(9_600)) == .places([b]))
    finish(&queue, .places([b]), at: 9_700)
    #expect(queue.due == at(39_500))
    // As the first look does, when the server starts.
    queue.begin(at: start)
    #expect(queue.due == nil)
  }

  @Test("files that are being written are looked at again, and the tree where a file may have been renamed")
  func again() throws {
    var queue = queue
    queue.notice(.places([a, b]), at: at(5_000))
    #expect(queue.take(at: at(5_300)) == .places([a, b]))
    finish(&queue, .places([a, b]), at: 5_310, again: [a])
    var next = try #require(upcoming(&queue))
    #expect(next == (at(7_310), .places([a])))
    finish(&queue, .places([a]), at: 7_320, treeAfter: .zero)
    next = try #require(upcoming(&queue))
    #expect(next == (at(7_320), .tree))
    finish(&queue, .tree, at: 7_400, again: [b], treeAfter: .seconds(5))
    #expect(queue.take(at: at(9_400)) == .places([b]))
    finish(&queue, .places([b]), at: 9_410)
    #expect(queue.due == at(12_400))
  }

  @Test("of too many places the tree is looked at instead")
  func crowd() throws {
    var queue = queue
    queue.most = 1
    queue.notice(.places([a, b]), at: at(5_000))
    #expect(queue.take(at: at(5_300)) == .tree)
    finish(&queue, .tree, at: 5_400)
    #expect(queue.due == at(35_400))
  }
}
