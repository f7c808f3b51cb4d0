import DocumentModel

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
