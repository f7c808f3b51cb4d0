import LinuxSystem
import Synchronization
import Testing

@Suite("Blocking work runs on threads of its own")
struct BlockingPoolTests {
  @Test("values and errors come back to the caller")
  func results() async throws {
    let pool = BlockingPool(threads: 2)
    #expect(await pool.run { 6 * 7 } == 42)
    await #expect(throws: SystemError(errno: 5, call: "x")) {
      try await pool.run { () throws(SystemError) in throw SystemError(errno: 5, call: "x") }
    }
  }

  @Test("the threads of every pool are known as such, and no others")
  func current() async {
    for pool in [BlockingPool(threads: 1), BlockingPool(threads: 2)] {
      #expect(await pool.run { BlockingPool.isCurrent })
      await pool.run { BlockingPool.assertIsCurrent() }
    }
    #expect(!BlockingPool.isCurrent)
    let isOther: Bool = await withUnsafeContinuation { continuation in
      PosixThread.start(name: "other") { continuation.resume(returning: !BlockingPool.isCurrent) }
    }
    #expect(isOther)
  }

  #if DEBUG
    @Test("work that must be done on one of them traps elsewhere in a debug build")
    func elsewhere() async {
      await #expect(processExitsWith: .failure) { BlockingPool.assertIsCurrent() }
    }
  #endif

  @Test("one thread takes the work in the order in which it came")
  func order() async {
    let pool = BlockingPool(threads: 1)
    let seen = Mutex<[Int]>([])
    for number in 0..<1000 { await pool.run { seen.withLock { $0.append(number) } } }
    #expect(seen.withLock { $0 } == Array(0..<1000))
  }

  @Test("more tasks than threads all get their turn")
  func many() async {
    let pool = BlockingPool(threads: 3)
    let total = await withTaskGroup(of: Int.self) { group in
      for number in 0..<5000 { group.addTask { await pool.run { number } } }
      return await group.reduce(0, +)
    }
    #expect(total == 5000 * 4999 / 2)
  }

  @Test("objects that work held are let go once it is done")
  func release() async throws {
    final class Held: Sendable {}
    let pool = BlockingPool(threads: 1)
    weak var held: Held?
    do {
      let own = Held()
      held = own
      await pool.run { withExtendedLifetime(own) {} }
    }
    // The one thread has released the first work when it ends the second.
    await pool.run {}
    #expect(held == nil)
  }
}
