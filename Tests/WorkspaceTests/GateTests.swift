import DocumentModel
import Testing

@testable import Workspace

@Suite("One task at a time changes what a key names")
struct GateTests {
  /// How many are inside, and how many ever were at once.
  private actor Count {
    private var now = 0
    private(set) var most = 0
    private(set) var total = 0

    func enter() {
      now += 1
      most = max(most, now)
    }

    func leave() {
      now -= 1
      total += 1
    }
  }

  @Test("tasks with the same key never overlap")
  func exclusive() async throws {
    let gate = Gate<Int>()
    let count = Count()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<200 {
        group.addTask {
          try? await gate.pass(1) { () async throws(DocumentError) in
            await count.enter()
            await Task.yield()
            await count.leave()
          }
        }
      }
    }
    #expect(await count.most == 1)
    #expect(await count.total == 200)
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
