import HTTPServer
import Testing

@Suite("A body in memory")
struct RequestBodyTests {
  @Test("comes in pieces of the wanted size")
  func pieces() async throws {
    var sizes: [Int] = []
    for try await chunk in RequestBody([UInt8](repeating: 1, count: 10), pieces: 4) {
      sizes.append(chunk.count)
    }
    #expect(sizes == [4, 4, 2])
  }

  @Test("is collected up to a limit", arguments: [(10, true), (9, false), (0, false)])
  func limit(limit: Int, fits: Bool) async throws {
    let body = RequestBody([UInt8](repeating: 1, count: 10), pieces: 4)
    if fits {
      #expect(try await body.collect(upTo: limit).count == 10)
    } else {
      await #expect(throws: HTTPError.bodyTooLarge(limit: limit)) { try await body.collect(upTo: limit) }
    }
  }

  @Test("without bytes is empty")
  func empty() async throws {
    #expect(try await RequestBody.empty.collect(upTo: 0) == [])
  }
}
