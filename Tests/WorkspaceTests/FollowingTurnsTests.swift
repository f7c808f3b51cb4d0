import Synchronization
import Testing

@testable import Workspace

@Suite("Looks at where all files are", .timeLimit(.minutes(2)))
struct FollowingTurnsTests {
  /// A clock that tests move, and how many looks there were.
  private final class Tree: Sendable {
    private let start = ContinuousClock.now
    private let time = Mutex(Duration.zero)
    private let count = Mutex(0)
    var now: ContinuousClock.Instant { start.advanced(by: time.withLock(\.self)) }
    var looks: Int { count.withLock(\.self) }
    func pass(_ duration: Duration) { time.withLock { $0 += duration } }
    func look(taking duration: Duration) {
      pass(duration)
      count.withLock { $0 += 1 }
    }
  }

  private let tree = Tree()

  private func turns(longestRest: Duration = .seconds(2)) -> FollowingTurns {
    FollowingTurns(longestRest: longestRest, now: { [tree] in tree.now })
  }

  @Test("who wants one soon after another is served by that, and later gets a new one")
  func rest() async {
    let turns = turns()
    for _ in 0..<100 { await turns.take { [tree] in tree.look(taking: .milliseconds(100)) } }
    #expect(tree.looks == 1)
    tree.pass(.milliseconds(400))
    await turns.take { [tree] in tree.look(taking: .seconds(10)) }
    #expect(tree.looks == 2)
    tree.pass(.milliseconds(1999))
    await turns.take { [tree] in tree.look(taking: .zero) }
    #expect(tree.looks == 2)
    tree.pass(.milliseconds(1))
    await turns.take { [tree] in tree.look(taking: .zero) }
    #expect(tree.looks == 3)
  }

  @Test("without a rest each one is a look")
  func unrested() async {
    let turns = turns(longestRest: .zero)
    for _ in 0..<3 {
      tree.pass(.milliseconds(1))
      await turns.take { [tree] in tree.look(taking: .milliseconds(100)) }
    }
    #expect(tree.looks == 3)
  }

  @Test("all that are wanted while one is under way are one more, which begins after it")
  func shared() async {
    let turns = turns(longestRest: .zero)
    let (going, go) = AsyncStream<Void>.makeStream()
    let (begun, begin) = AsyncStream<Void>.makeStream()
    let first = Task {
      await turns.take { [tree] in
        begin.finish()
        for await _ in going {}
        tree.look(taking: .milliseconds(1))
      }
    }
    for await _ in begun {}
    let others = (0..<20).map { _ in
      Task { await turns.take { [tree] in tree.look(taking: .milliseconds(1)) } }
    }
    // All of them have asked once they are in line behind this.
    for _ in 0..<1000 { await Task.yield() }
    tree.pass(.milliseconds(1))
    go.finish()
    await first.value
    for other in others { await other.value }
    #expect(tree.looks == 2)
  }
}
