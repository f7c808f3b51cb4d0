import DocumentModel
import FoundationEssentials
import Synchronization
import Testing

@testable import Workspace

@Suite("Long work", .timeLimit(.minutes(1)))
struct JobsTests {
  let notices = Broadcast<Notice>()

  private func jobs(_ clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) -> Jobs {
    Jobs(notices: notices, now: { Date(timeIntervalSince1970: 5) }, clock: clock)
  }

  @Test("is listed while it runs and when it has something to say")
  func listed() async throws {
    let jobs = jobs()
    let seen = try await jobs.run(.importing, "a", summary: { _ in "3 files" }) { progress in
      progress.advance(to: 1, of: 3)
      return jobs.all
    }
    #expect(seen.map(\.state) == [.running])
    #expect(seen.map(\.done) == [1])
    #expect(jobs.all.map(\.state) == [.finished])
    #expect(jobs.all.first?.detail == "3 files")
    _ = try await jobs.run(.reconcile, "b", summary: { _ in nil }) { _ in }
    #expect(jobs.all.count == 1)
  }

  @Test("is waited for until it ends, or for the time that is given")
  func waitedFor() async throws {
    let jobs = jobs()
    let (end, ending) = AsyncStream.makeStream(of: Void.self)
    let job = try jobs.start(.importing, "a", summary: { _ in "done" }) { _ in for await _ in end { break } }
    #expect(try await jobs.ended(job.id, within: .zero).state == .running)
    #expect(try await jobs.ended(job.id, within: .milliseconds(10)).state == .running)
    async let ended = jobs.ended(job.id, within: .seconds(50))
    ending.yield()
    #expect(try await ended.state == .finished)
    await #expect(throws: DocumentError.self) { try await jobs.ended(99, within: .seconds(50)) }
  }

  @Test("that fails says why")
  func failed() async throws {
    let jobs = jobs()
    await #expect(throws: DocumentError.self) {
      try await jobs.run(.reconcile, "a", summary: { (_: Int) in nil }) { _ in
        throw DocumentError(.storageFailed, "the disk is gone")
      }
    }
    #expect(jobs.all.map(\.state) == [.failed])
    #expect(jobs.all.first?.detail == "the disk is gone")
  }

  @Test("stops when it is cancelled, and says so")
  func cancelled() async throws {
    let jobs = jobs()
    let (begun, signal) = AsyncStream.makeStream(of: Void.self)
    let work = Task {
      try await jobs.run(.reconcile, "a", summary: { (_: Int) in nil }) { _ in
        signal.yield()
        for await _ in AsyncStream<Void>(unfolding: { Task.isCancelled ? nil : await Task.yield() }) {}
        throw CancellationError()
      }
    }
    for await _ in begun { break }
    let id = try #require(jobs.all.first?.id)
    let asked = try jobs.cancel(id).state
    await #expect(throws: CancellationError.self) { try await work.value }
    let ended = try jobs.job(id).state
    let later = try jobs.cancel(id).state
    #expect([asked, ended, later] == [.cancelling, .cancelled, .cancelled])
  }

  @Test("that is cancelled before its work is there is cancelled, and nothing of it is done")
  func cancelledAtOnce() async throws {
    let jobs = jobs()
    let worked = Mutex(false)
    let id = jobs.begin(.cleanUp, "a")
    #expect(try jobs.cancel(id).state == .cancelling)
    await #expect(throws: CancellationError.self) {
      try await jobs.conduct(id, summary: { (_: Int) in "done" }) { _ in
        worked.withLock { $0 = true }
        return 1
      }
    }
    #expect(try jobs.job(id).state == .cancelled && !worked.withLock(\.self))
  }

  @Test("is cancelled by a request while it begins, every time")
  func cancelledWhileBeginning() async throws {
    let jobs = jobs()
    for _ in 0..<300 {
      let id = try jobs.start(.cleanUp, "a", summary: { (_: Int) in nil }) { _ in
        while !Task.isCancelled { await Task.yield() }
        throw CancellationError()
      }.id
      _ = try jobs.cancel(id)
      while try !jobs.job(id).state.isOver { await Task.yield() }
      #expect(try jobs.job(id).state == .cancelled)
    }
  }

  @Test("rests only where it fetches something, and stays as it ended")
  func suspendable() async throws {
    let jobs = jobs()
    let plain = jobs.begin(.cleanUp, "a")
    #expect(throws: DocumentError.self) { try jobs.suspend(plain) }
    let fetch = jobs.begin(.download, "b", transfer: Job.Transfer(url: "http://a/"))
    let states = [
      try jobs.suspend(fetch), try jobs.suspend(fetch), try jobs.resume(fetch), try jobs.resume(fetch),
    ]
    #expect(states.map(\.state) == [.suspended, .suspended, .running, .running])
    _ = try jobs.suspend(fetch)
    _ = try jobs.cancel(fetch)
    let ended = try [jobs.suspend(fetch), jobs.resume(fetch)].map(\.state)
    #expect(ended == [.cancelling, .cancelling])
  }

  @Test("that was never begun is not found")
  func unknown() {
    #expect(throws: DocumentError.self) { try jobs().job(7) }
    #expect(throws: DocumentError.self) { try jobs().cancel(7) }
  }

  @Test("tells of its progress now and then, and of its end always")
  func notices() async throws {
    let time = Mutex(ContinuousClock.now)
    let jobs = jobs { time.withLock { $0 } }
    let heard = notices.listen()
    _ = try await jobs.run(.reconcile, "a", summary: { _ in nil }) { progress in
      progress.advance(to: 1)
      progress.advance(to: 2)
      time.withLock { $0 = $0.advanced(by: .milliseconds(200)) }
      progress.advance(to: 3)
    }
    var reported: [Int] = []
    for await notice in heard {
      guard case .job(let job) = notice else { continue }
      reported.append(job.done)
      if job.state.isOver { break }
    }
    #expect(reported == [3, 3])
  }

  @Test("that is over at once, with nothing to say, sends no notice")
  func silent() async throws {
    // No time passes between its beginning and its end.
    let moment = ContinuousClock.now
    let jobs = jobs { moment }
    let heard = notices.listen()
    _ = try await jobs.run(.reconcile, "quick", summary: { _ in nil }) { $0.advance(to: 1) }
    _ = try await jobs.run(.importing, "told", summary: { _ in "done" }) { _ in }
    for await notice in heard {
      guard case .job(let job) = notice else { continue }
      #expect(job.title == "told")
      break
    }
  }

  @Test("is forgotten after a hundred later ones")
  func bounded() async throws {
    let jobs = jobs()
    for number in 0..<120 { _ = try await jobs.run(.importing, "\(number)", summary: { _ in "" }) { _ in } }
    #expect(jobs.all.count == Jobs.keptCount)
    #expect(jobs.all.first?.title == "119")
  }
}
