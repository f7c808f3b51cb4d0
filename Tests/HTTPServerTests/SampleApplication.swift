import HTTPServer
import HTTPTypes
import Logging

enum Sample {
  struct Unexpected: Error {}

  static func router() -> Router {
    var router = Router()
    router.on(.get, "hello") { _, _ in .text("hello") }
    router.on(.get, "documents/:id/pages/:page") { _, parameters in
      let page: Int = try parameters.require("page")
      return .text("\(parameters["id"] ?? "") \(page)")
    }
    router.on(.get, "files/*path") { _, parameters in .text(parameters["path"] ?? "") }
    router.on(.get, "query") { request, _ in
      .text(request.query.map { "\($0.name)=\($0.value)" }.joined(separator: "|"))
    }
    router.on(.post, "echo") { request, _ in
      .bytes(try await request.body.collect(upTo: 4 << 20), type: "application/octet-stream")
    }
    router.on(.post, "small", options: RouteOptions(bodyLimit: 10)) { request, _ in
      .text("\(try await request.body.collect(upTo: 100).count)")
    }
    router.on(.get, "broken") { _, _ in throw Unexpected() }
    router.on(.get, "conflict") { _, _ in
      throw HTTPProblem(
        .conflict, code: "version-conflict", detail: "Another client saved.", members: ["current": 7])
    }
    router.on(.get, "fast", options: RouteOptions(fast: { _, _ in .text("at once") })) { _, _ in
      .text("later")
    }
    return router
  }

  static func application(
    _ router: Router = router(), middleware: [Middleware] = [], fast: FastResponder? = nil,
    logger: Logger = quiet
  ) -> HTTPApplication {
    HTTPApplication(
      router: router, middleware: middleware, fast: fast,
      defaultHeaders: [.xContentTypeOptions: "nosniff", .contentSecurityPolicy: "default-src 'none'"],
      logger: logger)
  }

  static var quiet: Logger {
    var logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    logger.logLevel = .critical
    return logger
  }
}
