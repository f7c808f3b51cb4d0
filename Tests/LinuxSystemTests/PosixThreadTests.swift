import Glibc
import LinuxSystem
import Synchronization
import Testing

@Suite("Threads") struct PosixThreadTests {
  @Test("work beside other work has a thread of its own, and is done when the call returns")
  func beside() {
    let thread = Mutex<pthread_t?>(nil)
    let entered = Atomic(false)
    let (own, value) = PosixThread.run(
      name: "beside",
      {
        // Only a thread of its own gets past this.
        while !entered.load(ordering: .acquiring) { sched_yield() }
        thread.withLock { $0 = pthread_self() }
      },
      beside: {
        entered.store(true, ordering: .releasing)
        return (pthread_self(), 42)
      })
    #expect(value == 42)
    #expect(thread.withLock { $0 != nil && $0 != own })
  }
}
