import DocumentModel
import FoundationEssentials
import Testing

@testable import Storage

@Suite("The words of all documents in the index")
struct TextListingTests {
  private let workspace = TemporaryWorkspace(inMemory: true)

  private func index() throws -> SQLiteTextIndex { try SQLiteTextIndex(root: workspace.open()) }

  private func page(_ text: String) -> ReadPage {
    let words = text.split(separator: " ").enumerated().map { place, word in
      PageWord(
        text: String(word), box: PageRectangle(x: Double(10 * place), y: 20, width: 9, height: 12),
        isHyphenated: word.last == "-")
    }
    return ReadPage(PageText(words: words, links: []), size: PageSize(width: 595, height: 842))
  }

  private func add(
    _ name: String, _ pages: [String], to index: SQLiteTextIndex,
    change: (inout Document) throws -> Void = { _ in }
  ) async throws -> Document {
    var document = try Sample(name, content: name).document
    try change(&document)
    try await index.note([document], removed: [], upTo: nil)
    try await index.add(pages.map(page), from: 1, of: document.sha256, pageCount: pages.count, isLast: true)
    return document
  }

  private func matching(_ text: String, in index: SQLiteTextIndex) async throws -> [DocumentID] {
    try await index.matches(SearchQuery(text) { _ in nil }, isWhole: false).documents
  }

  @Test("are those of documents that match, and of all documents where nothing is asked for")
  func matching() async throws {
    let index = try index()
    var all: [DocumentID] = []
    for number in 0..<40 {
      all.append(try await add("\(number).pdf", [number % 2 == 0 ? "tea houses" : "coffee"], to: index).id)
    }
    _ = try await add("trashed.pdf", ["tea"], to: index) { $0.trashed = Date() }
    let filed = try await add("filed.pdf", ["milk"], to: index) {
      $0.location.folder = try FolderPath(parsing: "Papers/2024")
    }
    #expect(try await Set(matching("", in: index)) == Set(all + [filed.id]))
    #expect(
      try await Set(matching("houses", in: index)) == Set(stride(from: 0, to: 40, by: 2).map { all[$0] }))
    #expect(try await matching("tea -houses", in: index).count == 0)
    #expect(try await matching("-tea -coffee", in: index) == [filed.id])
    #expect(try await matching("folder:Papers", in: index) == [filed.id])
  }

  @Test("come page by page, without words that belong to the next page")
  func pages() async throws {
    let index = try index()
    let document = try await add("a.pdf", ["the Donau-", "dampf und die", "", "ende"], to: index)
    let read = try #require(try await index.pages(of: document.id, after: 0))
    #expect(read.pages.map(\.number) == [1, 2, 3, 4] && read.isLast && read.hash == document.sha256)
    #expect(
      read.pages.map { $0.text.words.map(\.text) } == [
        ["the", "Donau-"], ["dampf", "und", "die"], [], ["ende"],
      ])
    #expect(read.progress == .read(pages: 4))
    #expect(try await index.pages(of: document.id, after: 3)?.pages.map(\.number) == [4])
    for page in [4, 50_000, Int.max] {
      #expect(try await index.pages(of: document.id, after: page)?.pages == [])
    }
    #expect(try await index.pages(of: document.id, after: .min)?.pages.count == 4)
    #expect(try await index.pages(of: DocumentID(), after: 0) == nil)
  }

  @Test("come in parts of some hundred kilobytes")
  func parts() async throws {
    let index = try index()
    let text = (0..<8_000).map { "word\($0)" }.joined(separator: " ")
    let document = try await add("long.pdf", (0..<12).map { _ in text }, to: index)
    var (numbers, parts, last) = ([Int](), 0, 0)
    while let read = try await index.pages(of: document.id, after: last), !read.pages.isEmpty {
      numbers += read.pages.map(\.number)
      last = numbers.last ?? last
      parts += 1
      if read.isLast { break }
    }
    #expect(numbers == Array(1...12) && parts > 2)
  }
}
