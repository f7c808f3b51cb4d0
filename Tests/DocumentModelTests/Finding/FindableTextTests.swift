import Testing

@testable import DocumentModel

@Suite("Words that are looked for on a page")
struct FindableTextTests {
  /// A page of words, each a box of its own; a word that ends in `¬` goes on in the next line.
  private func page(_ text: String) -> FindableText {
    let words = text.split(separator: " ").enumerated().map { index, word in
      PageWord(
        text: word.filter { $0 != "¬" },
        box: PageRectangle(x: Double(index) * 10, y: 0, width: 8, height: 10),
        isHyphenated: word.hasSuffix("¬"))
    }
    return FindableText(PageText(words: words, links: []))
  }

  private func found(_ text: String, in page: String, _ exact: String = "") throws -> [String] {
    let parameters = try FindParameters(
      text, matchesCase: exact.contains("c"), matchesAccents: exact.contains("a"),
      wholeWords: exact.contains("w"))
    return self.page(page).hits(of: parameters).map(\.text)
  }

  @Test(
    "case, accents, width, quotation marks and hyphens do not matter",
    arguments: [
      ("grosse", "Die Große Straße", "Große"), ("STRASSE", "Die Große Straße", "Straße"),
      ("fin", "ﬁne", "ﬁn"),
      ("cafe", "Café", "Café"), ("it's", "it’s", "it’s"), ("a-b", "a–b", "a–b"), ("οδος", "ΟΔΟΣ", "ΟΔΟΣ"),
      ("ａｂｃ", "abc", "abc"), ("\"x\"", "“x”", "“x”"), ("e", "é", "é"), ("34", "٣٤", "٣٤"),
    ])
  func folded(_ text: String, _ page: String, _ hit: String) throws {
    #expect(try found(text, in: page) == [hit])
  }

  @Test("case, accents and whole words count where they are asked for")
  func exact() throws {
    #expect(try found("Cat", in: "cat Cat CAT concat", "c") == ["Cat"])
    #expect(try found("cat", in: "cat Cat cát concat", "w") == ["cat", "Cat", "cát"])
    #expect(try found("cát", in: "cat Cát cát", "a") == ["Cát", "cát"])
    #expect(try found("cát", in: "cat Cát cát", "ca") == ["cát"])
    #expect(try found("cat", in: "concat (cat) cat's cat5 _cat", "w") == ["cat", "cat"])
  }

  @Test("words stand behind one another with any space")
  func spaces() throws {
    #expect(try found("  quick \n brown ", in: "the quick brown fox") == ["quick brown"])
    #expect(try found("k b", in: "the quick brown fox") == ["k b"])
    #expect(try found("quickbrown", in: "the quick brown fox") == [])
  }

  @Test("a word that the line broke is found whole and, where the hyphen is its own, with it")
  func hyphens() throws {
    #expect(try found("example", in: "an exam-¬ ple here") == ["example"])
    #expect(try found("well-known", in: "a well-¬ known place") == ["well-known"])
    #expect(try found("well-known", in: "a well-known place") == ["well-known"])
    #expect(try found("example here", in: "an exam-¬ ple here") == ["example here"])
    #expect(try found("exam ple", in: "an exam-¬ ple here") == [])
    #expect(try found("softly", in: "soft\u{AD}¬ ly") == ["softly"])
  }

  @Test("scripts without spaces are found across the pieces in which a page has them")
  func unspaced() throws {
    #expect(try found("日本語", in: "日本 語 text") == ["日本語"])
    #expect(try found("カタ", in: "カ タ") == ["カタ"])
  }

  @Test("a hit says where it begins and ends, and what stands around it")
  func places() throws {
    let page = page("Some words before the Straßen- bahn and after it")
    let hit = try #require(page.hits(of: try FindParameters("ssen- bahn")).first)
    #expect(hit.start == TextHit.Edge(word: 4, offset: 4) && hit.end == TextHit.Edge(word: 5, offset: 4))
    #expect(hit.boxes.map(\.x) == [40, 50])
    #expect(
      hit.before == "Some words before the Stra" && hit.text == "ßen- bahn" && hit.after == " and after it")
    let letters = page.hits(of: try FindParameters("s")).map(\.start.offset)
    #expect(letters == [0, 4, 0, 4])
  }

  @Test("a part of a fused letter is all of it")
  func fused() throws {
    let hits = page("ﬁne").hits(of: try FindParameters("i"))
    #expect(hits.map(\.text) == ["ﬁ"] && hits.first?.end.offset == 1)
  }

  @Test("an accent that stands alone is none, neither on the page nor in what is looked for")
  func lonelyAccents() throws {
    #expect(try found("münchen", in: "in M¨unchen") == ["M¨unchen"])
    #expect(try found("caf´", in: "a cafe") == ["cafe".prefix(3).description])
    #expect(throws: DocumentError.self) { try FindParameters("´") }
  }

  @Test("a broken word ends before its hyphen")
  func ends() throws {
    let hit = try #require(page("an exam-¬ ple").hits(of: try FindParameters("exam")).first)
    #expect(hit.end == TextHit.Edge(word: 1, offset: 4) && hit.text == "exam")
    #expect(hit.after == "ple")
  }

  @Test("a broken word is shown whole, in a hit and around it")
  func whole() throws {
    let page = page("a well-known exam-¬ ple of some-¬ thing")
    let hit = try #require(page.hits(of: try FindParameters("example of")).first)
    #expect(hit.text == "example of" && hit.before == "a well-known " && hit.after == " something")
    #expect(page.hits(of: try FindParameters("thing")).first?.before.hasSuffix("of some") == true)
  }

  @Test("hostile words take time in proportion to their length")
  func hostile() throws {
    func page(_ words: String...) -> FindableText {
      let box = PageRectangle(x: 0, y: 0, width: 8, height: 10)
      return FindableText(PageText(words: words.map { PageWord(text: $0, box: box) }, links: []))
    }
    let marks = page("x" + String(repeating: "\u{301}\u{316}", count: 100_000), "y")
    #expect(try marks.hits(of: FindParameters("x y", matchesAccents: true)).isEmpty)
    #expect(try marks.hits(of: FindParameters("x y")).map { $0.text.utf8.count < 100 } == [true])
    let capitals = page(String(repeating: "A", count: 100_000))
    #expect(try capitals.hits(of: FindParameters("a", matchesCase: true)).isEmpty)
    let long = page(String(repeating: "b", count: 100_000) + String(repeating: "ä", count: 1_000))
    let hits = try long.hits(of: FindParameters("a"))
    #expect(hits.count == 1_000 && hits.allSatisfy { $0.before.count <= 60 && $0.after.count <= 60 })
  }

  @Test("hits do not overlap, and no more than wanted are told")
  func count() throws {
    #expect(try found("aa", in: "aaaaa") == ["aa", "aa"])
    #expect(page("a a a a").hits(of: try FindParameters("a"), limit: 3).count == 3)
    #expect(page("").hits(of: try FindParameters("a")).isEmpty)
  }

  @Test(
    "nothing, and too much, cannot be looked for",
    arguments: ["", " \n ", "\u{AD}", String(repeating: "a", count: 201)])
  func refused(_ text: String) {
    #expect(throws: DocumentError.self) { try FindParameters(text) }
  }
}

@Suite("Any of several words in a page's text")
struct AnyWordTests {
  private func found(_ text: String, in page: String) throws -> [String] {
    let words = page.split(separator: " ").map {
      PageWord(text: String($0), box: PageRectangle(x: 0, y: 0, width: 1, height: 1))
    }
    let parameters = try FindParameters(anyOf: text)
    return FindableText(PageText(words: words, links: [])).hits(of: parameters).map(\.text)
  }

  @Test("are found in the order of reading, and those between quotation marks together")
  func any() throws {
    #expect(try found("law copyright", in: "the copyright law is law") == ["copyright", "law", "law"])
    #expect(
      try found("\"copyright law\" is", in: "the copyright law is copyright") == ["copyright law", "is"])
  }

  @Test("do not overlap: the longer one counts")
  func overlapping() throws {
    #expect(try found("law lawyer", in: "a lawyer of law") == ["lawyer", "law"])
  }
}
