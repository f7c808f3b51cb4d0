import CZlib
import HTTPServer
import HTTPTypes
import Testing

@Suite("Compressed answers")
struct ContentCodingTests {
  static let text = String(repeating: "{\"name\":\"Letter.pdf\"},", count: 200)

  /// Answers with the text: made anew, prepared, as an image, as a stream, and under a condition.
  static let application: HTTPApplication = {
    let bytes = [UInt8](text.utf8)
    let kept = Representation.prepared(bytes, type: "application/json", tag: EntityTag("v1"))
    var router = Router()
    router.on(.get, "made") { _, _ in .json(bytes, headers: [.eTag: "\"v1\""]) }
    router.on(.get, "kept") { request, _ in kept.response(to: request.head) }
    router.on(.get, "short") { _, _ in .json([UInt8]("{}".utf8)) }
    router.on(.get, "image") { _, _ in .bytes(bytes, type: "image/png") }
    router.on(.get, "events") { _, _ in .stream(type: "text/event-stream") { try await $0.write(bytes) } }
    router.on(.put, "kept") { request, _ in
      Preconditions(request.head, tag: EntityTag("v1")) == .proceed
        ? .noContent() : Response(.preconditionFailed)
    }
    return Sample.application(router)
  }()

  /// The bytes of one gzip member.
  static func expanded(_ bytes: [UInt8], to size: Int) -> String? {
    var (stream, input) = (z_stream(), bytes)
    guard inflateInit2_(&stream, 31, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size)) == Z_OK else {
      return nil
    }
    defer { inflateEnd(&stream) }
    var output = [UInt8](repeating: 0, count: size + 1)
    let result = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        (stream.next_in, stream.avail_in) = (input.baseAddress, uInt(input.count))
        (stream.next_out, stream.avail_out) = (output.baseAddress, uInt(output.count))
        return inflate(&stream, Z_FINISH)
      }
    }
    return result == Z_STREAM_END
      ? String(decoding: output.prefix(Int(stream.total_out)), as: UTF8.self) : nil
  }

  @Test("hold the same text, and say so", arguments: TestClient.Mode.allCases, ["/made", "/kept"])
  func compressed(mode: TestClient.Mode, target: String) async throws {
    try await TestClient.run(Self.application, mode) { client in
      let plain = try await client.execute(.get, target)
      #expect(plain.text == Self.text && plain.headers[.contentEncoding] == nil)
      #expect(plain.headers[.vary] == "Accept-Encoding")
      let short = try await client.execute(.get, target, headers: [.acceptEncoding: "gzip, deflate, br"])
      #expect(short.headers[.contentEncoding] == "gzip" && short.headers[.vary] == "Accept-Encoding")
      #expect(short.headers[.eTag] == "\"v1+gzip\"")
      #expect(short.body.count < Self.text.utf8.count / 10)
      #expect(Self.expanded(short.body, to: Self.text.utf8.count) == Self.text)
      #expect(short.headers[.contentLength] == "\(short.body.count)")
    }
  }

  @Test(
    "are for clients that take gzip", arguments: ["", "identity", "gzip;q=0", "br", "x-gzip-like", "*;q=0"])
  func refused(header: String) async throws {
    try await TestClient.run(Self.application, .inProcess) { client in
      let answer = try await client.execute(.get, "/made", headers: [.acceptEncoding: header])
      #expect(answer.text == Self.text && answer.headers[.contentEncoding] == nil)
    }
  }

  @Test("are neither short ones, nor images, nor events", arguments: ["/short", "/image", "/events"])
  func unsuited(target: String) async throws {
    try await TestClient.run(Self.application, .inProcess) { client in
      let answer = try await client.execute(.get, target, headers: [.acceptEncoding: "gzip"])
      #expect(answer.status == .ok && answer.headers[.contentEncoding] == nil && answer.headers[.vary] == nil)
    }
  }

  @Test("have tags that conditions take for those of the plain ones", arguments: TestClient.Mode.allCases)
  func conditions(mode: TestClient.Mode) async throws {
    try await TestClient.run(Self.application, mode) { client in
      let coded: HTTPFields = [.acceptEncoding: "gzip", .ifNoneMatch: "\"v1+gzip\""]
      let known = try await client.execute(.get, "/kept", headers: coded)
      #expect(known.status == .notModified && known.headers[.eTag] == "\"v1+gzip\"")
      #expect(
        try await client.execute(.put, "/kept", headers: [.ifMatch: "\"v1+gzip\""]).status == .noContent)
      #expect(
        try await client.execute(.put, "/kept", headers: [.ifMatch: "\"v2+gzip\""]).status
          == .preconditionFailed)
    }
  }

  @Test("are no parts of one another: a range counts plain bytes, and needs the plain tag")
  func ranges() async throws {
    try await TestClient.run(Self.application, .inProcess) { client in
      func part(_ tag: String) async throws -> TestResponse {
        try await client.execute(
          .get, "/kept", headers: [.acceptEncoding: "gzip", .range: "bytes=0-6", .ifRange: tag])
      }
      let (plain, coded) = (try await part("\"v1\""), try await part("\"v1+gzip\""))
      #expect(plain.text == "{\"name\"" && coded.status == .ok)
    }
  }
}
