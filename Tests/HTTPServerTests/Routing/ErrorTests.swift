import HTTPServer
import HTTPTypes
import Testing

@Suite("Errors")
struct ErrorTests {
  typealias Mode = TestClient.Mode

  @Test("that no handler expects are a bare 500 whose id is in the log", arguments: Mode.allCases)
  func unexpected(mode: Mode) async throws {
    let log = LogRecorder()
    try await TestClient.run(Sample.application(logger: log.logger), mode) { client in
      let answer = try await client.execute(.get, "/broken")
      let id = try #require(answer.headers[.requestID])
      #expect(answer.status == .internalServerError)
      #expect(answer.headers[.contentType] == "application/problem+json")
      let body =
        #"{"code":"internal-error","instance":"urn:request:\#(id)","status":500,"#
        + #""title":"Internal Server Error","type":"about:blank"}"#
      #expect(answer.text == body)
      let line = try #require(log.all.first { $0.hasPrefix("error") })
      #expect(line.contains("request=\(id)"))
      #expect(line.contains("Unexpected"))
    }
  }

  @Test("that know their problem tell it, with their own members", arguments: Mode.allCases)
  func problem(mode: Mode) async throws {
    try await TestClient.run(Sample.application(), mode) { client in
      let answer = try await client.execute(.get, "/conflict")
      #expect(answer.status == .conflict)
      #expect(
        answer.text.contains(#""code":"version-conflict","current":7,"detail":"Another client saved.""#))
    }
  }

  @Test("are mapped by the application first", arguments: Mode.allCases)
  func mapped(mode: Mode) async throws {
    var application = Sample.application()
    application.problem = { error in
      error is Sample.Unexpected ? HTTPProblem(.init(code: 507), code: "disk-full", title: "Full") : nil
    }
    try await TestClient.run(application, mode) { client in
      let answer = try await client.execute(.get, "/broken")
      #expect(answer.status.code == 507)
      #expect(answer.text.contains(#""code":"disk-full""#))
    }
  }

  @Test("for an unknown address and a wrong method are 404 and 405 with Allow", arguments: Mode.allCases)
  func addresses(mode: Mode) async throws {
    try await TestClient.run(Sample.application(), mode) { client in
      let unknown = try await client.execute(.get, "/nothing")
      #expect(unknown.status == .notFound)
      #expect(unknown.text.contains(#""code":"not-found""#))
      #expect(unknown.headers[.xContentTypeOptions] == "nosniff")
      let wrong = try await client.execute(.delete, "/hello")
      #expect(wrong.status == .methodNotAllowed)
      #expect(wrong.headers[.allow] == "GET, HEAD, OPTIONS")
      let options = try await client.execute(.options, "/echo")
      #expect(options.status == .noContent)
      #expect(options.headers[.allow] == "OPTIONS, POST")
      #expect(try await client.execute(.head, "/nothing").body.isEmpty)
    }
  }

  @Test("for parameters are 404", arguments: Mode.allCases)
  func parameters(mode: Mode) async throws {
    try await TestClient.run(Sample.application(), mode) { client in
      #expect(try await client.execute(.get, "/documents/a%2Fb/pages/3").text == "a/b 3")
      #expect(try await client.execute(.get, "/documents/a/pages/x").status == .notFound)
      let malformed = try await client.execute(.get, "/documents/%zz/pages/3")
      #expect(malformed.status == .badRequest)
      #expect(malformed.text.contains(#""code":"malformed-request""#))
    }
  }

  @Test("for a body that is too large are 413, at once and after counting", arguments: Mode.allCases)
  func tooLarge(mode: Mode) async throws {
    try await TestClient.run(Sample.application(), mode) { client in
      let declared = try await client.execute(.post, "/small", body: [UInt8](repeating: 1, count: 11))
      #expect(declared.status == .contentTooLarge)
      #expect(declared.text.contains(#""code":"too-large""#) && declared.text.contains(#""limit":"#))
      #expect(try await client.execute(.post, "/small", body: [1, 2, 3]).text == "3")
      let byDefault = try await client.execute(.post, "/echo", body: [UInt8](repeating: 1, count: 2 << 20))
      #expect(byDefault.status == .contentTooLarge)
    }
  }

  @Test("of a cancelled handler are 503", arguments: Mode.allCases)
  func cancelled(mode: Mode) async throws {
    var router = Router()
    router.on(.get, "x") { _, _ in throw CancellationError() }
    try await TestClient.run(Sample.application(router), mode) { client in
      let answer = try await client.execute(.get, "/x")
      #expect(answer.status == .serviceUnavailable)
      #expect(answer.headers[.retryAfter] == "1")
    }
  }

  @Test(
    "say one sentence each",
    arguments: [
      (.notFound, "Nothing is at this address."),
      (.stopping, "The server is stopping; try again in a moment."),
      (.methodNotAllowed(allowed: [.get, .put]), "The address takes GET, PUT only."),
      (.bodyTooLarge(limit: 5), "The body is larger than the 5 bytes taken here."),
      (.bodyIncomplete, "The body ended before its declared length."),
      (.disconnected, "The client closed the connection."),
      (.headersTooLarge(limit: 5), "The header is larger than the 5 bytes taken here."),
      (.malformedMultipart("it stops"), "The form data is malformed: it stops."),
      (.unsupportedMediaType(expected: "image/png"), "The body must be image/png."),
      (
        .invalidParameter(name: "page", value: "<secret>"),
        "The part of the address called page is not valid."
      ),
      (.unknownResource(name: "id", value: "<secret>"), "The part of the address called id names nothing."),
      (.notImplemented("A thing"), "A thing is not supported."),
      (
        .addressInUse(host: "::1", port: 80),
        "Port 80 on ::1 is in use by another program; choose another port, or 0 for a free one."
      ),
      (
        .addressUnavailable(host: "x", port: 80, reason: "no such name"),
        "The server cannot listen on x port 80: no such name."
      ),
      (.startFailed("no thread"), "The HTTP daemon did not start: no thread."),
      (.unreadableFile(name: "a", reason: "gone"), "The file a cannot be read: gone."),
      (.malformedRequest("The method is odd."), "The method is odd."),
    ] as [(HTTPError, String)])
  func sentences(error: HTTPError, text: String) {
    #expect(error.description == text)
    #expect(error.problem.detail == text)
    #expect(error.problem.status.code >= 400)
  }

  @Test("keep their standard members whatever an error adds")
  func members() {
    let problem = HTTPProblem(
      .notFound, code: "not-found", members: ["status": 200, "code": "fine", "more": [1]])
    let text = String(decoding: problem.encoded(), as: UTF8.self)
    #expect(text == #"{"code":"not-found","more":[1],"status":404,"title":"Not Found","type":"about:blank"}"#)
  }
}
