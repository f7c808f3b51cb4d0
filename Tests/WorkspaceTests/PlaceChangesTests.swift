import DocumentModel
import FoundationEssentials
import Testing

@testable import Workspace

@Suite("Which documents follow their files, and in which order")
struct PlaceChangesTests {
  private static func place(_ name: String) throws -> Location { Location(name: try FileName(name)) }

  private static func content() throws -> ContentHash {
    try #require(ContentHash(String(repeating: "0", count: 64)))
  }

  /// A document at `name` whose file has a number, and was made at `birth`.
  private static func entry(
    _ name: String, file: Int, birth: Int? = 5, size: Int64 = 3
  ) throws -> IndexEntry {
    let document = Document(
      id: DocumentID(), location: try place(name), type: .plainText, size: size, sha256: try content(),
      version: 1, created: Date(timeIntervalSince1970: 1), modified: Date(timeIntervalSince1970: 1))
    return IndexEntry(document: document, fingerprint: looks(file, birth, size))
  }

  private static func file(
    _ name: String, _ number: Int, birth: Int? = 5, size: Int64 = 3
  ) throws -> PlacedContent {
    PlacedContent(
      location: try place(name), size: size, fingerprint: looks(number, birth, size))
  }

  private static func looks(_ number: Int, _ birth: Int?, _ size: Int64) -> Fingerprint {
    Fingerprint(
      device: 1, inode: UInt64(number), size: size, modified: 7, changed: 8, born: birth.map(Int64.init))
  }

  /// "a>b" for a document at a that follows its file to b, "a!" for one that goes aside.
  private func plan(_ entries: [IndexEntry], _ files: [PlacedContent]) -> [String] {
    PlaceChanges(entries, files).steps.map { step in
      switch step {
      case .park(let entry): "\(entry.document.location.name)!"
      case .follow(let entry, let file): "\(entry.document.location.name)>\(file.location.name)"
      }
    }
  }

  private func three() throws -> [IndexEntry] {
    [try Self.entry("a", file: 1), try Self.entry("b", file: 2), try Self.entry("c", file: 3)]
  }

  @Test("a document goes where its file is, edited or not")
  func edited() throws {
    let (first, second) = (try Self.entry("a", file: 1), try Self.entry("b", file: 2))
    let files = [try Self.file("c", 1, size: 9), try Self.file("d", 2)]
    #expect(plan([first, second], files) == ["a>c", "b>d"])
  }

  @Test("the number of a removed file that was given to a new one leads nowhere")
  func reused() throws {
    let (entry, file) = (try Self.entry("a", file: 1), try Self.file("b", 1, birth: 6))
    #expect(plan([entry], [file]) == [])
  }

  @Test("where it is not known when files were made only one of the same length is the document's")
  func unborn() throws {
    let entry = try Self.entry("a", file: 1, birth: nil)
    let files = [
      try Self.file("b", 1, birth: nil), try Self.file("b", 1), try Self.file("b", 1, birth: nil, size: 4),
    ]
    #expect(files.map { plan([entry], [$0]) } == [["a>b"], ["a>b"], []])
  }

  @Test("the document in the way goes first")
  func chain() throws {
    let entries = try three()
    let files = [try Self.file("b", 1), try Self.file("c", 2), try Self.file("d", 3)]
    #expect(plan(entries, files) == ["c>d", "b>c", "a>b"])
    #expect(plan(entries.reversed(), files) == ["c>d", "b>c", "a>b"])
  }

  @Test("of those that wait for one another one goes aside")
  func ring() throws {
    let entries = try three()
    let files = [try Self.file("b", 1), try Self.file("c", 2), try Self.file("a", 3)]
    #expect(plan(entries, files) == ["a!", "c>a", "b>c", "a>b"])
  }

  @Test("where the one in the way has no file elsewhere the place wins for all behind it")
  func blocked() throws {
    let entries = try three() + [try Self.entry("x", file: 4)]
    let files = [try Self.file("b", 1), try Self.file("c", 2), try Self.file("y", 4)]
    #expect(plan(entries, files) == ["x>y"])
  }

  @Test("ten thousand that hang together cost a few looks each", arguments: [false, true], [false, true])
  func chainCost(isRing: Bool, isBackward: Bool) throws {
    let count = 10_000
    let entries = try (0..<count).map { try Self.entry("\($0)", file: $0 + 1) }
    let files = try (0..<count).map { number in
      try Self.file(isRing && number == count - 1 ? "0" : "\(number + 1)", number + 1)
    }
    let plan = PlaceChanges(isBackward ? entries.reversed() : entries, files)
    #expect(plan.steps.count == (isRing ? count + 1 : count))
    #expect(plan.looks <= 4 * count)
  }

  @Test("ten thousand files of one content are told apart in a few looks each")
  func contentCost() throws {
    let count = 10_000
    let entries = try (0..<count).map { try Self.entry("\($0)", file: $0 + 1) }
    var missing = MissingEntries(entries)
    for number in 0..<count {
      let name = number % 2 == 0 ? "\(number)" : "copy \(number)"
      let hashed = HashedContent(placed: try Self.file(name, count + number), sha256: try Self.content())
      let same = missing.sameContent(as: hashed)
      let found = try #require(same)
      missing.remove(found)
    }
    #expect(missing.all.isEmpty && !missing.hasSize(3))
    #expect(missing.looks <= 4 * count)
  }

  @Test("a content is that of the document of its name, else of the one whose place comes first")
  func firstPlace() throws {
    var missing = MissingEntries(try ["c", "a", "b", "x"].map { try Self.entry($0, file: 1) })
    let hashed = HashedContent(placed: try Self.file("x", 9), sha256: try Self.content())
    for name in ["x", "a", "b", "c"] {
      let same = missing.sameContent(as: hashed)
      let found = try #require(same)
      #expect(found.document.location.name.description == name)
      missing.remove(found)
    }
    #expect(missing.sameContent(as: hashed) == nil)
  }
}
