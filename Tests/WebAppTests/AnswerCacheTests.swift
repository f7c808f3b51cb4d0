import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp

@Suite("Answers that are sent again")
struct AnswerCacheTests {
  private func event(of id: DocumentID) throws -> DocumentEvent {
    let document = Document(
      id: id, location: Location(folder: .top, name: try FileName("a.txt")), type: .plainText, size: 1,
      sha256: try #require(ContentHash(bytes: [UInt8](repeating: 1, count: 32))), version: 1, created: Date(),
      modified: Date())
    return DocumentEvent(sequence: 1, kind: .changed, document: document, date: Date())
  }

  private func keep(_ answers: AnswerCache, _ target: String, _ ticket: AnswerCache.Ticket) {
    answers.keep(
      .prepared([1], type: "text/plain", tag: EntityTag(hashing: [1])), bytes: 1, for: target, ticket)
  }

  private func isKept(_ answers: AnswerCache, _ target: String) throws -> Bool {
    answers.entity(for: try RequestHead(.get, target)) != nil
  }

  @Test("an answer holds until an event tells of its document, not of another")
  func revision() throws {
    let answers = AnswerCache()
    let (one, other) = (DocumentID(), DocumentID())
    keep(answers, "/one", answers.ticket(for: .document(one)))
    answers.forget(try event(of: other))
    #expect(try isKept(answers, "/one"))
    answers.forget(try event(of: one))
    #expect(try !isKept(answers, "/one"))
  }

  @Test("however many documents change, few revisions are kept, and no answer outlives a change")
  func bounded() throws {
    let answers = AnswerCache()
    let watched = DocumentID()
    let early = answers.ticket(for: .document(watched))
    let ofIndex = answers.ticket(for: .index)
    answers.forget(try event(of: watched))
    for number in 0..<(3 * AnswerCache.maximumRevisions) {
      answers.forget(try event(of: DocumentID()))
      guard number % 1000 == 0 else { continue }
      #expect(answers.revisionCount <= AnswerCache.maximumRevisions + 1)
      // A ticket from before the change stays invalid, also after its counter was dropped.
      #expect(!answers.holds(early) && !answers.holds(ofIndex))
    }
    keep(answers, "/again", answers.ticket(for: .document(watched)))
    #expect(try isKept(answers, "/again"))
  }
}
