/// Through which work says how far it has come.
public struct JobProgress: Sendable {
  let jobs: Jobs
  let id: Int

  /// Notes how many pieces are done, and how many there are where that is known.
  public func advance(to done: Int, of total: Int? = nil) { jobs.advance(id, to: done, of: total) }
}
