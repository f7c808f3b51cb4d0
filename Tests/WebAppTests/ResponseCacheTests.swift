import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp

@Suite("Answers that are sent again")
struct ResponseCacheTests {
  private func event(of id: DocumentID) throws -> DocumentEvent {
    let document = Document(
      id: id, location: Location(folder: .top, name: try FileName("a.txt")), type: .plainText, size: 1,
      sha256: try #require(ContentHash(bytes: [UInt8](repeating: 1, count: 32))), version: 1, created: Date(),
      modified: Date())
    return DocumentEvent(sequence: 1, kind: .changed, document: document, date: Date())
  }

  private func keep(_ cache: ResponseCache, _ target: String, _ ticket: ResponseCache.Ticket) {
    cache.keep(
      .prepared([1], type: "text/plain", tag: EntityTag(hashing: [1])), bytes: 1, for: target, ticket)
  }

  private func isKept(_ cache: ResponseCache, _ target: String) throws -> Bool {
    cache.entity(for: try RequestHead(.get, target)) != nil
  }

  @Test("an answer holds until an event tells of its document, not of another")
  func revision() throws {
    let cache = ResponseCache()
    let (one, other) = (DocumentID(), DocumentID())
    keep(cache, "/one", cache.ticket(for: .document(one)))
    cache.forget(try event(of: other))
    #expect(try isKept(cache, "/one"))
    cache.forget(try event(of: one))
    #expect(try !isKept(cache, "/one"))
  }

  @Test("however many documents change, few revisions are kept, and no answer outlives a change")
  func bounded() throws {
    let cache = ResponseCache()
    let watched = DocumentID()
    let early = cache.ticket(for: .document(watched))
    let ofIndex = cache.ticket(for: .index)
    cache.forget(try event(of: watched))
    for number in 0..<(3 * ResponseCache.maximumRevisions) {
      cache.forget(try event(of: DocumentID()))
      guard number % 1000 == 0 else { continue }
      #expect(cache.revisionCount <= ResponseCache.maximumRevisions + 1)
      // A ticket from before the change stays invalid, also after its counter was dropped.
      #expect(!cache.holds(early) && !cache.holds(ofIndex))
    }
    keep(cache, "/again", cache.ticket(for: .document(watched)))
    #expect(try isKept(cache, "/again"))
  }
}
