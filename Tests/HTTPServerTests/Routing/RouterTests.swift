import HTTPTypes
import Testing

@testable import HTTPServer

@Suite("A router")
struct RouterTests {
  static func router(_ patterns: [(HTTPRequest.Method, String)]) -> Router {
    var router = Router()
    for (method, pattern) in patterns { router.on(method, pattern) { _, _ in .text(pattern) } }
    return router
  }

  static func found(_ router: Router, _ method: HTTPRequest.Method, _ target: String) throws -> String {
    switch router.match(method, try RequestTarget(target).segments) {
    case .route(let route, let parameters):
      let values = route.pattern.names.map { "\($0)=\(parameters[$0] ?? "?")" }
      return ([route.pattern.text] + values).joined(separator: " ")
    case .otherMethods(let methods): return methods.map(\.rawValue).joined(separator: ",")
    case .nothing: return "nothing"
    }
  }

  @Test(
    "finds the most literal route",
    arguments: [
      ("/", ""), ("/a", "a"), ("/a/", "*rest rest=a/"), ("/a/b", "a/b"), ("/a/x", "a/:id id=x"),
      ("/a/x/c", "a/:id/c id=x"), ("/a/b/c", "a/:id/c id=b"), ("/a/b/d", "*rest rest=a/b/d"),
      ("/a/x%2Fy", "a/:id id=x/y"), ("/a//c", "*rest rest=a//c"), ("/f/x/y", "f/*path path=x/y"),
      ("/f", "f/*path path="), ("/f/", "f/*path path="), ("/nothing/here", "*rest rest=nothing/here"),
    ])
  func literal(target: String, expected: String) throws {
    let router = Self.router(
      ["", "a", "a/b", "a/:id", "a/:id/c", "f/*path", "*rest"].map { (HTTPRequest.Method.get, $0) })
    #expect(try Self.found(router, .get, target) == expected)
  }

  @Test("answers HEAD with GET, and lists the methods of an address")
  func methods() throws {
    let router = Self.router([(.get, "a"), (.put, "a"), (.post, "b")])
    #expect(try Self.found(router, .head, "/a") == "a")
    #expect(try Self.found(router, .delete, "/a") == "GET,HEAD,OPTIONS,PUT")
    #expect(try Self.found(router, .get, "/b") == "OPTIONS,POST")
    #expect(try Self.found(router, .get, "/c") == "nothing")
    #expect(router.allMethods.map(\.rawValue) == ["GET", "HEAD", "OPTIONS", "POST", "PUT"])
  }

  @Test("names the parts of each route by its own names")
  func names() throws {
    let router = Self.router([(.get, "a/:id"), (.put, "a/:name/b")])
    #expect(try Self.found(router, .get, "/a/1") == "a/:id id=1")
    #expect(try Self.found(router, .put, "/a/1/b") == "a/:name/b name=1")
  }

  @Test("mounts another below a path")
  func mounted() throws {
    var router = Router()
    router.mount(Self.router([(.get, "x/:id"), (.get, "")]), at: "/api/v1/")
    #expect(try Self.found(router, .get, "/api/v1/x/7") == "api/v1/x/:id id=7")
    #expect(try Self.found(router, .get, "/api/v1") == "api/v1")
  }

  @Test("knows nothing else below a reserved path, whatever the method, also when it is mounted")
  func reserved() throws {
    var inner = Self.router([(.get, "api/a/:id"), (.put, "api/files/*rest"), (.get, "*path")])
    for path in ["api", "api/files"] { inner.reserve(path) }
    var outer = Router()
    outer.mount(inner, at: "x")
    for (router, above) in [(inner, ""), (outer, "/x")] {
      for method in [HTTPRequest.Method.get, .head, .post, .delete, .options] {
        for path in ["/api", "/api/", "/api/b", "/api/a", "/api/a/1/2"] {
          #expect(try Self.found(router, method, above + path) == "nothing", "\(method) \(path)")
        }
      }
      #expect(try Self.found(router, .post, above + "/api/a/1") == "GET,HEAD,OPTIONS")
      #expect(try Self.found(router, .put, above + "/api/files/b/c").hasSuffix("api/files/*rest rest=b/c"))
      #expect(try Self.found(router, .get, above + "/apis").hasSuffix("*path path=apis"))
      #expect(try Self.found(router, .post, above + "/apis") == "GET,HEAD,OPTIONS")
    }
  }

  @Test("looks no further with a thousand routes than with one")
  func many() throws {
    let router = Self.router((0..<1000).map { (HTTPRequest.Method.get, "r\($0)/:id/x\($0)") })
    #expect(try Self.found(router, .get, "/r777/5/x777") == "r777/:id/x777 id=5")
    #expect(try Self.found(router, .get, "/r777/5/x778") == "nothing")
  }

  @Test("traps when a route is registered twice")
  func twice() async {
    await #expect(processExitsWith: .failure) { _ = RouterTests.router([(.get, "a/:x"), (.get, "a/:y")]) }
  }

  @Test("traps when more follows the rest of an address")
  func restInTheMiddle() async {
    await #expect(processExitsWith: .failure) { _ = RouterTests.router([(.get, "a/*rest/b")]) }
  }

  @Test("reads parameters as types, and says what a wrong one means")
  func parameters() throws {
    let parameters: PathParameters = .init(["id": "x7", "page": "12"])
    #expect(try parameters.require("page", as: Int.self) == 12)
    #expect(try parameters.require("id", as: String.self) == "x7")
    #expect(throws: HTTPError.unknownResource(name: "id", value: "x7")) {
      try parameters.require("id", as: Int.self)
    }
    #expect(throws: HTTPError.invalidParameter(name: "id", value: "x7")) {
      try parameters.require("id", as: Int.self, otherwise: .badRequest)
    }
    #expect(throws: HTTPError.unknownResource(name: "none", value: "")) {
      try parameters.require("none", as: String.self)
    }
  }
}
