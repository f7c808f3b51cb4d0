import DocumentModel
import Synchronization
import Testing

@testable import Workspace

@Suite("One task at a time changes what a key names")
struct GateTests {
  @Test("tasks with the same key never overlap")
  func exclusive() async throws {
    let gate = Gate<Int>()
    let inside = Mutex((now: 0, most: 0, total: 0))
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<200 {
        group.addTask {
          try? await gate.pass(1) { () async throws(DocumentError) in
            inside.withLock { state in
              state.now += 1
              state.most = max(state.most, state.now)
            }
            await Task.yield()
            inside.withLock { state in
              state.now -= 1
              state.total += 1
            }
          }
        }
      }
    }
    #expect(inside.withLock { $0.most } == 1)
    #expect(inside.withLock { $0.total } == 200)
  }

  @Test("tasks that want two keys in either order do not wait for each other for ever")
  func noDeadlock() async {
    let gate = Gate<Int>()
    let total = await withTaskGroup(of: Int.self) { group in
      for number in 0..<200 {
        group.addTask {
          let keys = number.isMultiple(of: 2) ? (1, 2) : (2, 1)
          return (try? await gate.pass(keys.0, keys.1) { () async throws(DocumentError) in 1 }) ?? 0
        }
      }
      return await group.reduce(0, +)
    }
    #expect(total == 200)
  }

  @Test("a task that throws lets the next one in")
  func throwing() async throws {
    let gate = Gate<Int>()
    await #expect(throws: DocumentError.self) {
      try await gate.pass(1) { () async throws(DocumentError) in throw DocumentError(.busy, "no") }
    }
    #expect(try await gate.pass(1) { () async throws(DocumentError) in 7 } == 7)
  }
}
