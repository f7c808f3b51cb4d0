import DocumentModel
import Testing

@testable import WebApp

@Suite("Ledger of uploads with keys")
struct IdempotencyLedgerTests {
  private let start = ContinuousClock.now

  private func key(_ text: String, of owner: String = "me") -> IdempotencyKey {
    IdempotencyKey(text, of: owner)
  }

  private func record(_ count: Int = 1) throws -> IdempotencyLedger.Record {
    let request = try #require(ContentHash(naming: ["a request"]))
    return IdempotencyLedger.Record(request: request, documents: (0..<count).map { key("k").document($0) })
  }

  @Test("one that goes on is under way until it ends, and one that was refused is forgotten")
  func running() throws {
    var ledger = IdempotencyLedger()
    #expect(ledger.begin(key("a"), at: start) == nil && ledger.isUnderWay(key("a")))
    #expect(!ledger.isUnderWay(key("b")) && !ledger.isUnderWay(key("a", of: "you")))
    ledger.end(key("a"), nil, at: start)
    #expect(!ledger.isUnderWay(key("a")) && ledger.begin(key("a"), at: start) == nil)
    ledger.end(key("a"), try record(), at: start)
    #expect(try ledger.begin(key("a"), at: start) == record())
    // Another upload with the key is refused and changes nothing.
    ledger.end(key("a"), nil, at: start)
    #expect(try ledger.begin(key("a"), at: start) == record())
    #expect(ledger.begin(key("a", of: "you"), at: start) == nil)
  }

  @Test("their documents are known for a day")
  func day() throws {
    var ledger = IdempotencyLedger()
    _ = ledger.begin(key("a"), at: start)
    ledger.end(key("a"), try record(), at: start)
    #expect(ledger.begin(key("a"), at: start + .seconds(86_399)) != nil)
    ledger.end(key("a"), nil, at: start)
    #expect(ledger.begin(key("a"), at: start + .seconds(86_400)) == nil)
  }

  @Test("of too many the earliest are forgotten, and the client that was longest not here")
  func bounds() throws {
    var ledger = IdempotencyLedger()
    func make(_ key: IdempotencyKey, _ count: Int, after seconds: Int) throws {
      _ = ledger.begin(key, at: start + .seconds(seconds))
      ledger.end(key, try record(count), at: start + .seconds(seconds))
    }
    func knows(_ key: IdempotencyKey) -> Bool {
      defer { ledger.end(key, nil, at: start) }
      return ledger.begin(key, at: start) != nil
    }
    for number in 0..<5 { try make(key("\(number)"), 256, after: number) }
    #expect((0..<5).map { knows(key("\($0)")) } == [false, false, true, true, true])
    for number in 1...IdempotencyLedger.maximumOwners {
      try make(key("k", of: "\(number)"), 1, after: 9 + number)
    }
    #expect(!knows(key("4")) && knows(key("k", of: "1")))
  }

  @Test("names of documents are those of the key, of its owner and of the number alone")
  func names() {
    let names = [
      key("a").document(0), key("a").document(1), key("b").document(0), key("a", of: "you").document(0),
    ]
    #expect(Set(names).count == 4 && key("a").document(0) == names[0])
    #expect(DocumentID(names[0].description) != nil)
  }
}
