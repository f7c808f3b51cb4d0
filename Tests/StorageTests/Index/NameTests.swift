import DocumentModel
import Testing

@testable import Storage

@Suite("How names are compared and found")
struct NameTests {
  @Test(
    "case, accents, width and fused letters are folded",
    arguments: [
      ("ÄÖÜ", "aou"), ("Straße", "strasse"), ("ΟΔΟΣ", "οδοσ"), ("οδος", "οδοσ"), ("İstanbul", "istanbul"),
      ("ｆｕｌｌ", "full"), ("Øre Łódź Đà", "ore lodz da"), ("Æon œuvre", "aeon oeuvre"), ("ﬁne", "fine"),
      ("٣٤", "34"), ("x²", "x2"), ("ἄνθρωπος", "ανθρωποσ"), ("Ёлка", "елка"),
    ])
  func folding(_ text: String, _ folded: String) {
    #expect(TextFolding.folded(text) == folded)
  }

  @Test("marks that write vowels are not accents", arguments: ["हिन्दी", "ไทย", "か\u{3099}"])
  func vowels(_ text: String) {
    #expect(Array(TextFolding.folded(text).unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test(
    "names sort as people expect",
    arguments: [
      ["a.txt", "a 2.txt", "a 10.txt", "b.txt"], ["v1.9", "v1.10"], ["2024-1-9.txt", "2024-01-10.txt"],
      ["a", "a.pdf", "a.txt"], ["IMG_1.jpg", "img_0002.jpg", "IMG_10.jpg"],
      ["99999999999999999999998", "99999999999999999999999", "100000000000000000000000"],
      ["1", "_x", "a", "ö", "p", "z", "я", "あ", "漢"], ["page", "page 0", "page 00 a", "page 1"],
    ])
  func sorting(_ names: [String]) throws {
    let keys = try names.map { NameSortKey.key(of: try FileName($0)) }
    #expect(keys == keys.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) })
    #expect(Set(keys).count == names.count)
  }

  @Test("names that differ only in case and accents sort as one")
  func ties() throws {
    #expect(
      NameSortKey.key(of: try FileName("Über 7.PDF")) == NameSortKey.key(of: try FileName("uber 007.pdf")))
  }

  @Test(
    "names are indexed by their words",
    arguments: [
      ("Rechnung2024.pdf", "rechnung 2024 pdf"), ("snake_case-name.txt", "snake case name txt"),
      ("文書2.txt", "文 書 2 txt"), ("C++.md", "c + + md"), ("…", ""),
      ("MeetingNotes.txt", "meetingnotes txt meeting notes txt"), ("ไทย", "ไ ท ย"), ("🎉", "🎉"),
    ])
  func words(_ name: String, _ words: String) throws {
    #expect(NameWords.indexed(try FileName(name)) == words)
  }

  @Test(
    "a text becomes a pattern of quoted words",
    arguments: [
      ("a b", "\"a\"* \"b\"*"), ("Rechnung2024", "\"rechnung 2024\"*"),
      ("\"x\" OR y*", "\"x\"* \"or\"* \"y\"*"),
      ("文書", "\"文 書\"*"),
    ])
  func patterns(_ text: String, _ pattern: String) {
    #expect(NameWords.pattern(text) == pattern)
  }

  @Test("a text without words is no pattern", arguments: ["", " ", "...", "\"", "\u{0}", "- _"])
  func noPattern(_ text: String) {
    #expect(NameWords.pattern(text) == nil)
  }

  @Test(
    "words are found in names of many scripts and habits",
    arguments: [
      ("MeetingNotes.pdf", "notes"), ("MeetingNotes.pdf", "meetingn"), ("会議の資料.pdf", "資料"),
      ("会議の資料.pdf", "の"),
      ("C++ guide.txt", "c++"), ("Über-Größe.txt", "grosse"), ("IMG_0042.jpg", "0042"), ("Łódź.txt", "lodz"),
      ("50€.txt", "€"), ("party 🎉.txt", "🎉"), ("हिन्दी.txt", "हिन्दी"), ("report.final.v2.docx", "v2 docx"),
    ])
  func finding(_ name: String, _ text: String) async throws {
    let workspace = TemporaryWorkspace(inMemory: true)
    let index = try SQLiteIndex(root: workspace.open())
    try await index.add([name, "something else.xyz"])
    #expect(try await index.paths(DocumentQuery(text: text)) == [name])
  }
}
