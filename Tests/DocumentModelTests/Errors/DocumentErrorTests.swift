import DocumentModel
import Testing

@Suite("A refusal in the words of documents")
struct DocumentErrorTests {
  @Test("is no larger than four words, which the compiler returns in registers")
  func size() {
    #expect(MemoryLayout<DocumentError>.size <= 4 * MemoryLayout<Int>.size)
  }

  @Test("has its cause and its numbers, or none")
  func beneath() {
    let plain = DocumentError(.notFound, "it is not there")
    #expect(plain.cause == nil && plain.numbers.isEmpty)
    let full = DocumentError(.quotaExceeded, "it is full", cause: plain, numbers: ["quotaBytes": 7])
    #expect((full.cause as? DocumentError)?.code == .notFound)
    #expect(full.numbers == ["quotaBytes": 7])
    #expect(full.description == "quota-exceeded: it is full")
  }
}
