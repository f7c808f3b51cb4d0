import DocumentModel
import FoundationEssentials
import Testing

@Suite("A job")
struct JobTests {
  let start = Date(timeIntervalSince1970: 0)
  var job: Job { Job(id: 1, kind: .reconcile, title: "t", started: start) }

  @Test("goes only where the drawing lets it")
  func transitions() {
    let legal: [Job.State: Set<Job.State>] = [
      .running: [.suspended, .cancelling, .finished, .failed, .cancelled],
      .suspended: [.running, .cancelling, .finished, .failed, .cancelled],
      .cancelling: [.finished, .failed, .cancelled],
    ]
    for from in Job.State.allCases {
      for to in Job.State.allCases {
        #expect(from.mayBecome(to) == (legal[from]?.contains(to) ?? false), "\(from) to \(to)")
      }
    }
  }

  @Test("never goes back")
  func progress() {
    var job = job
    job.advance(to: 5, of: 10)
    job.advance(to: 3)
    #expect((job.done, job.total) == (5, 10))
    job.advance(to: 12, of: 10)
    #expect((job.done, job.total) == (12, 12))
  }

  @Test("that is over stays as it ended")
  func over() {
    var job = job
    let end = start.addingTimeInterval(1)
    let failed = job.become(.failed, at: end, detail: "no")
    let cancelled = job.become(.cancelled, at: end.addingTimeInterval(1))
    #expect(failed && !cancelled)
    job.advance(to: 9)
    #expect((job.state, job.done, job.ended, job.detail) == (.failed, 0, end, "no"))
  }
}
