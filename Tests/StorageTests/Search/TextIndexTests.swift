import DocumentModel
import FoundationEssentials
import GRDB
import Testing

@testable import Storage

@Suite("A typing error")
struct NearWordsTests {
  private func distance(_ one: String, _ other: String, limit: Int = 2) -> Int? {
    NearWords.distance(Array(one.unicodeScalars), Array(other.unicodeScalars), limit: limit)
  }

  @Test("is a letter too many, too few or another one, or two in the wrong order")
  func errors() {
    #expect(distance("recieve", "receive") == 1)
    #expect(distance("tea", "tee") == 1 && distance("tea", "teas") == 1 && distance("tea", "ta") == 1)
    #expect(
      distance("tea", "tea") == 0 && distance("tea", "coffee") == nil && distance("abcd", "dcba") == nil)
  }
}

@Suite("The index of words over SQLite")
struct TextIndexTests {
  private let workspace = TemporaryWorkspace(inMemory: true)
  private static let now = Date(timeIntervalSince1970: 1_760_000_000)

  private func index() throws -> SQLiteTextIndex { try SQLiteTextIndex(root: workspace.open()) }

  private func page(_ text: String) -> ReadPage {
    let words = text.split(separator: " ").enumerated().map { place, word in
      let isBroken = word.last == "~"
      return PageWord(
        text: isBroken ? word.dropLast() + "-" : String(word),
        box: PageRectangle(x: Double(10 * place), y: 20, width: 9.5, height: 12.25), isHyphenated: isBroken)
    }
    return ReadPage(PageText(words: words, links: []), size: PageSize(width: 595, height: 842))
  }

  /// A document that is noted, with its pages.
  @discardableResult
  private func add(
    _ name: String, _ pages: [String], to index: SQLiteTextIndex, content: String? = nil,
    change: (inout Document) throws -> Void = { _ in }
  ) async throws -> Document {
    var document = try Sample(name, content: content ?? name).document
    try change(&document)
    try await index.note([document], removed: [], upTo: nil)
    try await index.add(pages.map(page), from: 1, of: document.sha256, pageCount: pages.count, isLast: false)
    return document
  }

  private func find(
    _ text: String, in index: SQLiteTextIndex, isTyped: Bool = false, limit: Int = 20, offset: Int = 0
  ) async throws -> TextFindings {
    let query = try SearchQuery(text, isTyped: isTyped) { _ in nil }
    return try await index.find(
      TextSearch(query, limit: limit, offset: offset, countsFacets: true, now: Self.now))
  }

  private func names(_ text: String, in index: SQLiteTextIndex, isTyped: Bool = false) async throws
    -> [DocumentID]
  {
    try await find(text, in: index, isTyped: isTyped).findings.map(\.document)
  }

  @Test("finds words on pages, with the page, its words and their boxes")
  func words() async throws {
    let index = try index()
    let report = try await add("report.pdf", ["An annual report", "Große Übersicht der Zahlen"], to: index)
    try await add("other.pdf", ["Nothing of it"], to: index)
    let found = try await find("ubersicht grosse", in: index)
    #expect(found.total == 1 && !found.isPartial)
    let finding = try #require(found.findings.first)
    #expect(finding.document == report.id && finding.hash == report.sha256 && finding.pageCount == 1)
    let page = try #require(finding.pages.first)
    #expect(page.page.size == PageSize(width: 595, height: 842))
    #expect(
      page.number == 2 && page.page.text.words.map(\.text) == ["Große", "Übersicht", "der", "Zahlen"])
    let box = page.page.text.words[1].box
    #expect(
      abs(box.x - 10) < 0.01 && abs(box.y - 20) < 0.01 && abs(box.width - 9.5) < 0.01
        && abs(box.height - 12.25) < 0.01)
  }

  @Test("finds words that stand on different pages, and puts those that stand together first")
  func acrossPages() async throws {
    let index = try index()
    let apart = try await add("apart.pdf", ["tea", "x", "coffee"], to: index)
    let together = try await add("together.pdf", ["tea and coffee"], to: index)
    try await add("one.pdf", ["tea alone"], to: index)
    #expect(try await Set(names("tea coffee", in: index)) == [apart.id, together.id])
    #expect(
      try await find("tea coffee", in: index).findings.first { $0.document == apart.id }?.pages.map(\.number)
        .sorted() == [1, 3])
  }

  @Test("finds names, folders, tags and notes beside the words of pages")
  func named() async throws {
    let index = try index()
    let document = try await add("MeetingNotes2024.pdf", ["about tea"], to: index) { document in
      document.location.folder = try FolderPath(parsing: "Telekom/Rechnungen")
      document.metadata = try DocumentMetadata(
        tags: [Tag("bezahlt")], favourite: true, note: "Bitte prüfen", handler: nil)
    }
    for text in [
      "notes", "2024", "meetingnotes2024", "telekom", "rechnungen tea", "bezahlt", "prüfen", "name:meeting",
      "tea name:notes",
    ] {
      #expect(try await names(text, in: index) == [document.id], "\(text)")
    }
    #expect(try await names("name:tea", in: index).isEmpty)
  }

  @Test("understands phrases, what is left out, choices, and words that go on")
  func queries() async throws {
    let index = try index()
    let one = try await add("1.pdf", ["the annual report of tea"], to: index)
    let two = try await add("2.pdf", ["a report, annual, of coffee"], to: index)
    #expect(try await names("\"annual report\"", in: index) == [one.id])
    #expect(try await names("report -coffee", in: index) == [one.id])
    #expect(try await Set(names("tea OR coffee", in: index)) == [one.id, two.id])
    #expect(try await Set(names("repo", in: index, isTyped: true)) == [one.id, two.id])
    #expect(try await names("repo", in: index).isEmpty)
    #expect(try await names("cof*", in: index) == [two.id])
    let named = try await add("Quittungen.pdf", ["nothing"], to: index)
    #expect(try await names("quitt", in: index, isTyped: true) == [named.id])
    #expect(try await names("\"annual rep", in: index, isTyped: true).isEmpty)
  }

  @Test("puts a word as it was typed before rare ones that begin with it")
  func closest() async throws {
    let index = try index()
    let lawyer = try await add("1.pdf", ["the lawyer came"], to: index)
    for number in 2...6 { try await add("\(number).pdf", ["the law of page \(number)", "x"], to: index) }
    let found = try await names("law", in: index, isTyped: true)
    #expect(found.count == 6 && found.last == lawyer.id)
  }

  @Test("finds umlauts both ways, broken words, pairs of scripts without spaces, and other forms")
  func languages() async throws {
    let index = try index()
    let document = try await add(
      "x.pdf",
      [
        "Herr Müller Straße Donau~ dampf 東京都 مُحَمَّد well-known INV-2024-0815", "am Ende Schiff~",
        "fahrt weiter",
      ], to: index)
    for text in [
      "Mueller", "muller", "MÜLLER", "strasse", "Donaudampf", "dampf", "京都", "東", "محمد", "\"well known\"",
      "well-known",
      "INV-2024-0815", "0815", "Schifffahrt", "Schiff",
    ] {
      #expect(try await names(text, in: index) == [document.id], "\(text)")
    }
    #expect(try await names("都京", in: index).isEmpty)
  }

  @Test("finds words by their stems in the language of the page, but for those between quotation marks")
  func stems() async throws {
    let index = try index()
    let german = try await add("de.pdf", ["die Häuser und der Garten mit den Bäumen"], to: index)
    let english = try await add("en.pdf", ["the houses are on the hill, and he was running to it"], to: index)
    try await add("fr.pdf", ["le chat est par la maison et les jardins de Paris"], to: index)
    #expect(try await names("Haus", in: index) == [german.id])
    #expect(try await names("baum", in: index) == [german.id])
    #expect(try await names("house", in: index) == [english.id])
    #expect(try await names("runs", in: index) == [english.id])
    #expect(try await names("\"house\"", in: index).isEmpty)
    // The stem of Paris is a French word; it is found as the stem that it is.
    #expect(try await names("paris", in: index).count == 1)
    let page = try #require(try await find("haus", in: index).findings.first?.pages.first)
    #expect(page.hits.map { page.page.text.words[$0.lowerBound].text } == ["Häuser"])
  }

  @Test("finds what was meant where a word stands nowhere, and says so")
  func corrections() async throws {
    let index = try index()
    let document = try await add("a.pdf", ["we receive the acknowledgement of accommodation"], to: index)
    for (typed, meant) in [
      ("recieve", "receive"), ("aknowledgement", "acknowledgement"), ("acomodation", "accommodation"),
    ] {
      let found = try await find(typed, in: index)
      #expect(
        found.findings.map(\.document) == [document.id] && found.corrections == [typed: [meant]], "\(typed)")
    }
    #expect(try await find("receive", in: index).corrections.isEmpty)
    #expect(try await find("\"recieve\"", in: index).total == 0)
    #expect(try await find("xyzzy", in: index).corrections.isEmpty)
  }

  @Test("knows filters of type, folder, tag, time, size and pages")
  func filters() async throws {
    let index = try index()
    let document = try await add("a.pdf", ["tea", "tea"], to: index) { document in
      document.location.folder = try FolderPath(parsing: "A/B")
      document.metadata = try DocumentMetadata(tags: [Tag("Paid")], favourite: true, note: "", handler: nil)
      document.modified = Date(timeIntervalSince1970: 1_704_067_200)
      document.size = 5_000
    }
    try await add("b.pdf", ["tea"], to: index) { $0.modified = Date(timeIntervalSince1970: 1_500_000_000) }
    for text in [
      "folder:A", "folder:A/B", "tag:paid", "is:favourite", "pages:2", "pages:>1", "size:5kb", "after:2024",
      "-before:2024", "tea -folder:B after:2020",
    ] {
      #expect(try await names(text, in: index) == [document.id], "\(text)")
    }
    #expect(try await names("tea folder:AB", in: index).isEmpty)
    #expect(try await find("", in: index).total == 0)
  }

  @Test("looks at the newest pages of a frequent word, says so, and finds old ones by a rare word beside it")
  func bounded() async throws {
    let index = try SQLiteTextIndex(root: workspace.open(), mostPages: 3)
    let oldest = try await add("0.pdf", ["tea and kingfishers"], to: index)
    for number in 1...5 { try await add("\(number).pdf", ["tea"], to: index) }
    let frequent = try await find("tea", in: index)
    #expect(frequent.total == 3 && frequent.isPartial)
    #expect(try await names("tea kingfishers", in: index) == [oldest.id])
    #expect(try await !find("kingfishers", in: index).isPartial)
    #expect(try await find("kingfishers -tea", in: index).isPartial)
  }

  @Test("counts facets of what is found")
  func facets() async throws {
    let index = try index()
    for number in 1...3 {
      try await add("\(number).pdf", ["tea"], to: index) { document in
        document.location.folder = try number == 1 ? .top : FolderPath(parsing: number == 2 ? "A" : "A/Below")
        document.metadata = try DocumentMetadata(
          tags: number < 3 ? [Tag("Paid")] : [], favourite: false, note: "", handler: nil)
      }
    }
    let facets = try #require(try await find("tea", in: index).facets)
    #expect(Set(facets.folders) == [.init("A", count: 2), .init("A/Below", count: 1)])
    #expect(facets.tags == [.init("Paid", count: 2)])
    #expect(facets.types.map(\.count) == [3] && facets.years.map(\.count) == [3])
  }

  @Test("tells the best documents first, piece by piece")
  func pieces() async throws {
    let index = try index()
    for number in 1...5 {
      try await add("\(number).pdf", [String(repeating: "tea ", count: number) + "x y z"], to: index)
    }
    let all = try await find("tea", in: index)
    let scores = all.findings.map(\.score)
    #expect(all.total == 5 && scores == scores.sorted(by: >))
    let rest = try await find("tea", in: index, limit: 2, offset: 3)
    #expect(rest.findings.map(\.document) == all.findings.dropFirst(3).map(\.document) && rest.total == 5)
  }

  @Test("ranks names before headings, headings before other words, and short documents before long ones")
  func ranked() async throws {
    let index = try index()
    let long = try await add("long.pdf", ["tea"] + (1...40).map { "x\($0)" }, to: index)
    let plain = try await add("plain.pdf", ["about tea and more"], to: index)
    let headed = try Sample("headed.pdf", content: "headed").document
    let words = ["Tea", "is", "a", "drink"].enumerated().map { place, word in
      PageWord(
        text: word,
        box: PageRectangle(x: Double(40 * place), y: 20, width: 30, height: place == 0 ? 24 : 12))
    }
    try await index.note([headed], removed: [], upTo: nil)
    try await index.add(
      [ReadPage(PageText(words: words, links: []), size: PageSize(width: 595, height: 842))], from: 1,
      of: headed.sha256, pageCount: 1, isLast: true)
    let named = try await add("tea.pdf", ["nothing"], to: index)
    #expect(try await names("tea", in: index) == [named.id, headed.id, plain.id, long.id])
    while try await index.forgetUnused(limit: 1) {}
    try await index.note([], removed: [headed.id], upTo: nil)
    while try await index.forgetUnused(limit: 1) {}
    try await index.file.write { database in
      try database.execute(sql: "INSERT INTO words (words) VALUES ('integrity-check')")
    }
    #expect(try await names("tea", in: index) == [named.id, plain.id, long.id])
  }

  @Test("finds title, author and subject of a file, also of a copy and after a new name")
  func described() async throws {
    let index = try index()
    var document = try Sample("scan.pdf", content: "scan.pdf").document
    try await index.note([document], removed: [], upTo: nil)
    #expect(try await index.waiting(limit: 9).map(\.isDescribed) == [false])
    try await index.describe(
      document.sha256, as: ContentWords(title: "Jahresbericht", author: "Jürgen Groß", about: "Umsätze"))
    #expect(try await index.waiting(limit: 9).map(\.isDescribed) == [true])
    let copy = try await add("copy.pdf", ["nothing"], to: index, content: "scan.pdf")
    document.location.name = try FileName("other.pdf")
    try await index.note([document], removed: [], upTo: nil)
    for text in ["jahresbericht", "by:gross", "by:juergen", "umsaetze nothing", "jahresb*"] {
      #expect(try await Set(names(text, in: index)) == [document.id, copy.id], "\(text)")
    }
    for text in ["by:jahresbericht", "name:jahresbericht", "by:nothing", "jahresbericht -by:gross"] {
      #expect(try await names(text, in: index).isEmpty, "\(text)")
    }
  }

  @Test("finds notes of annotations on their pages, and forgets those that are gone")
  func marks() async throws {
    let index = try index()
    let waiting = try Sample("b.pdf", content: "b").document
    try await index.note([waiting], removed: [], upTo: nil)
    #expect(try await index.unmarked(limit: 9).isEmpty)
    let document = try await add("a.pdf", ["about tea", "about coffee"], to: index)
    #expect(try await index.unmarked(limit: 9).map(\.hash) == [document.sha256])
    let box = PageRectangle(x: 100, y: 200, width: 50, height: 20)
    let notes = [(2, "Bitte prüfen"), (7, "beyond the last page")].map {
      NotedMark(page: $0.0, box: box, note: $0.1)
    }
    try await index.mark(document.sha256, with: notes, upTo: "1")
    #expect(try await index.unmarked(limit: 9).isEmpty)
    let page = try #require(try await find("pruefen", in: index).findings.first?.pages.first)
    #expect(page.number == 2 && page.isMark && page.hits == [1...1])
    #expect(
      page.page.size == PageSize(width: 595, height: 842) && abs(page.page.text.words[1].box.x - 100) < 0.1)
    #expect(try await names("prüfen tea", in: index) == [document.id])
    #expect(try await names("beyond", in: index).isEmpty)
    try await index.forgetMarks(of: [document.sha256])
    #expect(try await index.unmarked(limit: 9).map(\.document) == [document.id])
    try await index.mark(document.sha256, with: [], upTo: "2")
    #expect(try await names("prüfen", in: index).isEmpty)
    #expect(try await find("coffee", in: index).findings.first?.pages.map(\.isMark) == [false])
  }

  @Test("follows renames, new contents, the Trash and removals")
  func changes() async throws {
    let index = try index()
    var document = try await add("a.pdf", ["tea"], to: index)
    document.location.name = try FileName("coffee.pdf")
    try await index.note([document], removed: [], upTo: nil)
    #expect(try await names("coffee tea", in: index) == [document.id])
    document.trashed = Self.now
    try await index.note([document], removed: [], upTo: nil)
    #expect(try await names("tea", in: index).isEmpty)
    document.trashed = nil
    try await index.note([document], removed: [], upTo: nil)
    #expect(try await names("tea", in: index) == [document.id])
    document.sha256 = ContentHash.of("other")
    try await index.note([document], removed: [], upTo: nil)
    #expect(try await names("tea", in: index).isEmpty)
    #expect(try await index.waiting(limit: 9).map(\.hash) == [document.sha256])
    while try await index.forgetUnused(limit: 1) {}
    try await index.note([], removed: [document.id], upTo: nil)
    #expect(try await names("coffee", in: index).isEmpty)
    #expect(try await index.progress(of: document.id) == nil)
  }

  @Test("leaves nothing of the words of a content that no document has any more")
  func forgotten() async throws {
    let index = try index()
    let document = try await add("a.pdf", ["tea Müller", "tea Donau~ dampf"], to: index)
    try await add("b.pdf", ["tea"], to: index)
    try await index.note([], removed: [document.id], upTo: nil)
    while try await index.forgetUnused(limit: 1) {}
    let (pages, terms) = try await index.file.read { database in
      (
        try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM page"),
        try String.fetchAll(database, sql: "SELECT word FROM term WHERE pages > 0")
      )
    }
    #expect(pages == 1 && terms == ["tea"])
    try await index.file.write { database in
      try database.execute(sql: "INSERT INTO words (words) VALUES ('integrity-check')")
    }
    #expect(try await find("tea", in: index).total == 1)
  }

  @Test("adds pages in pieces, goes on where it was, and says how far it is")
  func pages() async throws {
    let index = try index()
    let document = try Sample("a.pdf", content: "a").document
    try await index.note([document], removed: [], upTo: nil)
    #expect(try await index.progress(of: document.id) == .waiting(pages: 0, of: nil))
    try await index.add(
      [page("one"), page("two")], from: 1, of: document.sha256, pageCount: 3, isLast: false)
    #expect(try await index.progress(of: document.id) == .waiting(pages: 2, of: 3))
    #expect(try await index.waiting(limit: 1).first?.pagesDone == 2)
    // A page that came already is passed over.
    try await index.add(
      [page("two"), page("three")], from: 2, of: document.sha256, pageCount: 3, isLast: false)
    #expect(try await index.progress(of: document.id) == .read(pages: 3))
    #expect(try await index.waiting(limit: 1).isEmpty)
    #expect(try await find("two", in: index).findings.first?.pageCount == 1)
    #expect(try await index.progress() == TextIndexProgress(read: 1, waiting: 0, refused: 0))
  }

  @Test("asks for the words of pages without any, and finds them once they are read")
  func scans() async throws {
    let index = try index()
    let document = try Sample("scan.pdf", content: "scan").document
    try await index.note([document], removed: [], upTo: nil)
    let empty = PageText(words: [], links: [])
    let size = PageSize(width: 595, height: 842)
    try await index.add(
      [
        ReadPage(empty, size: size, mayBeScan: true), page("words"),
        ReadPage(empty, size: size, mayBeScan: true),
        ReadPage(empty, size: size),
      ], from: 1, of: document.sha256, pageCount: 4, isLast: true)
    #expect(try await Set(index.scans(limit: 9).map(\.page)) == [1, 3])
    #expect(try await index.progress().scans == 2)
    let read = PageText(words: page("Umsatz im Jahr").text.words, links: [], isRecognized: true)
    #expect(try await index.progress(of: document.id) == .read(pages: 4, recognized: 0, scans: 2))
    try await index.addRecognized(read, ofPage: 3, of: document.sha256)
    #expect(try await index.progress(of: document.id) == .read(pages: 4, recognized: 1, scans: 1))
    try await index.addRecognized(empty, ofPage: 1, of: document.sha256)
    #expect(try await index.scans(limit: 9).isEmpty)
    let found = try #require(try await find("umsatz", in: index).findings.first)
    #expect(found.document == document.id && found.pages.map(\.number) == [3])
    #expect(found.pages.first?.page.text.isRecognized == true)
    #expect(
      try await index.recognizedText(ofPage: 3, of: document.sha256)?.words.map(\.text) == [
        "Umsatz", "im", "Jahr",
      ])
    #expect(try await index.recognizedText(ofPage: 1, of: document.sha256) == nil)
    #expect(try await index.recognizedText(ofPage: 2, of: document.sha256) == nil)
    #expect(try await index.recognizedText(ofPage: 99_999_999, of: document.sha256) == nil)
    // Words that stand on a page already are not replaced.
    try await index.addRecognized(read, ofPage: 2, of: document.sha256)
    #expect(try await find("umsatz", in: index).findings.first?.pageCount == 1)
    try await index.note([], removed: [document.id], upTo: nil)
    while try await index.forgetUnused(limit: 1) {}
    try await index.file.write { database in
      try database.execute(sql: "INSERT INTO words (words) VALUES ('integrity-check')")
    }
  }

  @Test("notes why words cannot be had, and does not ask again")
  func refused() async throws {
    let index = try index()
    let document = try Sample("a.pdf", content: "a").document
    try await index.note([document], removed: [], upTo: nil)
    try await index.refuse(document.sha256, because: .passwordRequired)
    #expect(try await index.progress(of: document.id) == .refused(.passwordRequired))
    #expect(try await index.waiting(limit: 1).isEmpty)
    #expect(try await names("a", in: index) == [document.id])
  }

  @Test("forgets what the store does not have when it is read through")
  func readThrough() async throws {
    let index = try index()
    let kept = try await add("kept.pdf", ["tea"], to: index)
    try await add("gone.pdf", ["tea"], to: index)
    try await index.beginReading()
    #expect(try await index.position() == nil)
    try await index.note([kept], removed: [], upTo: nil)
    let position = EventID(epoch: EventEpoch(), sequence: 41)
    try await index.endReading(upTo: position)
    #expect(try await index.position() == position)
    #expect(try await names("tea", in: index) == [kept.id])
  }

  @Test("is begun anew where its file is damaged or of another form")
  func damaged() async throws {
    let root = try workspace.open()
    let first = try SQLiteTextIndex(root: root)
    try await add("a.pdf", ["tea"], to: first)
    try await first.file.write { try $0.execute(sql: "PRAGMA user_version = 99") }
    first.close()
    let second = try SQLiteTextIndex(root: root)
    #expect(try await second.position() == nil)
    #expect(try await find("tea", in: second).total == 0)
    second.close()
    try Data(repeating: 7, count: 9_000).write(to: URL(filePath: "\(root.path)/Library/search.sqlite"))
    let third = try SQLiteTextIndex(root: root)
    #expect(try await find("tea", in: third).total == 0)
  }

  @Test("keeps boxes that are no numbers, or lie beside the page, within bounds")
  func boxes() throws {
    let words = [
      PageWord(text: "a", box: PageRectangle(x: .nan, y: -5, width: .infinity, height: 1e300)),
      PageWord(text: "b\nc", box: PageRectangle(x: 1, y: 1, width: 1, height: 1)),
    ]
    let stored = StoredPage(PageText(words: words, links: []))
    let read = StoredPage(text: stored.text, boxes: stored.boxes).words
    #expect(
      read.map(\.text) == ["a", "bc"] && read.allSatisfy { $0.box.x.isFinite && $0.box.width.isFinite })
    #expect(StoredPage(PageText(words: [], links: [])).words.isEmpty)
    #expect(StoredPage(text: "a\nb", boxes: [1, 2, 3]).words.isEmpty)
  }
}
