import DocumentModel
import HTTPServer
import HTTPTypes
import Workspace

/// Long-running jobs: listing and cancelling them.
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
    router.on(.post, "api/v1/jobs/:id/cancel") { request, parameters in
      let job = try jobs.job(try parameters.require("id", as: Int.self))
      try Precondition(request.head).checkUntagged("a job has no entity tag")
      return try answer(jobs.cancel(job.id))
    }
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
  }
}

struct JobsResponse: Encodable {
  let jobs: [JobResponse]
}
