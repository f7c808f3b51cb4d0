import DocumentModel
import Storage
import Synchronization
import Testing

@testable import Workspace

/// Documents of lines, a page each; `#password` in one says that it is locked.
final class PagedText: PageRenderer {
  private let asked = Mutex<[(page: Int, priority: RenderPriority)]>([])
  private let failing: Mutex<(page: Int, code: DocumentError.Code)?>

  init(failing: (page: Int, code: DocumentError.Code)? = nil) { self.failing = Mutex(failing) }

  var pages: [Int] { asked.withLock { $0.map(\.page) } }
  var isBulk: Bool { asked.withLock { $0.allSatisfy { $0.priority == .bulk } } }

  func recover() { failing.withLock { $0 = nil } }

  func sniff(_ content: any ReadableContent) async throws(DocumentError) -> SniffedContent {
    content.bytes(from: 0, count: 1) == Array("~".utf8)
      ? SniffedContent(mediaType: "text/plain", encoding: "us-ascii", description: "text")
      : SniffedContent(mediaType: "application/pdf", encoding: "binary", description: "PDF document")
  }

  private func lines(_ source: RenderSource) -> [String] {
    let bytes = source.content.bytes(from: 0, count: Int(source.content.size))
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  func inspect(
    _ source: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> InspectedDocument {
    let lines = lines(source)
    if lines.contains("#password") { throw DocumentError(.passwordRequired, "it is locked") }
    return InspectedDocument(
      facts: DocumentFacts(
        pageCount: lines.count,
        pages: lines.indices.map {
          PageFacts(number: $0 + 1, size: PageSize(width: 10, height: 20), label: "")
        }, outline: [], title: nil, renderer: "lines"),
      microseconds: 5)
  }

  func render(
    _ request: RenderRequest, of source: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> RenderedPage {
    throw DocumentError(.busy, "it draws nothing")
  }

  func text(ofPage page: Int, of source: RenderSource) async throws(DocumentError) -> PageText {
    try await text(ofPage: page, of: source, priority: .visible)
  }

  func text(
    ofPage page: Int, of source: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> PageText {
    asked.withLock { $0.append((page, priority)) }
    if let failure = failing.withLock({ $0 }), failure.page == page {
      throw DocumentError(failure.code, "no")
    }
    let words = lines(source)[page - 1].split(separator: " ").map { word in
      PageWord(text: String(word), box: PageRectangle(x: 1, y: 1, width: 1, height: 1))
    }
    return PageText(words: words, links: [])
  }

  func release(_ hash: ContentHash) async {}
}

@Suite("The index of words is filled")
struct TextFillingTests {
  private struct Test {
    let workspace: TestWorkspace
    let index: SQLiteTextIndex
    let filling: TextFilling

    func add(_ text: String, named name: String = "a.pdf") async throws -> Document {
      try await workspace.add(text, named: name)
    }

    func fill() async throws {
      try await filling.catchUp()
      while await filling.fillSome() {}
    }

    func find(_ text: String) async throws -> [FoundDocument] {
      try await DocumentSearch(in: workspace.workspace, by: index).find(.init(text)).documents
    }

    func ids(_ text: String) async throws -> [DocumentID] { try await find(text).map(\.document.id) }
  }

  private func with(
    _ renderer: PagedText = PagedText(), _ body: (Test) async throws -> Void
  ) async throws {
    let workspace = try await TestWorkspace(renderer: renderer)
    let index = try SQLiteTextIndex(root: workspace.root)
    try await body(
      Test(
        workspace: workspace, index: index,
        filling: TextFilling(workspace.workspace, into: index, pause: { _ in })))
  }

  @Test("with every page of every document, as bulk work")
  func filled() async throws {
    let renderer = PagedText()
    try await with(renderer) { test in
      let one = try await test.add("about tea\nand coffee", named: "one.pdf")
      let two = try await test.add("tea alone", named: "two.pdf")
      try await test.fill()
      #expect(try await Set(test.ids("tea")) == [one.id, two.id])
      #expect(try await test.ids("tea coffee") == [one.id])
      #expect(renderer.pages.sorted() == [1, 1, 2] && renderer.isBulk)
      #expect(try await test.index.progress() == TextIndexProgress(read: 2, waiting: 0, refused: 0))
    }
  }

  @Test("and follows new contents, moves, the Trash and removals")
  func followed() async throws {
    try await with { test in
      let document = try await test.add("tea")
      try await test.fill()
      let changed = try await test.workspace.change(document, to: "coffee")
      try await test.fill()
      #expect(try await test.ids("tea").isEmpty)
      #expect(try await test.ids("coffee") == [document.id])
      let workspace = test.workspace.workspace
      _ = try await workspace.documents.trash(document.id, expecting: .content(changed.sha256))
      try await test.fill()
      #expect(try await test.ids("coffee").isEmpty)
      _ = try await workspace.documents.restore(document.id, expecting: .anything)
      try await test.fill()
      #expect(try await test.ids("coffee") == [document.id])
    }
  }

  @Test("from the store where the index knows no event of it")
  func readThrough() async throws {
    let renderer = PagedText()
    try await with(renderer) { test in
      let document = try await test.add("tea")
      try await test.fill()
      try await test.index.note([], removed: [], upTo: EventID(epoch: EventEpoch(), sequence: 1))
      try await test.fill()
      #expect(try await test.ids("tea") == [document.id])
      // Words that are there are not read again.
      #expect(renderer.pages == [1])
    }
  }

  @Test("from the page on which a server was killed")
  func resumed() async throws {
    let renderer = PagedText(failing: (page: 20, code: .busy))
    try await with(renderer) { test in
      let document = try await test.add((1...40).map { "page\($0)" }.joined(separator: "\n"))
      try await test.fill()
      #expect(try await test.index.progress(of: document.id) == .waiting(pages: 16, of: 40))
      #expect(try await test.ids("page16") == [document.id])
      #expect(try await test.ids("page17").isEmpty)
      renderer.recover()
      // Another server: what was put off is not known to it.
      let next = TextFilling(test.workspace.workspace, into: test.index, pause: { _ in })
      while await next.fillSome() {}
      #expect(try await test.ids("page40") == [document.id])
      #expect(renderer.pages.filter { $0 <= 16 }.count == 16)
    }
  }

  @Test("with what can be read where a page cannot, and says why where none can")
  func unreadable() async throws {
    try await with(PagedText(failing: (page: 2, code: .damaged))) { test in
      let document = try await test.add("tea\nbroken\ncoffee")
      let locked = try await test.add("#password", named: "locked.pdf")
      let bytes = try await test.add("~tea", named: "a.txt")
      try await test.fill()
      #expect(try await test.ids("tea coffee") == [document.id])
      #expect(try await test.index.progress(of: locked.id) == .refused(.passwordRequired))
      #expect(try await test.index.progress(of: bytes.id) == .refused(.notShowable))
      #expect(try await test.ids("locked") == [locked.id])
    }
  }

  @Test("with words that a page breaks off, and shows them as they are read")
  func brokenOff() async throws {
    try await with { test in
      let document = try await test.add("Die Donau-\ndampf fährt auf der Donau-\nau dahin")
      try await test.fill()
      let found = try await test.find("donaudampf")
      #expect(found.map(\.document.id) == [document.id])
      let page = try #require(found.first?.pages.first)
      #expect(page.number == 1 && page.hits.map(\.count) == [1])
      #expect(page.snippet.text == "Die Donaudampf" && page.snippet.marks == [4..<14])
    }
  }
}

@Suite("The words around a hit")
struct SnippetTests {
  private func words(_ text: String) -> [PageWord] {
    text.split(separator: " ").map {
      PageWord(
        text: String($0), box: PageRectangle(x: 0, y: 0, width: 1, height: 1), isHyphenated: $0.hasSuffix("~")
      )
    }
  }

  @Test("are those before and behind it, with every hit marked")
  func marks() {
    let snippet = Snippet(of: words("one two three four three"), around: [2...2, 4...4])
    #expect(snippet.text == "one two three four three" && snippet.marks == [8..<13, 19..<24])
    #expect(!snippet.isCut.start && !snippet.isCut.end)
  }

  @Test("are some of a long page")
  func bounded() {
    let text = (0..<500).map { "word\($0)" }.joined(separator: " ")
    let snippet = Snippet(of: words(text), around: [250...251])
    #expect(snippet.isCut.start && snippet.isCut.end && snippet.text.count < 240)
    let mark = snippet.marks.first.map { Array(snippet.text.utf16)[$0] }
    #expect(mark.map { String(decoding: $0, as: UTF16.self) } == "word250 word251")
  }

  @Test("are those where most hits stand together")
  func densest() {
    let text = (0..<300).map { "word\($0)" }.joined(separator: " ")
    let snippet = Snippet(of: words(text), around: [10...10, 200...200, 203...203, 290...290])
    #expect(snippet.text.contains("word200") && snippet.marks.count == 2)
  }

  @Test("of a page without a hit are its first ones")
  func none() {
    #expect(Snippet(of: words("a b"), around: []).text == "a b")
    #expect(Snippet(of: [], around: []).text.isEmpty)
  }
}
