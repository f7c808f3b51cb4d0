import DocumentModel
import HTTPServer
import HTTPTypes
import Workspace

/// Rules: searches with actions on documents that arrive, or that are there.
struct RuleRoutes: Sendable {
  let workspace: DocumentWorkspace
  let rules: Rules

  private static let path = "api/v1/rules"
  private static let one = "\(path)/:id"

  func add(to router: inout Router) {
    addList(to: &router)
    addOne(to: &router)
    router.on(.post, "\(Self.path)/try") { request, _ in
      let tried = try await Self.read(request, isTried: true)
      try Precondition(request.head).checkUntagged("a trial has no entity tag")
      let trial = try await rules.trial(of: tried.draft)
      return .json(
        try JSONResponse.encode(RuleTrialResponse(trial, in: workspace)),
        headers: [.cacheControl: "private, no-store"])
    }
    router.on(.post, "\(Self.one)/apply") { request, parameters in
      let rule = try rules.rule(try parameters.require("id", as: RuleID.self))
      try await check(Precondition(request.head), rule)
      let job = try await rules.apply(rule.id)
      return .json(
        try JSONResponse.encode(JobResponse(job)), status: .accepted,
        headers: [.location: "/api/v1/jobs/\(job.id)", .cacheControl: "private, no-store"])
    }
  }

  private func addList(to router: inout Router) {
    router.on(.get, Self.path) { request, _ in
      var listed: [RuleResponse] = []
      for rule in rules.all {
        var response = try await RuleResponse(rule, of: rules)
        response.etag = EntityTag(hashing: try JSONResponse.encode(response, sorted: true)).description
        listed.append(response)
      }
      return try JSONResponse.entity(RulesResponse(rules: listed), sorted: true).0.response(to: request.head)
    }
    router.on(.post, Self.path) { request, _ in
      let made = try await Self.read(request)
      try Precondition(request.head).checkUntagged("what is made here has no entity tag yet")
      let rule = try await rules.add(made.draft, isOn: made.isOn, at: made.place)
      return try await answer(rule, status: .created)
    }
  }

  private func addOne(to router: inout Router) {
    router.on(.get, Self.one) { request, parameters in
      let rule = try rules.rule(try parameters.require("id", as: RuleID.self))
      let response = try await RuleResponse(rule, of: rules)
      return try JSONResponse.entity(response, sorted: true).0.response(to: request.head)
    }
    router.on(.put, Self.one) { request, parameters in
      let id = try parameters.require("id", as: RuleID.self)
      let changed = try await Self.read(request)
      let condition = Precondition(request.head)
      let rule = try await rules.change(id, to: changed.draft, isOn: changed.isOn, at: changed.place) {
        (rule) async throws(DocumentError) in try await check(condition, rule)
      }
      return try await answer(rule)
    }
    router.on(.delete, Self.one) { request, parameters in
      let id = try parameters.require("id", as: RuleID.self)
      let condition = Precondition(request.head)
      try await rules.remove(id) { (rule) async throws(DocumentError) in try await check(condition, rule) }
      return .noContent()
    }
  }

  private static func read(_ request: Request, isTried: Bool = false) async throws -> RuleRequest {
    try await JSONBody.read(of: request, upTo: RuleRequest.maximumBytes, RuleRequest.require) {
      (body) throws(DocumentError) in try RuleRequest(body, isTried: isTried)
    }
  }

  private func check(_ condition: Precondition, _ rule: Rule?) async throws(DocumentError) {
    var tag: EntityTag?
    if let rule { tag = try? await self.tag(of: rule) }
    try condition.check(tag)
  }

  /// The tag of the answer to a GET of the rule.
  private func tag(of rule: Rule) async throws -> EntityTag {
    EntityTag(hashing: try JSONResponse.encode(await RuleResponse(rule, of: rules), sorted: true))
  }

  private func answer(_ rule: Rule, status: HTTPResponse.Status = .ok) async throws -> Response {
    let response = try await RuleResponse(rule, of: rules)
    let bytes = try JSONResponse.encode(response, sorted: true)
    var headers: HTTPFields = [
      .eTag: EntityTag(hashing: bytes).description, .cacheControl: "private, no-cache",
    ]
    if status == .created { headers[.location] = "/api/v1/rules/\(rule.id)" }
    return .json(bytes, status: status, headers: headers)
  }
}
