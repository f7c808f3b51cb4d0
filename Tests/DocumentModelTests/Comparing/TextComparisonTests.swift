import DocumentModel
import Testing

@Suite("Changes from one text to another")
struct TextComparisonTests {
  private func compare(_ old: String, _ new: String) throws -> TextComparison {
    TextComparison(from: try ComparedText(Array(old.utf8)), to: try ComparedText(Array(new.utf8)))
  }

  @Test("a changed line stands in a hunk with three lines around it")
  func hunk() throws {
    let lines = (1...20).map { "line \($0)" }
    var changed = lines
    changed[9] = "line ten"
    let comparison = try compare(lines.joined(separator: "\n"), changed.joined(separator: "\n"))
    let hunk = try #require(comparison.hunks.first)
    #expect(comparison.hunks.count == 1 && comparison.removedCount == 1 && comparison.addedCount == 1)
    #expect((hunk.oldStart, hunk.oldCount) == (7, 7) && (hunk.newStart, hunk.newCount) == (7, 7))
    #expect(hunk.lines.map(\.kind.rawValue.first) == ["c", "c", "c", "r", "a", "c", "c", "c"])
    #expect(hunk.lines[3].oldNumber == 10 && hunk.lines[3].newNumber == nil)
    #expect(hunk.lines[4].line.text == "line ten")
    #expect(hunk.lines[7].oldNumber == 13 && hunk.lines[7].newNumber == 13)
  }

  @Test("changes far apart are two hunks, close ones are one", arguments: [(6, 1), (7, 2)])
  func grouping(gap: Int, hunks: Int) throws {
    let middle = (0..<gap).map { "same \($0)\n" }.joined()
    let comparison = try compare("a\n\(middle)b\n", "A\n\(middle)B\n")
    #expect(comparison.hunks.count == hunks)
  }

  @Test("the words that changed are told, in the units of JavaScript's strings")
  func words() throws {
    let comparison = try compare("The 🐇 brown fox jumps\n", "The 🐇 red fox jumps high\n")
    let lines = try #require(comparison.hunks.first).lines
    #expect(lines.map(\.changes) == [[7..<12], [7..<10, 20..<25]])
  }

  @Test("lines with little in common have no single words that changed")
  func unlike() throws {
    let lines = try #require(
      try compare("completely different text here\n", "nothing of it was left there\n").hunks.first
    ).lines
    #expect(lines.allSatisfy { $0.changes == nil })
  }

  @Test("equal texts have no hunks, and two empty ones neither", arguments: ["", "a", "a\n", "\n\n"])
  func equal(_ text: String) throws {
    #expect(try compare(text, text).hunks.isEmpty)
    #expect(try compare(text, text).unified(oldName: "a", newName: "b") == "")
  }

  @Test("the unified form is the one that patch reads")
  func unified() throws {
    let comparison = try compare("one\ntwo\nthree", "zero\none\nthree\n")
    #expect(
      comparison.unified(oldName: "a/x", newName: "b/x") == """
        --- a/x
        +++ b/x
        @@ -1,3 +1,3 @@
        +zero
         one
        -two
        -three
        \\ No newline at end of file
        +three

        """)
  }

  @Test("a hunk without lines of one side names the line before it")
  func emptySide() throws {
    #expect(try compare("", "a\n").unified(oldName: "a", newName: "b").contains("@@ -0,0 +1,1 @@"))
    #expect(try compare("a\n", "").unified(oldName: "a", newName: "b").contains("@@ -1,1 +0,0 @@"))
  }

  @Test("hunks applied to the old text make the new one", arguments: 0..<40)
  func applied(seed: Int) throws {
    let old = (0..<60).map { "line \(($0 * (seed + 3)) % 17)" }
    let new = (0..<60).map { "line \(($0 * (seed + 5)) % 19 % 17)" }.filter { !$0.hasSuffix("\(seed % 7)") }
    let comparison = try compare(
      old.joined(separator: "\n") + (seed.isMultiple(of: 2) ? "\n" : ""), new.joined(separator: "\n"))
    var (result, place): ([String], Int) = ([], 0)
    for hunk in comparison.hunks {
      let start = hunk.oldCount == 0 ? hunk.oldStart : hunk.oldStart - 1
      result += old[place..<start]
      place = start
      for line in hunk.lines {
        if line.kind != .added {
          #expect(old[place] == line.line.text)
          place += 1
        }
        if line.kind != .removed { result.append(line.line.text) }
      }
    }
    #expect(result + old[place...] == new)
  }

  @Test("another spelling of a letter is a change, though strings are equal then")
  func spelling() throws {
    #expect("\u{E9}" == "e\u{301}")
    #expect(try compare("caf\u{E9}\n", "cafe\u{301}\n").hunks.count == 1)
  }

  @Test("bytes that are no UTF-8 are taken for Latin-1, and it is said")
  func encodings() throws {
    let latin = try ComparedText(Array("caf".utf8) + [0xE9, 0x0A])
    #expect(latin.encoding == .latin1 && latin.lines.map(\.text) == ["caf\u{E9}"])
    let utf8 = try ComparedText(Array("café\n".utf8))
    #expect(utf8.encoding == .utf8)
    #expect(TextComparison(from: latin, to: utf8).hunks.isEmpty)
    #expect(try ComparedText([0xFF, 0x0D, 0x0A]).lines == [.init("ÿ\r")])
  }

  @Test("bytes that are no text, or too long a text, are refused")
  func refusals() {
    #expect { try ComparedText([0x61, 0, 0x62]) } throws: {
      ($0 as? DocumentError)?.code == .notComparable
    }
    for bytes in [
      Array(repeating: UInt8(ascii: "a"), count: ComparedText.maximumBytes + 1),
      Array(repeating: UInt8(ascii: "\n"), count: ComparedText.maximumLines),
    ] {
      #expect { try ComparedText(bytes) } throws: { ($0 as? DocumentError)?.code == .documentTooLarge }
    }
  }

  @Test("texts made to be hard come to an end, and say so")
  func hard() throws {
    let old = (0..<40_000).map { "\($0 * 7919 % 10_007)" }.joined(separator: "\n")
    let new = (0..<40_000).map { "\($0 * 104_729 % 10_007)" }.joined(separator: "\n")
    let comparison = TextComparison(
      from: try ComparedText(Array(old.utf8)), to: try ComparedText(Array(new.utf8)), budget: 1_000_000)
    #expect(comparison.isTruncated)
    #expect(comparison.hunks.reduce(0) { $0 + $1.oldCount } == 40_000)
  }
}
