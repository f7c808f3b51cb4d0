import Foundation
import Testing

@testable import DocumentModel

@Suite("A query of the search in all documents")
struct SearchQueryTests {
  private func query(_ text: String, isTyped: Bool = false) throws -> SearchQuery {
    try SearchQuery(text, isTyped: isTyped) { $0 == "pdf" ? [.pdf] : nil }
  }

  /// Each clause as its terms, with a minus before those that are excluded and a star behind those that may go on.
  private func clauses(_ text: String, isTyped: Bool = false) throws -> [String] {
    try query(text, isTyped: isTyped).clauses.map { clause in
      (clause.isExcluded ? "-" : "") + (clause.field.map { "\($0.rawValue):" } ?? "")
        + clause.terms.map { $0.words.map(\.exact).joined(separator: " ") + ($0.isPrefix ? "*" : "") }
        .joined(separator: "|")
    }
  }

  @Test("is made of words, phrases, what is left out, and choices")
  func clauses() throws {
    #expect(try clauses("Große Rechnung") == ["grosse", "rechnung"])
    #expect(try clauses("\"annual report\" -draft") == ["annual report", "-draft"])
    #expect(try clauses("tea OR coffee milk") == ["tea|coffee", "milk"])
    #expect(try clauses("a OR b OR c") == ["a|b|c"])
    #expect(try clauses("INV-2024-08 rep*") == ["inv 2024 08", "rep*"])
    #expect(try clauses("„annual report“ name:offer") == ["annual report", "name:offer"])
  }

  @Test("that is being typed has a last word that may go on")
  func typed() throws {
    #expect(try clauses("annual rep", isTyped: true) == ["annual", "rep*"])
    #expect(try clauses("annual rep ", isTyped: true) == ["annual", "rep"])
    #expect(try clauses("\"annual rep", isTyped: true) == ["annual rep"])
  }

  @Test("has conditions by fields")
  func filters() throws {
    func only(_ text: String) throws -> SearchQuery.Filter? { try query(text).filters.first?.filter }
    #expect(try only("type:pdf") == .types([.pdf]))
    #expect(try only("folder:Telekom/2024") == .folder(try FolderPath(parsing: "Telekom/2024")))
    #expect(try only("folder:\"My papers\"") == .folder(try FolderPath(parsing: "My papers")))
    #expect(try only("tag:paid") == .tag(try Tag("paid")))
    #expect(try only("is:favourite") == .favourite)
    #expect(try only("pages:>10") == .pages(11 ... .max))
    #expect(try only("pages:5-9") == .pages(5...9))
    #expect(try only("size:<2MB") == .bytes(0...1_999_999))
    #expect(try only("before:2024") == .before(Date(timeIntervalSince1970: 1_704_067_200)))
    #expect(try only("after:2024-03") == .after(Date(timeIntervalSince1970: 1_709_251_200)))
    #expect(try query("-type:pdf").filters.first?.isExcluded == true)
  }

  @Test(
    "reads as words what it does not understand, and says so",
    arguments: [
      "type:nothing", "before:yesterday", "pages:many", "size:1XB", "is:lost", "before:2024-13-45",
      "pages:99999999999999999999", "size:9223372036854775807GB",
    ])
  func notUnderstood(_ text: String) throws {
    let query = try query(text)
    #expect(query.remarks == [.notUnderstood(text)] && query.filters.isEmpty && query.clauses.count == 1)
  }

  @Test("takes colons elsewhere for what they are")
  func colons() throws {
    #expect(try clauses("12:30 https://example.org") == ["12 30", "https example org"])
    #expect(try query("12:30").remarks.isEmpty)
  }

  @Test(
    "never fails, whatever is typed",
    arguments: [
      "", "   ", "OR", "OR OR OR", "- -- ---", "\"", "\"\"", "*", "***", "type:", "-type:", "name:\"",
      "()&|!^~", "a OR", "OR a", "-", "a OR -b",
    ])
  func anything(_ text: String) throws {
    _ = try query(text)
  }

  @Test("of too many parts says so, and one of too many characters is refused")
  func long() throws {
    let many = try query(Array(repeating: "word", count: 200).joined(separator: " "))
    #expect(many.clauses.count == SearchQuery.maximumParts && many.remarks == [.tooManyParts])
    #expect(throws: DocumentError.self) { try query(String(repeating: "a", count: 10_001)) }
  }

  @Test("joins by OR only parts that can be joined")
  func joins() throws {
    #expect(try clauses("OR a") == ["or", "a"])
    #expect(try clauses("a OR") == ["a", "or"])
    #expect(try clauses("a OR -b") == ["a", "or", "-b"])
  }
}
