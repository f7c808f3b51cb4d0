import HTTPServer
import HTTPTypes
import Testing

@Suite("An application, in process and live")
struct ApplicationTests {
  typealias Mode = TestClient.Mode

  @Test("a handler's text arrives with the default headers and a request id", arguments: Mode.allCases)
  func text(mode: Mode) async throws {
    try await TestClient.run(Sample.application(), mode) { client in
      let answer = try await client.execute(.get, "/hello")
      #expect(answer.status == .ok)
      #expect(answer.text == "hello")
      #expect(answer.headers[.contentType] == "text/plain; charset=utf-8")
      #expect(answer.headers[.contentLength] == "5")
      #expect(answer.headers[.xContentTypeOptions] == "nosniff")
      #expect(answer.headers[.requestID]?.count == 16)
    }
  }

  @Test("HEAD is answered where GET is, with the length and without the body", arguments: Mode.allCases)
  func head(mode: Mode) async throws {
    try await TestClient.run(Sample.application(), mode) { client in
      let answer = try await client.execute(.head, "/hello")
      #expect(answer.status == .ok)
      #expect(answer.body.isEmpty)
      #expect(answer.headers[.contentLength] == "5")
    }
  }

  @Test("a body comes back whole", arguments: Mode.allCases, [0, 1, 1000, 65_536, 65_537, 3 << 20])
  func echo(mode: Mode, size: Int) async throws {
    let body = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var router = Sample.router()
    router.on(.put, "big", options: RouteOptions(bodyLimit: .max)) { request, _ in
      .bytes(try await request.body.collect(upTo: 4 << 20), type: "application/octet-stream")
    }
    try await TestClient.run(Sample.application(router), mode) { client in
      let answer = try await client.execute(.put, "/big", body: body)
      #expect(answer.status == .ok)
      #expect(answer.body == body)
    }
  }
}
