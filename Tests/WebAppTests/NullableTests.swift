import Testing

@testable import WebApp

@Suite("Members of answers that may have no value")
struct NullableTests {
  private struct Page: Encodable {
    let names: [String]
    @Nullable var next: String?

    init(_ next: String?) {
      names = ["a"]
      self.next = next
    }
  }

  private func json(_ next: String?) throws -> String {
    String(decoding: try JSONResponse.encode(Page(next), sorted: true), as: UTF8.self)
  }

  @Test("are written as null without one, and as the value with one")
  func written() throws {
    #expect(try json(nil) == #"{"names":["a"],"next":null}"#)
    #expect(try json("b") == #"{"names":["a"],"next":"b"}"#)
  }
}
