import DocumentModel
import FoundationEssentials
import Testing

@testable import Storage

@Suite("A query that documents match or not")
struct TextMatchingTests {
  private let workspace = TemporaryWorkspace(inMemory: true)

  private func page(_ text: String, mayBeScan: Bool = false) -> ReadPage {
    let words = text.split(separator: " ").map {
      PageWord(text: String($0), box: PageRectangle(x: 1, y: 1, width: 1, height: 1), isHyphenated: false)
    }
    return ReadPage(
      PageText(words: words, links: []), size: PageSize(width: 10, height: 10), mayBeScan: mayBeScan)
  }

  @discardableResult
  private func add(
    _ name: String, _ pages: [ReadPage], to index: SQLiteTextIndex, modified: Double = 0,
    change: (inout Document) throws -> Void = { _ in }
  ) async throws -> Document {
    var document = try Sample(name, content: name).document
    document.modified = .at(modified)
    try change(&document)
    try await index.note([document], removed: [], upTo: nil)
    try await index.add(pages, from: 1, of: document.sha256, pageCount: pages.count, isLast: true)
    return document
  }

  private func query(_ text: String) throws -> SearchQuery { try SearchQuery(text) { _ in [.pdf] } }

  @Test(
    "finds exactly those of the given ones that have all clauses, on any of their pages or in their names")
  func among() async throws {
    let index = try SQLiteTextIndex(root: workspace.open())
    let letter = try await add("letter.pdf", [page("about tea"), page("and coffee")], to: index)
    let note = try await add("tea note.pdf", [page("nothing")], to: index) {
      $0.location.folder = try FolderPath(parsing: "In")
      $0.metadata = try DocumentMetadata(tags: [Tag("Due")], favourite: true, note: "", handler: nil)
    }
    let other = try await add("other.pdf", [page("tea")], to: index)
    let ids = [letter.id, note.id]
    for (text, found) in [
      ("tea", ids), ("tea coffee", [letter.id]), ("tea -coffee", [note.id]), ("te*", ids),
      ("name:tea", [note.id]), ("tag:due", [note.id]), ("folder:In", [note.id]), ("is:favourite", [note.id]),
      ("-tea", []), ("coffee OR nothing", ids), ("\"about tea\"", [letter.id]), ("pages:2", [letter.id]),
      ("", []), ("tae", []),
    ] {
      #expect(try await index.matches(query(text), among: ids) == Set(found), "\(text)")
    }
    #expect(try await index.matches(query("tea"), among: [other.id, DocumentID()]) == [other.id])
    #expect(try await index.matches(query("tea"), among: []).isEmpty)
  }

  @Test("finds all, the last changed ones first, past the pages that a search looks at")
  func all() async throws {
    let index = try SQLiteTextIndex(root: workspace.open(), mostPages: 2)
    var ids: [DocumentID] = []
    for number in 1...4 {
      ids.append(try await add("\(number).pdf", [page("tea")], to: index, modified: Double(number)).id)
    }
    let quick = try await index.matches(query("tea"), isWhole: false)
    #expect(quick.isPartial && quick.documents == [ids[3], ids[2]])
    let whole = try await index.matches(query("tea"), isWhole: true)
    #expect(!whole.isPartial && whole.documents == ids.reversed())
    // A typing error is corrected by a search, and never by a rule.
    #expect(try await index.matches(query("taa"), isWhole: true).documents.isEmpty)
  }

  @Test("is ready to be asked for a document whose words are there, or cannot be had")
  func readiness() async throws {
    let index = try SQLiteTextIndex(root: workspace.open())
    let scan = try await add("scan.pdf", [page("tea"), page("", mayBeScan: true)], to: index)
    let waiting = try Sample("waiting.pdf", content: "w").document
    let locked = try Sample("locked.pdf", content: "l").document
    try await index.note([waiting, locked], removed: [], upTo: nil)
    try await index.refuse(locked.sha256, because: .passwordRequired)
    let ready = try await index.readiness(of: [scan.id, waiting.id, locked.id, DocumentID()])
    #expect(ready.count == 3)
    #expect(ready[scan.id] == TextReadiness(hash: scan.sha256, isSettled: true, scans: 1))
    #expect(ready[waiting.id]?.isSettled == false && ready[locked.id]?.isSettled == true)
    try await index.addRecognized(page("words").text, ofPage: 2, of: scan.sha256)
    #expect(try await index.readiness(of: [scan.id])[scan.id]?.scans == 0)
  }
}
