import DocumentModel
import FoundationEssentials
import Logging
import ServiceLifecycle
import Synchronization
import Testing

@testable import LinuxSystem
@testable import Workspace

@Suite("A drop folder that does not answer", .timeLimit(.minutes(2)))
struct HungDropFolderTests {
  /// A share that takes its time: a caller at one of `steps` waits until it answers.
  private final class Share: Sendable {
    private let steps: Set<DropFolder.Step>
    private let answer = Semaphore()
    private let reached: AsyncStream<Void>
    private let reach: AsyncStream<Void>.Continuation

    init(hangingAt steps: DropFolder.Step...) {
      self.steps = Set(steps)
      (reached, reach) = AsyncStream<Void>.makeStream()
    }

    func meet(_ step: DropFolder.Step) {
      guard steps.contains(step) else { return }
      reach.yield()
      answer.wait()
      answer.post()
    }

    func isReached() async { for await _ in reached { return } }
    func answerNow() { answer.post() }
  }

  private func watcher(
    _ test: TestWorkspace, _ share: Share, bearing: @escaping PeriodicTask.Pause
  ) throws -> DropFolderWatcher {
    try FileManager.default.createDirectory(atPath: "\(test.path)/drop", withIntermediateDirectories: true)
    return DropFolderWatcher(
      path: "\(test.path)/drop", importer: test.importer, pool: BlockingPool(threads: 2), log: test.log,
      quiet: .zero, bearing: bearing, onStep: { share.meet($0) })
  }

  @Test("keeps neither the start nor the end of the server waiting for longer than a moment")
  func patience() async throws {
    let test = try await TestWorkspace()
    let share = Share(hangingAt: .entering)
    defer { share.answerNow() }
    let asked = Mutex<[Duration]>([])
    let watcher = try watcher(test, share) { pause in asked.withLock { $0.append(pause) } }
    await watcher.resume()
    #expect(asked.withLock { Set($0) } == [.seconds(5)])
    #expect(watcher.status.state == .failing && watcher.status.reason?.contains("does not answer") == true)
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(services: [watcher], logger: test.log))
    async let running: Void = group.run()
    await share.isReached()
    await group.triggerGracefulShutdown()
    try await running
    #expect(asked.withLock(\.self).last == .seconds(5))
  }

  @Test("is given the time to finish the file that is being taken in")
  func finishes() async throws {
    let test = try await TestWorkspace()
    let share = Share(hangingAt: .opening)
    let watcher = try watcher(test, share) { _ in
      // It answers while it is being waited for, and the wait would last for ever.
      share.answerNow()
      while !Task.isCancelled, (try? await test.names().isEmpty) ?? false { await Task.yield() }
    }
    try test.write("scanned", to: "drop/scan.txt")
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(services: [watcher], logger: test.log))
    async let running: Void = group.run()
    await share.isReached()
    await group.triggerGracefulShutdown()
    try await running
    #expect(try await test.names() == ["Inbox/scan.txt"])
  }

  @Test("is resumed, when it does answer, before the start goes on")
  func resumes() async throws {
    let test = try await TestWorkspace()
    let share = Share(hangingAt: .opening)
    let first = try watcher(test, share) { _ in }
    try test.write("scanned", to: "drop/scan.txt")
    let look = Task {
      for _ in 0..<4 { await first.look() }
    }
    await share.isReached()
    // Claimed, and not taken in: so a killed server leaves it.
    let copy = try test.copy()
    share.answerNow()
    await look.value
    let left = try await TestWorkspace(at: copy)
    let next = try watcher(left, Share()) { _ in
      while !Task.isCancelled { await Task.yield() }
    }
    await next.resume()
    #expect(try await left.names() == ["Inbox/scan.txt"])
  }
}
