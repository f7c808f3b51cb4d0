import DocumentModel
import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp

@Suite("How soon a client wants an image")
struct RequestPriorityTests {
  private func priority(_ header: String?) throws -> RenderPriority {
    var headers = HTTPFields()
    if let header { headers[.priority] = header }
    let head = try RequestHead(.get, "/", headers: headers)
    return RequestPriority(head).renderPriority(usual: .near)
  }

  @Test(
    "urgencies become places in the queue",
    arguments: [
      ("u=0", RenderPriority.visible), ("u=3, i", .visible), ("i, u=5", .near), ("u=7", .bulk),
      ("u=1;x, u=7", .bulk),
    ])
  func urgencies(header: String, expected: RenderPriority) throws {
    #expect(try priority(header) == expected)
  }

  @Test(
    "a malformed header counts as absent", arguments: [nil, "", "i", "u", "u=", "u=8", "u=-1", "u=x", "U=0"])
  func unreadable(header: String?) throws {
    #expect(try priority(header) == .near)
  }
}
