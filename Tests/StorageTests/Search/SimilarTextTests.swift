import DocumentModel
import FoundationEssentials
import GRDB
import Testing

@testable import Storage

@Suite("Similar documents in the index of words")
struct SimilarTextTests {
  private let workspace = TemporaryWorkspace(inMemory: true)

  private func index() throws -> SQLiteTextIndex { try SQLiteTextIndex(root: workspace.open()) }

  private func page(_ words: some Sequence<String>, mayBeScan: Bool = false) -> ReadPage {
    let words = words.map { PageWord(text: $0, box: PageRectangle(x: 1, y: 1, width: 1, height: 1)) }
    return ReadPage(
      PageText(words: words, links: []), size: PageSize(width: 595, height: 842), mayBeScan: mayBeScan)
  }

  private func words(_ text: String, _ count: Int) -> [String] {
    (0..<count).map { "\(text)\($0 % 10)x\($0)q" }
  }

  @discardableResult
  private func add(
    _ name: String, _ pages: [[String]], to index: SQLiteTextIndex, content: String? = nil,
    isLast: Bool = true,
    change: (inout Document) throws -> Void = { _ in }
  ) async throws -> Document {
    var document = try Sample(name, content: content ?? name).document
    try change(&document)
    try await index.note([document], removed: [], upTo: nil)
    try await index.add(
      pages.map { page($0) }, from: 1, of: document.sha256, pageCount: pages.count + (isLast ? 0 : 9),
      isLast: isLast)
    return document
  }

  private func found(_ document: Document, in index: SQLiteTextIndex, limit: Int = 20) async throws
    -> [DocumentID: TextLikeness.Relation]
  {
    let similar = try #require(try await index.similar(to: document.id, limit: limit))
    return Dictionary(uniqueKeysWithValues: similar.texts.map { ($0.document, $0.likeness.relation) })
  }

  @Test("are copies first, then the most alike; those in the Trash are left out")
  func found() async throws {
    let index = try index()
    let (start, end) = (words("start", 150), words("end", 150))
    let given = try await add("given.pdf", [start, end], to: index)
    let copy = try await add("copy.pdf", [], to: index, content: "given.pdf")
    let near = try await add("near.pdf", [start, end + ["more"]], to: index)
    let alike = try await add("alike.pdf", [start + words("own", 120)], to: index)
    try await add("other.pdf", [words("other", 300)], to: index)
    try await add("trashed.pdf", [start, end, ["gone"]], to: index) { $0.trashed = Date() }
    let similar = try #require(try await index.similar(to: given.id, limit: 20))
    #expect(similar.texts.map(\.document) == [copy.id, near.id, alike.id])
    #expect(similar.texts.map(\.likeness.relation) == [.same, .nearlySame, .alike])
    #expect(similar.progress == .read(pages: 2) && similar.isTelling && similar.scans == 0)
    #expect(try await index.similar(to: given.id, limit: 2)?.texts.map(\.document) == [copy.id, near.id])
    #expect(try await index.similar(to: given.id, limit: -5)?.texts.map(\.document) == [copy.id])
    #expect(try await index.similar(to: DocumentID(), limit: 5) == nil)
  }

  @Test("are told of forms by the time of their change")
  func forms() async throws {
    let index = try index()
    let (start, end) = (words("start", 200), words("end", 150))
    let now = Date(timeIntervalSince1970: 1_760_000_000)
    let draft = try await add("draft.pdf", [start], to: index) { $0.modified = now - 86_400 }
    let final = try await add("final.pdf", [start, end], to: index) { $0.modified = now }
    #expect(try await found(final, in: index) == [draft.id: .earlier])
    #expect(try await found(draft, in: index) == [final.id: .later])
  }

  @Test("are found once all pages are there, however they came")
  func pages() async throws {
    let index = try index()
    let (start, end) = (words("start", 150), words("end", 150))
    let whole = try await add("whole.pdf", [start, end], to: index)
    let part = try await add("part.pdf", [start], to: index, isLast: false)
    #expect(try await found(whole, in: index).isEmpty)
    #expect(try await found(part, in: index).isEmpty)
    #expect(try await index.similar(to: part.id, limit: 9)?.progress == .waiting(pages: 1, of: 10))
    try await index.add([page(start), page(end)], from: 1, of: part.sha256, pageCount: 2, isLast: true)
    #expect(try await found(whole, in: index) == [part.id: .nearlySame])
  }

  @Test("are found by the words of scans, too, page after page")
  func scans() async throws {
    let index = try index()
    let (start, end) = (words("start", 200), words("end", 100))
    let given = try await add("given.pdf", [start, end], to: index)
    let scan = try Sample("scan.pdf", content: "scan").document
    try await index.note([scan], removed: [], upTo: nil)
    let pictures = [page([], mayBeScan: true), page([], mayBeScan: true)]
    try await index.add(pictures, from: 1, of: scan.sha256, pageCount: 2, isLast: true)
    #expect(try await found(given, in: index).isEmpty)
    let similar = try await index.similar(to: scan.id, limit: 9)
    #expect(similar?.scans == 2 && similar?.isTelling == false)
    try await index.addRecognized(page(start).text, ofPage: 1, of: scan.sha256)
    // Without the second page it is no form of the other one.
    #expect(try await found(given, in: index) == [scan.id: .alike])
    try await index.addRecognized(page(end).text, ofPage: 2, of: scan.sha256)
    #expect(try await found(given, in: index) == [scan.id: .nearlySame])
  }

  @Test("are none for texts of few words, which would all be alike")
  func fewWords() async throws {
    let index = try index()
    let note = ["please", "call", "back", "before", "noon", "thank", "you"]
    let one = try await add("one.txt", [note], to: index)
    try await add("two.txt", [note + ["again"]], to: index)
    try await add("empty.txt", [[]], to: index)
    let similar = try #require(try await index.similar(to: one.id, limit: 9))
    #expect(similar.texts.isEmpty && !similar.isTelling)
  }

  @Test("are not told of a document that is locked")
  func locked() async throws {
    let index = try index()
    let one = try Sample("one.pdf", content: "locked").document
    let two = try Sample("two.pdf", content: "locked").document
    try await index.note([one, two], removed: [], upTo: nil)
    try await index.refuse(one.sha256, because: .passwordRequired)
    let similar = try #require(try await index.similar(to: one.id, limit: 9))
    #expect(similar.texts.isEmpty && similar.progress == .refused(.passwordRequired))
  }

  @Test("are forgotten with their contents")
  func forgotten() async throws {
    let index = try index()
    let text = words("text", 200)
    let given = try await add("given.pdf", [text], to: index)
    let gone = try await add("gone.pdf", [text], to: index, content: "other")
    #expect(try await found(given, in: index) == [gone.id: .nearlySame])
    try await index.note([], removed: [gone.id], upTo: nil)
    while try await index.forgetUnused(limit: 1) {}
    #expect(try await found(given, in: index).isEmpty)
    let rows = try await index.file.read { database in
      try ["sketch", "band"].map { try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM \($0)") }
    }
    #expect(rows == [1, 40])
  }

  @Test("are found among many of one form, the nearest first")
  func manyOfOneForm() async throws {
    let index = try index()
    let form = words("form", 150)
    let given = try await add("given.pdf", [form + words("given", 100)], to: index)
    let near = try await add("near.pdf", [form + words("given", 98)], to: index)
    for number in 0..<300 {
      try await add("letter\(number).pdf", [form + words("body\(number)b", 100)], to: index)
    }
    let similar = try #require(try await index.similar(to: given.id, limit: 100))
    #expect(similar.texts.first?.document == near.id && similar.texts.count == 100)
    #expect(similar.texts.dropFirst().allSatisfy { $0.likeness.relation == .alike })
  }
}
