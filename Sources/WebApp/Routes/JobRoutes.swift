import DocumentModel
import HTTPServer
import HTTPTypes
import Workspace

/// Long-running jobs: listing, suspending, resuming and cancelling them.
struct JobRoutes: Sendable {
  let jobs: Jobs

  func add(to router: inout Router) {
    router.on(.get, "api/v1/jobs") { _, _ in
      .json(
        try JSONResponse.encode(JobsResponse(jobs: jobs.all.map(JobResponse.init))),
        headers: [.cacheControl: "private, no-store"])
    }
    router.on(.get, "api/v1/jobs/:id") { _, parameters in
      try answer(jobs.job(try parameters.require("id", as: Int.self)))
    }
    for (command, perform) in commands {
      router.on(.post, "api/v1/jobs/:id/\(command)") { request, parameters in
        let job = try jobs.job(try parameters.require("id", as: Int.self))
        try Precondition(request.head).checkUntagged("a job has no entity tag")
        return try answer(perform(job.id))
      }
    }
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
    url = job.transfer?.url
    currentUrl = job.transfer?.currentURL
    document = job.transfer?.document?.description
  }
}

struct JobsResponse: Encodable {
  let jobs: [JobResponse]
}
