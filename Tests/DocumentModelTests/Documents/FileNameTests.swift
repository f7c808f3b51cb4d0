import DocumentModel
import Foundation
import Testing

@Suite struct `A file name` {
  // MARK: Legal

  @Test(arguments: [
    "a", "report.pdf", "Über Größe.pdf", "数据.txt", "a b.txt", "a'b\"c.txt", "-rf", "~", "a.", "a..b", "CON",
    "nul.txt",
    "a:b*c?.txt", "report |<>.pdf", "👩‍👩‍👧‍👦.png", "🏴󠁧󠁢󠁥󠁮󠁧󠁿.txt", "نامه‌ها.pdf", "a%2Fb", "$HOME", "a\u{301}",
  ])
  func `may be anything that people write`(text: String) throws {
    #expect(try FileName(text).description == text.precomposedStringWithCanonicalMapping)
  }

  @Test(arguments: [
    ("", "a name cannot be empty"),
    (".", "a name cannot start with a dot"),
    ("..", "a name cannot start with a dot"),
    (".hidden", "a name cannot start with a dot"),
    (".\u{301}hidden", "a name cannot start with a dot"),
    ("a/b", "the name holds a slash, a control character or a direction override"),
    ("../a", "a name cannot start with a dot"),
    ("/etc/passwd", "the name holds a slash, a control character or a direction override"),
    ("a\\b", "the name holds a slash, a control character or a direction override"),
    ("a\u{0}b", "the name holds a slash, a control character or a direction override"),
    ("a\nb", "the name holds a slash, a control character or a direction override"),
    ("a\r\nb", "the name holds a slash, a control character or a direction override"),
    ("a\u{7F}", "the name holds a slash, a control character or a direction override"),
    ("a\u{85}b", "the name holds a slash, a control character or a direction override"),
    ("exe.\u{202E}gpj", "the name holds a slash, a control character or a direction override"),
    ("a\u{2066}b", "the name holds a slash, a control character or a direction override"),
    ("a\u{200F}b", "the name holds a slash, a control character or a direction override"),
    ("a\u{61C}b", "the name holds a slash, a control character or a direction override"),
    ("a\u{2028}b", "the name holds a slash, a control character or a direction override"),
    ("\u{FEFF}a", "the name holds a slash, a control character or a direction override"),
    ("a\u{FFFE}", "the name holds a slash, a control character or a direction override"),
    (" a", "a name cannot start or end with white space"),
    ("a ", "a name cannot start or end with white space"),
    ("a\u{A0}", "a name cannot start or end with white space"),
    ("\u{3000}a", "a name cannot start or end with white space"),
    ("\u{200B}", "the name holds nothing that can be seen"),
    ("\u{AD}\u{2060}", "the name holds nothing that can be seen"),
  ])
  func `of the wrong kind is refused with the rule it breaks`(text: String, detail: String) {
    #expect(refusal { _ = try FileName(text) } == detail)
  }

  @Test func `has at most 255 bytes of UTF-8`() {
    #expect(refusal { _ = try FileName(String(repeating: "a", count: 255)) } == nil)
    #expect(
      refusal { _ = try FileName(String(repeating: "a", count: 256)) } == "the name is longer than 255 bytes")
    #expect(refusal { _ = try FileName(String(repeating: "ü", count: 127)) } == nil)
    #expect(
      refusal { _ = try FileName(String(repeating: "ü", count: 128)) } == "the name is longer than 255 bytes")
  }

  @Test func `is the same in both normalisation forms`() throws {
    let composed = try FileName("caf\u{E9}.txt")
    let decomposed = try FileName("cafe\u{301}.txt")
    #expect(composed == decomposed)
    #expect(Array(decomposed.description.utf8) == Array("caf\u{E9}.txt".utf8))
    #expect(composed.hashValue == decomposed.hashValue)
  }

  @Test func `can be written and read, and is checked when read`() throws {
    let name = try FileName("a.pdf")
    #expect(try JSONDecoder().decode(FileName.self, from: JSONEncoder().encode(name)) == name)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(FileName.self, from: Data(#""../a""#.utf8))
    }
  }

  // MARK: Parts

  @Test(arguments: [
    ("a.pdf", "a", "pdf"), ("A.PDF", "A", "pdf"), ("a.tar.gz", "a.tar", "gz"), ("a", "a", ""),
    ("a.", "a", ""),
    ("a b.c d", "a b", "c d"), ("ä.Ö", "ä", "ö"),
  ])
  func `has a stem and an extension`(text: String, stem: String, ending: String) throws {
    let name = try FileName(text)
    #expect(name.stem == stem)
    #expect(name.fileExtension == ending)
  }

  @Test func `is ordered by its text`() throws {
    #expect(
      try [FileName("b"), FileName("a"), FileName("B")].sorted() == [
        FileName("B"), FileName("a"), FileName("b"),
      ])
  }

  // MARK: Numbered

  @Test(arguments: [
    ("report.pdf", "report 2.pdf"), ("report", "report 2"), ("a.tar.gz", "a.tar 2.gz"), ("a.", "a 2."),
  ])
  func `takes a number before its extension`(text: String, numbered: String) throws {
    #expect(try FileName(text).numbered(2).description == numbered)
  }

  @Test(arguments: [
    String(repeating: "a", count: 255), String(repeating: "a", count: 251) + ".pdf",
    "a." + String(repeating: "b", count: 253), String(repeating: "👩‍👩‍👧‍👦", count: 10) + ".pdf",
    String(repeating: "a b", count: 84) + ".x", "e" + String(repeating: "\u{302}", count: 120) + ".pdf",
  ])
  func `stays legal when a number is added`(text: String) throws {
    let numbered = try FileName(text).numbered(1_000_000).description
    #expect(try FileName(numbered).description == numbered)
    #expect(numbered.contains(" 1000000"))
  }

  @Test(arguments: [
    ("report.pdf", "report (copy).pdf"), ("report", "report (copy)"), ("a.tar.gz", "a.tar (copy).gz"),
    ("a.", "a (copy)."),
  ])
  func `takes a word in brackets before its extension`(text: String, marked: String) throws {
    #expect(try FileName(text).marked("copy").description == marked)
  }

  @Test(arguments: [
    String(repeating: "x", count: 251), String(repeating: "é", count: 125) + "y",
    String(repeating: "👩‍👩‍👧‍👦", count: 10), String(repeating: "x", count: 236),
  ])
  func `keeps the word and its extension however long it is, and with any number`(stem: String) throws {
    let name = try FileName("\(stem).txt")
    let marked = name.marked("conflict")
    #expect(try FileName(marked.description) == marked)
    #expect(marked.description.hasSuffix(" (conflict).txt"))
    #expect(stem.hasPrefix(marked.description.dropLast(" (conflict).txt".count)), "whole characters are cut")
    let numbered = marked.numbered(1_000_000).description
    #expect(numbered.hasSuffix(" (conflict) 1000000.txt") && numbered.utf8.count <= 255)
  }

  // MARK: Sanitized

  @Test(arguments: [
    ("report.pdf", "report.pdf"), ("../../etc/passwd", "_._.._etc_passwd"), ("/etc/passwd", "_etc_passwd"),
    ("C:\\x\\y.doc", "C:_x_y.doc"), ("a\u{0}b", "a_b"), ("a\tb\r\n", "a_b__"), (".hidden", "_hidden"),
    ("..", "_."),
    ("  a  ", "a"), ("", "untitled"), ("   ", "untitled"), ("\u{200B}", "untitled"), ("\u{A0}", "untitled"),
    ("exe.\u{202E}gpj", "exe._gpj"), ("cafe\u{301}", "caf\u{E9}"), (".\u{301}x", "_\u{301}x"), ("a.", "a."),
  ])
  func `is made of anything`(text: String, name: String) {
    #expect(FileName(sanitizing: text).description == name)
  }

  @Test(arguments: [
    String(repeating: "数", count: 100) + ".pdf", String(repeating: "👩‍👩‍👧‍👦", count: 12) + ".jpeg",
    String(repeating: "a", count: 300), "a." + String(repeating: "b", count: 300),
    "e" + String(repeating: "\u{302}", count: 150) + ".pdf", "e" + String(repeating: "\u{302}", count: 300),
    String(repeating: "a", count: 253) + " b", String(repeating: " /", count: 200),
    String(repeating: "\u{0}", count: 400),
    String(repeating: ".", count: 400), String(repeating: "\u{958}", count: 84) + ".txt", "\u{202E}",
    "\u{FEFF}.pdf",
  ])
  func `made of anything is legal`(text: String) throws {
    let name = FileName(sanitizing: text)
    #expect(try FileName(name.description) == name)
    #expect(FileName(sanitizing: name.description) == name)
  }

  @Test func `made of a long one keeps its extension and whole characters`() {
    let name = FileName(sanitizing: String(repeating: "👩‍👩‍👧‍👦", count: 12) + ".jpeg")
    #expect(name.fileExtension == "jpeg")
    #expect(name.stem.allSatisfy { $0 == "👩‍👩‍👧‍👦" })
    #expect(name.description.utf8.count > 255 - 25)
  }

  @Test func `made of random scalars is legal`() throws {
    var generator = SeededGenerator(state: 7)
    let odd: [Unicode.Scalar] = [
      "/", ".", " ", "\u{0}", "\u{301}", "\u{200D}", "\u{202E}", "👩", "a", "\u{FE0F}", "ü", "\u{1100}",
    ]
    for _ in 0..<300 {
      let scalars = (0..<Int.random(in: 0...140, using: &generator)).compactMap { _ in
        odd.randomElement(using: &generator)
      }
      let name = FileName(sanitizing: String(String.UnicodeScalarView(scalars)))
      #expect(try FileName(name.description) == name)
      let numbered = name.numbered(12)
      #expect(try FileName(numbered.description) == numbered)
    }
  }
}

/// Repeatable random numbers (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
