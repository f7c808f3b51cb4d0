import DocumentModel
import Testing

@testable import Workspace

@Suite("Actions of web apps", .timeLimit(.minutes(1)))
struct ActionRunsTests {
  private let jobs = Jobs(notices: Broadcast<Notice>())

  @Test("end as the web app says, once")
  func outcomes() async throws {
    let runs = ActionRuns(jobs)
    let (done, name) = try runs.begin("a", of: "Sign")
    try runs.end(name, ActionRuns.Outcome(completed: true, detail: "signed"))
    let ended = try await jobs.ended(done.id, within: .seconds(50))
    #expect(ended.state == .finished && ended.detail == "signed" && ended.kind == .action)
    #expect(throws: DocumentError.self) { try runs.end(name, ActionRuns.Outcome(completed: false)) }
    let (left, other) = try runs.begin("b", of: "Sign")
    try runs.end(other, ActionRuns.Outcome(completed: false))
    #expect(try await jobs.ended(left.id, within: .seconds(50)).state == .cancelled)
  }

  @Test("that say nothing are over after their time")
  func silence() async throws {
    let runs = ActionRuns(jobs, lifetime: .milliseconds(10))
    let (job, name) = try runs.begin("a", of: "Sign")
    let ended = try await jobs.ended(job.id, within: .seconds(50))
    #expect(ended.state == .failed && ended.code == .addressExpired)
    #expect(throws: DocumentError.self) { try runs.end(name, ActionRuns.Outcome(completed: true)) }
  }

  @Test("that a user cancels hear no outcome any more")
  func cancelled() async throws {
    let runs = ActionRuns(jobs)
    let (job, name) = try runs.begin("a", of: "Sign")
    _ = try jobs.cancel(job.id)
    #expect(try await jobs.ended(job.id, within: .seconds(50)).state == .cancelled)
    // The end of the job, and that of its work, come one after the other.
    while (try? runs.end(name, ActionRuns.Outcome(completed: true))) != nil { await Task.yield() }
    #expect(try jobs.job(job.id).state == .cancelled)
  }
}
