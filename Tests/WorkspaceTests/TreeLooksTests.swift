import DocumentModel
import Synchronization
import Testing

@testable import Workspace

@Suite("Looks at where all files are", .timeLimit(.minutes(2)))
struct TreeLooksTests {
  /// A clock that tests move, and how many looks there were.
  private final class Tree: Sendable {
    private let start = ContinuousClock.now
    private let time = Mutex(Duration.zero)
    private let count = Mutex(0)
    var now: ContinuousClock.Instant { start.advanced(by: time.withLock(\.self)) }
    var looks: Int { count.withLock(\.self) }
    func pass(_ duration: Duration) { time.withLock { $0 += duration } }
    @discardableResult
    func look(taking duration: Duration) -> Set<DocumentID> {
      pass(duration)
      count.withLock { $0 += 1 }
      return []
    }
  }

  private let tree = Tree()

  private func looks(rest: Duration = .seconds(2)) -> TreeLooks {
    TreeLooks(rest: rest, now: { [tree] in tree.now })
  }

  @Test("a request soon after another is served by the same look, and a later one gets a new look")
  func rest() async {
    let (looks, gone, other) = (looks(), DocumentID(), DocumentID())
    func take(_ id: DocumentID?, _ duration: Duration = .zero) async {
      await looks.take(for: id) { [tree] in
        tree.look(taking: duration)
        return [gone]
      }
    }
    for _ in 0..<100 { await take(gone, .milliseconds(100)) }
    #expect(tree.looks == 1)
    tree.pass(.milliseconds(1999))
    await take(gone)
    #expect(tree.looks == 1)
    tree.pass(.milliseconds(1))
    await take(gone, .seconds(10))
    #expect(tree.looks == 2)
    // Another one may have gone since, as may some of many.
    await take(other, .seconds(1))
    await take(nil)
    #expect(tree.looks == 4)
  }

  @Test("without a rest each one is a look")
  func unrested() async {
    let looks = looks(rest: .zero)
    for _ in 0..<3 {
      tree.pass(.milliseconds(1))
      await looks.take(for: nil) { [tree] in tree.look(taking: .milliseconds(100)) }
    }
    #expect(tree.looks == 3)
  }

  @Test("all that are wanted while one is under way are one more, which begins after it")
  func shared() async {
    let looks = looks(rest: .zero)
    let (going, go) = AsyncStream<Void>.makeStream()
    let (begun, begin) = AsyncStream<Void>.makeStream()
    let first = Task {
      await looks.take(for: nil) { [tree] in
        begin.finish()
        for await _ in going {}
        return tree.look(taking: .milliseconds(1))
      }
    }
    for await _ in begun {}
    let others = (0..<20).map { _ in
      Task { await looks.take(for: nil) { [tree] in tree.look(taking: .milliseconds(1)) } }
    }
    // All of them have asked once they are in line behind this.
    for _ in 0..<1000 { await Task.yield() }
    tree.pass(.milliseconds(1))
    go.finish()
    await first.value
    for other in others { await other.value }
    // One for all who were in line by then; a machine that is busy may have let some of them ask later.
    #expect((2...4).contains(tree.looks))
  }
}
