import DocumentModel
import HTTPServer
import HTTPTypes
import Workspace

/// Long-running jobs: listing, suspending, resuming and cancelling them.
struct JobRoutes: Sendable {
  let jobs: Jobs

  func add(to router: inout Router) {
    router.on(.get, "api/v1/jobs") { request, _ in
      let wanted = try Self.states(request.query["state"])
      let listed = jobs.all.filter { wanted.contains($0.state) }
      let isGrouped = try Self.isGrouped(request.query["group"])
      return .json(
        try isGrouped
          ? JSONResponse.encode(GroupedJobsResponse(listed))
          : JSONResponse.encode(JobsResponse(jobs: listed.map(JobResponse.init))),
        headers: [.cacheControl: "private, no-store"])
    }
    router.on(.get, "api/v1/jobs/:id") { request, parameters in
      let time = try WaitingTime.read(request.query["wait"])
      let id = try parameters.require("id", as: Int.self)
      return try answer(try await jobs.ended(id, within: time))
    }
    for (command, perform) in commands {
      router.on(.post, "api/v1/jobs/:id/\(command)") { request, parameters in
        let job = try jobs.job(try parameters.require("id", as: Int.self))
        try Precondition(request.head).checkUntagged("a job has no entity tag")
        return try answer(perform(job.id))
      }
    }
  }

  /// The states that are asked for: one of them, or `active` for all before the end.
  private static func states(_ text: String?) throws(DocumentError) -> [Job.State] {
    guard let text else { return Job.State.allCases }
    if text == "active" { return Job.State.allCases.filter { !$0.isOver } }
    guard let state = Job.State(rawValue: text) else {
      let known = Job.State.allCases.map(\.rawValue).joined(separator: ", ")
      throw DocumentError(.invalidParameter, "state must be active, or one of \(known)")
    }
    return [state]
  }

  private static func isGrouped(_ text: String?) throws(DocumentError) -> Bool {
    guard text == nil || text == "kind" else {
      throw DocumentError(.invalidParameter, "group must be kind")
    }
    return text != nil
  }

  private var commands: [(String, @Sendable (Int) throws(DocumentError) -> Job)] {
    let jobs = jobs
    return [
      ("cancel", { (id) throws(DocumentError) in try jobs.cancel(id) }),
      ("suspend", { (id) throws(DocumentError) in try jobs.suspend(id) }),
      ("resume", { (id) throws(DocumentError) in try jobs.resume(id) }),
    ]
  }

  private func answer(_ job: Job) throws -> Response {
    .json(try JSONResponse.encode(JobResponse(job)), headers: [.cacheControl: "private, no-store"])
  }
}

struct JobResponse: Encodable {
  let id: Int
  let kind: String
  let title: String
  let state: String
  let done: Int
  let total: Int?
  let started: String
  let ended: String?
  let detail: String?
  let code: String?
  let unit: String
  /// The batch by which a rule changed documents.
  let batch: String?
  /// Only of a download, as all that follow.
  let url: String?
  let currentUrl: String?
  let document: String?

  init(_ job: Job) {
    id = job.id
    kind = job.kind.rawValue
    title = job.title
    state = job.state.rawValue
    done = job.done
    total = job.total
    started = job.started.internetFormat
    ended = job.ended?.internetFormat
    detail = job.detail
    code = job.code?.rawValue
    unit = job.unit.rawValue
    batch = job.batch?.description
    url = job.transfer?.url
    currentUrl = job.transfer?.currentURL
    document = job.transfer?.document?.description
  }
}

struct JobsResponse: Encodable {
  let jobs: [JobResponse]
}

/// The jobs of each kind; an empty array where there is none.
struct GroupedJobsResponse: Encodable {
  let kinds: [String: [JobResponse]]

  init(_ jobs: [Job]) {
    let known = Dictionary(grouping: jobs, by: \.kind)
    kinds = Dictionary(
      uniqueKeysWithValues: Job.Kind.allCases.map { ($0.rawValue, (known[$0] ?? []).map(JobResponse.init)) })
  }
}

/// How long an answer may wait for the end of a job.
enum WaitingTime {
  private static let longest = 60

  /// The seconds in `text`; none for a missing parameter.
  ///
  /// Throws `.invalidParameter` for anything but a whole number from 0 to 60.
  static func read(_ text: String?) throws(DocumentError) -> Duration {
    guard let text else { return .zero }
    guard let seconds = PlainNumber.whole(text), (0...longest).contains(seconds) else {
      throw DocumentError(.invalidParameter, "wait must be a whole number of seconds from 0 to \(longest)")
    }
    return .seconds(seconds)
  }
}
