import DocumentModel
import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp

@Suite("Refusals in the words of documents become HTTP in one place")
struct DocumentErrorMappingTests {
  @Test(
    "every code has a status of its own class, and is told as it is", arguments: DocumentError.Code.allCases)
  func mapping(code: DocumentError.Code) {
    let problem = DocumentError(code, "a sentence").problem
    #expect(problem.code == code.rawValue)
    #expect(problem.detail == "a sentence")
    #expect((400...599).contains(problem.status.code))
  }

  @Test(
    "a cost beyond a limit is an error of the document (422), not of the server",
    arguments: [DocumentError.Code.renderTimeout, .renderMemory, .documentTooLarge, .quarantined])
  func limits(code: DocumentError.Code) {
    #expect(DocumentError(code, "").problem.status.code == 422)
  }

  @Test("a full disk is 507, a stale write 412, a taken name 409")
  func statuses() {
    #expect(DocumentError(.storageFull, "").problem.status.code == 507)
    #expect(DocumentError(.versionConflict, "").problem.status.code == 412)
    #expect(DocumentError(.nameTaken, "").problem.status.code == 409)
    #expect(DocumentError(.busy, "").problem.headers[.retryAfter] == "1")
  }
}
