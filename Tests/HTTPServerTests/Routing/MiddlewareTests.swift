import HTTPServer
import HTTPTypes
import Testing

@Suite("Middleware")
struct MiddlewareTests {
  enum Caller: RequestValueKey { typealias Value = String }

  static func tag(_ text: String) -> Middleware {
    { next in
      { request, parameters in
        var request = request
        request[Caller.self] = (request[Caller.self] ?? "") + text
        var response = try await next(request, parameters)
        response.headers[.server] = (response.headers[.server] ?? "") + text
        return response
      }
    }
  }

  @Test("runs from the outside in and back", arguments: TestClient.Mode.allCases)
  func order(mode: TestClient.Mode) async throws {
    var inner = Router()
    inner.on(.get, "who") { request, _ in .text("\(request[Caller.self] ?? "") \(request.route ?? "")") }
    var router = Router()
    router.mount(inner, at: "api", middleware: [Self.tag("c"), Self.tag("d")])
    let application = Sample.application(router, middleware: [Self.tag("a"), Self.tag("b")])
    try await TestClient.run(application, mode) { client in
      let answer = try await client.execute(.get, "/api/who")
      #expect(answer.text == "abcd api/who")
      #expect(answer.headers[.server] == "dcba")
    }
  }

  @Test("surrounds unknown addresses too, and may answer in their place", arguments: TestClient.Mode.allCases)
  func everything(mode: TestClient.Mode) async throws {
    let gate: Middleware = { next in
      { request, parameters in
        guard request.head[.authorization] != nil else { throw HTTPProblem(.unauthorized, code: "sign-in") }
        return try await next(request, parameters)
      }
    }
    try await TestClient.run(Sample.application(middleware: [gate]), mode) { client in
      #expect(try await client.execute(.get, "/nothing").status == .unauthorized)
      #expect(try await client.execute(.delete, "/hello").status == .unauthorized)
      let known = try await client.execute(.get, "/nothing", headers: [.authorization: "x"])
      #expect(known.status == .notFound)
    }
  }

  @Test("is not asked before a fast answer", arguments: TestClient.Mode.allCases)
  func fast(mode: TestClient.Mode) async throws {
    let application = Sample.application(middleware: [Self.tag("a")]) { head in
      head.rawTarget == "/cached?x=%41" && head[.cookie] == nil ? .text("from the cache") : nil
    }
    try await TestClient.run(application, mode) { client in
      let cached = try await client.execute(.get, "/cached?x=%41")
      #expect(cached.text == "from the cache")
      #expect(cached.headers[.server] == nil)
      #expect(cached.headers[.requestID] != nil)
      #expect(try await client.execute(.get, "/cached?x=%41", headers: [.cookie: "a=b"]).status == .notFound)
      #expect(try await client.execute(.get, "/fast").text == "at once")
      #expect(try await client.execute(.head, "/fast").headers[.contentLength] == "7")
      #expect(try await client.execute(.get, "/hello").headers[.server] == "a")
    }
  }
}
