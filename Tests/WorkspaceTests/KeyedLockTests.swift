import DocumentModel
import Testing

@testable import Workspace

@Suite("One task at a time changes what a key names")
struct KeyedLockTests {
  private actor Count {
    private(set) var now = 0
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
    let lock = KeyedLock<Int>()
    let count = Count()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<200 {
        group.addTask {
          try? await lock.withLock(1) { () async throws(DocumentError) in
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
    let lock = KeyedLock<Int>()
    let total = await withTaskGroup(of: Int.self) { group in
      for number in 0..<200 {
        group.addTask {
          let keys = number.isMultiple(of: 2) ? (1, 2) : (2, 1)
          return (try? await lock.withLock(keys.0, keys.1) { () async throws(DocumentError) in 1 }) ?? 0
        }
      }
      return await group.reduce(0, +)
    }
    #expect(total == 200)
  }

  @Test("a task that throws lets the next one in")
  func throwing() async throws {
    let lock = KeyedLock<Int>()
    await #expect(throws: DocumentError.self) {
      try await lock.withLock(1) { () async throws(DocumentError) in throw DocumentError(.busy, "no") }
    }
    #expect(try await lock.withLock(1) { () async throws(DocumentError) in 7 } == 7)
  }

  @Test("passing alone overlaps with no other task, whatever the key, and no task waits for ever")
  func alone() async throws {
    let lock = KeyedLock<Int>()
    let (all, alone) = (Count(), Count())
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<300 {
        group.addTask {
          guard number % 5 == 0 else {
            try? await lock.withLock(number % 3, number % 7) { () async throws(DocumentError) in
              #expect(await alone.now == 0)
              await all.enter()
              await Task.yield()
              await all.leave()
            }
            return
          }
          try? await lock.withExclusiveLock { () async throws(DocumentError) in
            #expect(await all.now == 0)
            await alone.enter()
            await Task.yield()
            await alone.leave()
          }
        }
      }
    }
    #expect(await all.total == 240)
    #expect(await alone.total == 60)
    #expect(await alone.most == 1)
  }

  @Test("an error leaves the lock open for a task that waits to be alone, and for later ones")
  func aloneAfterError() async throws {
    let lock = KeyedLock<Int>()
    for _ in 0..<3 {
      _ = try? await lock.withLock(1) { () async throws(DocumentError) in throw DocumentError(.busy, "no") }
      _ = try? await lock.withExclusiveLock { () async throws(DocumentError) in
        throw DocumentError(.busy, "no")
      }
    }
    #expect(try await lock.withExclusiveLock { () async throws(DocumentError) in 1 } == 1)
    #expect(try await lock.withLock(1) { () async throws(DocumentError) in 2 } == 2)
  }
}
