import DocumentModel
import Foundation
import Glibc
import LinuxSystem
import Testing

@testable import Previews

/// The pool with real processes.
@Suite(.timeLimit(.minutes(2))) struct WorkerPoolTests {
  @Test func `every task is answered by a worker`() async throws {
    try await FakePool.with { fake async throws in
      let source = RenderSource.sample("a")
      #expect(try await fake.page(3) == "page 3 of document a")
      #expect(try await fake.pool.inspect(source, priority: .visible).facts.pages.map(\.label) == ["i"])
      #expect(try await fake.pool.text(ofPage: 1, of: source).words.map(\.text) == ["word"])
      #expect(try await fake.pool.sniff(source.content).description == "docum")
      #expect(fake.pool.rendererVersion?.hasSuffix("fake 1.0") == true)
      let status = await fake.pool.status
      #expect(status.health == .running)
      #expect(status.renderers == ["fake 1.0"])
      #expect(status.protections == Set(WorkerHello.Protection.allCases))
    }
  }

  @Test func `a hundred requests at once are all answered`() async throws {
    try await FakePool.with { fake async throws in
      try await withThrowingTaskGroup { group in
        for page in 1...100 {
          group.addTask {
            let text = try await fake.page(page % 50)
            #expect(text == "page \(page % 50) of document a")
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test func `a worker gets nothing of the server's but what it needs`() async throws {
    struct Surroundings: Decodable {
      let environment: [String: String]
      let descriptors: [String: String]
      let leads: Bool
      let processorTime: [Int]
    }
    setenv("SHEAF_TEST_SECRET", "1", 1)
    try await FakePool.with { fake async throws in
      let facts = try JSONDecoder().decode(
        Surroundings.self, from: Data(try await fake.page(FakePool.Page.surroundings).utf8))
      #expect(
        facts.environment == [
          "LANG": "C.UTF-8", "MALLOC_ARENA_MAX": "2", "SWIFT_BACKTRACE": "enable=no",
        ])
      #expect(facts.processorTime == [3600, 3605], "the kernel's limit was set from outside")
      #expect(facts.leads, "it leads a session of its own")
      for number in ["0", "1", "2"] { #expect(facts.descriptors[number] == "/dev/null") }
      #expect(facts.descriptors["3"]?.hasPrefix("socket:") == true)
      // All other descriptors came with the request: the document and the answer's file. Reading the list needs one
      // more.
      let others = facts.descriptors.filter { !["0", "1", "2", "3"].contains($0.key) }
      #expect(others.values.allSatisfy { $0.hasPrefix("/memfd:") || $0.hasPrefix("/proc/") })
    }
  }

  // MARK: - Misbehaviour

  /// Each page number makes a worker die or lie in its own way.
  @Test(arguments: [101, 103, 104, 105, 106, 107, 108, 109, 110, 111, 114, 116, 117, 118, 119, 120, 122, 127])
  func `a worker that crashes or lies costs its own request, and the pool lives on`(page: Int) async throws {
    try await FakePool.with { fake async throws in
      async let other = fake.page(FakePool.Page.slow, of: "b")
      #expect(try await fake.refusal(page) == .rendererCrashed)
      #expect(try await fake.refusal(1) == .quarantined)
      #expect(try await other == "slow")
      #expect(try await fake.page(2, of: "c") == "page 2 of document c")
      await fake.pool.release(sampleHash("a"))
      #expect(try await fake.page(1) == "page 1 of document a")
    }
  }

  @Test func `text that is no text is a lie, too`() async throws {
    try await FakePool.with { fake async throws in
      let error = await #expect(throws: DocumentError.self) {
        try await fake.pool.text(ofPage: 103, of: .sample("a"))
      }
      #expect(error?.code == .rendererCrashed)
    }
  }

  @Test func `a worker that answers twice is killed, and its second answer reaches no caller`() async throws {
    try await FakePool.with(workers: 1) { fake async throws in
      #expect(try await fake.page(123) == "one")
      #expect(try await fake.page(1, of: "b") == "page 1 of document b")
    }
  }

  @Test func `a refusal is passed on, cleaned and shortened`() async throws {
    try await FakePool.with { fake async throws in
      let error = await #expect(throws: DocumentError.self) {
        try await fake.page(FakePool.Page.password)
      }
      #expect(error?.code == .passwordRequired)
      #expect(error?.detail.hasPrefix("It is [31mencrypted.") == true)
      #expect(error?.detail.count == WorkerResponse.maximumDetail)
      #expect(try await fake.page(1) == "page 1 of document a")
    }
  }

  @Test func `a worker that hangs is killed when its time is up`() async throws {
    try await FakePool.with(change: { $0.renderTime = .seconds(2) }) { fake async throws in
      #expect(try await fake.refusal(FakePool.Page.hang) == .renderTimeout)
      #expect(try await fake.page(1) == "page 1 of document a")
    }
  }

  @Test func `kill -9 of a worker at work is not noticed by its caller`() async throws {
    try await FakePool.with(workers: 1) { fake async throws in
      #expect(try await fake.page(1) == "page 1 of document a")
      async let page = fake.page(FakePool.Page.hangUnlessFresh)
      while await fake.pool.status.workersBusy == 0 { await Task.yield() }
      for process in await fake.pool.processIDs { kill(process, SIGKILL) }
      #expect(try await page == "fresh")
    }
  }

  @Test func `kill -9 of every idle worker is made good by itself`() async throws {
    try await FakePool.with { fake async throws in
      #expect(try await fake.page(1) == "page 1 of document a")
      let before = await fake.pool.processIDs
      for process in before { kill(process, SIGKILL) }
      #expect(try await fake.page(2, of: "b") == "page 2 of document b")
      // A thread of its own notices each end, for the other worker perhaps after the answer.
      while await !fake.pool.processIDs.isDisjoint(with: before) { await Task.yield() }
    }
  }

  // MARK: - Leaving and waiting

  @Test func `a cancelled request ends at once`() async throws {
    try await FakePool.with(workers: 1, change: { $0.orphanGrace = .milliseconds(50) }) { fake async throws in
      let hanging = Task { try await fake.refusal(FakePool.Page.hang) }
      while await fake.pool.status.workersBusy == 0 { await Task.yield() }
      hanging.cancel()
      #expect(try await hanging.value == .busy)
      #expect(try await fake.page(1) == "page 1 of document a")
      #expect(await fake.pool.status.quarantined.isEmpty)
    }
  }

  @Test func `a request of a task that is cancelled already ends at once`() async throws {
    try await FakePool.with(workers: 1) { fake async throws in
      let code = try await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await fake.refusal(FakePool.Page.hang)
      }.value
      #expect(code == .busy)
    }
  }

  // MARK: - Starting and stopping

  @Test(arguments: ["exit", "old-protocol", "garbage", "hello-and-exit"])
  func `workers that cannot start leave every request with a typed refusal`(start: String) async throws {
    try await FakePool.with(start: start) { fake async throws in
      #expect(try await fake.refusal(1) == .rendererCrashed)
      guard case .failing(let reason) = await fake.pool.status.health else {
        // A worker that says hello before it dies may have just been restarted.
        return #expect(start == "hello-and-exit")
      }
      #expect(!reason.isEmpty)
    }
  }

  @Test(arguments: ["systemCalls", "privileges", "limits"])
  func `a worker that lacks a wall gets no document, and the reason names what is missing`(
    wall: String
  ) async throws {
    try await FakePool.with(start: "without-\(wall)") { fake async throws in
      #expect(try await fake.refusal(1) == .rendererCrashed)
      let status = await fake.pool.status
      #expect(
        status.health
          == .failing(reason: "it is not closed in as it must be; what is missing: \(wall)"))
      #expect(status.protections.isEmpty, "nothing is said of walls that no working worker has")
      #expect(fake.pool.rendererVersion == nil)
    }
  }

  @Test func `a worker without Landlock and namespaces, which not all machines grant, still draws`()
    async throws
  {
    try await FakePool.with(start: "without-fileSystem-namespaces-root") { fake async throws in
      #expect(try await fake.page(1) == "page 1 of document a")
      #expect(await fake.pool.status.protections == WorkerHello.requiredProtections)
    }
  }

  @Test func `a program that is missing is a typed refusal, and the reason names it`() async throws {
    try await FakePool.with(WorkerProgram(path: "/nowhere/sheaf-render")) { fake async throws in
      #expect(try await fake.refusal(1) == .rendererCrashed)
      #expect(
        await fake.pool.status.health
          == .failing(reason: "/nowhere/sheaf-render: posix_spawn: No such file or directory"))
    }
  }

  @Test func `stopping leaves no process behind`() async throws {
    let processes = Processes()
    try await FakePool.with { fake async throws in
      while await fake.pool.status.workersAlive < 2 { await Task.yield() }
      for process in await fake.pool.processIDs { processes.add(process) }
      async let hanging = fake.refusal(FakePool.Page.hang)
      while await fake.pool.status.workersBusy == 0 { await Task.yield() }
      await fake.pool.stop(within: .milliseconds(50))
      #expect(try await hanging == .busy)
      #expect(await fake.pool.status.health == .stopped)
      #expect(try await fake.refusal(1) == .busy)
    }
    #expect(processes.all.count == 2)
    for process in processes.all { #expect(kill(process, 0) == -1 && errno == ESRCH) }
  }

  @Test func `workers are replaced by the memory that they occupy`() async throws {
    try await FakePool.with(workers: 1, change: { $0.maximumResidentBytes = 1 }) { fake async throws in
      _ = try await fake.page(1)
      let first = await fake.pool.processIDs
      // The worker is measured after its answer, so it may serve one more.
      for page in 2...4 { #expect(try await fake.page(page) == "page \(page) of document a") }
      #expect(await fake.pool.processIDs.isDisjoint(with: first))
    }
  }
}

extension WorkerPoolTests {
  // MARK: - Memory and processor time

  @Test func `a worker that computes more than its work was granted is ended from outside`() async throws {
    func bound(_ limits: inout PoolLimits) {
      limits.renderTime = .seconds(60)
      limits.processorShare = 0.01
      limits.spareProcessorTime = .seconds(1)
      limits.lookTime = .milliseconds(50)
    }
    try await FakePool.with(workers: 1, change: bound) { fake async throws in
      #expect(try await fake.refusal(FakePool.Page.burn) == .renderTimeout)
      #expect(try await fake.page(1) == "page 1 of document a")
    }
  }

  @Test func `a worker that computes at rest is ended, and its last document is not blamed`()
    async throws
  {
    func bound(_ limits: inout PoolLimits) {
      limits.spareProcessorTime = .milliseconds(500)
      limits.restTime = .milliseconds(50)
    }
    try await FakePool.with(workers: 1, change: bound) { fake async throws in
      #expect(try await fake.page(1) == "page 1 of document a")
      let first = await fake.pool.processIDs
      #expect(try await fake.page(FakePool.Page.burnAfterAnswer) == "done")
      while await !fake.pool.processIDs.isDisjoint(with: first) { await Task.yield() }
      #expect(await fake.pool.status.quarantined.isEmpty)
      #expect(try await fake.page(2) == "page 2 of document a")
    }
  }

  @Test func `the kernel ends a worker that has used up the time of its life, without the pool's clock`()
    async throws
  {
    func bound(_ limits: inout PoolLimits) {
      limits.maximumProcessorTime = .seconds(1)
      limits.renderTime = .seconds(60)
    }
    try await FakePool.with(workers: 1, change: bound) { fake async throws in
      #expect(try await fake.refusal(FakePool.Page.burn) == .renderTimeout)
    }
  }
}

/// Process numbers collected by a test.
private final class Processes: @unchecked Sendable {
  // @unchecked: used by one task at a time.
  private(set) var all: [CInt] = []

  func add(_ process: CInt) { all.append(process) }
}
