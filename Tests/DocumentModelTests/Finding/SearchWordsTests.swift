import Testing

@testable import DocumentModel

@Suite("The words of a text, as the search in all documents compares them")
struct SearchWordsTests {
  private func words(_ text: String) -> [String] { SearchWords.split(text).map(\.exact) }
  private func forms(_ text: String) -> [String] { SearchWords.split(text).flatMap(\.forms) }

  @Test("are folded, and end where neither a letter nor a digit stands")
  func folded() {
    #expect(words("Über-Größe, naïve café; ﬁn Ｗｉｄｅ") == ["uber", "grosse", "naive", "cafe", "fin", "wide"])
    #expect(words("INV-2024/0815 12.345,67") == ["inv", "2024", "0815", "12", "345", "67"])
    #expect(words("…—!?").isEmpty)
  }

  @Test("have umlauts written with two letters as a form")
  func umlauts() {
    #expect(forms("Müller") == ["mueller"])
    #expect(forms("Ærø Ångström") == ["aeroe", "aangstroem"])
    #expect(words("STRASSE Straße") == ["strasse", "strasse"])
  }

  @Test("have letters and digits apart as forms")
  func identifiers() {
    #expect(words("Rechnung2024 R2D2") == ["rechnung2024", "r2d2"])
    #expect(forms("Rechnung2024") == ["rechnung", "2024"])
    #expect(words("C++ C# a+b") == ["c++", "c#", "a+", "b"])
    #expect(forms("C++") == ["c"])
  }

  @Test("of scripts without spaces are pairs of characters")
  func pairs() {
    #expect(words("東京都は") == ["東京", "京都", "都は", "は"])
    #expect(words("PDF文書") == ["pdf", "文書", "書"])
    #expect(words("書") == ["書"])
    #expect(words("ﾌﾟﾛｼﾞｪｸﾄ") == words("プロジェクト"))
  }

  @Test("leave out what is not seen, and points that most texts leave out")
  func unseen() {
    #expect(words("Donau\u{AD}dampf zero\u{200D}joiner") == ["donaudampf", "zerojoiner"])
    #expect(words("مُحَمَّد محمد") == ["محمد", "محمد"])
    #expect(words("שָׁלוֹם") == words("שלום"))
  }

  @Test("are cut where nobody would type so long a word")
  func long() {
    #expect(words(String(repeating: "a", count: 5_000)).map(\.count) == [64])
    #expect(words(String(repeating: "ä", count: 5_000)).map(\.count) == [64])
    #expect(words("a" + String(repeating: "\u{301}", count: 5_000)) == ["a"])
  }
}

@Suite("The words of a page, as the search in all documents compares them")
struct SearchedPageTests {
  private func page(_ texts: String..., broken: Set<Int> = []) -> SearchedPage {
    let words = texts.enumerated().map { index, text in
      PageWord(
        text: text, box: PageRectangle(x: Double(index), y: 0, width: 1, height: 1),
        isHyphenated: broken.contains(index))
    }
    return SearchedPage(PageText(words: words, links: []))
  }

  private func places(_ text: String, in page: SearchedPage, isPrefix: Bool = false) throws -> [ClosedRange<
    Int
  >] {
    page.hits(of: [try #require(SearchTerm(text, isPrefix: isPrefix))]).map(\.places)
  }

  @Test("that a line broke are one, and found by their halves as well")
  func broken() throws {
    let page = page("Die", "Donau-", "dampf", "fährt", broken: [1])
    #expect(page.words.map(\.exact) == ["die", "donaudampf", "fahrt"])
    #expect(try places("Donaudampf", in: page) == [1...2])
    let split = self.page("Prüfungs-", "ver-", "höre", "Prüfungen", broken: [0, 1])
    #expect(split.words.map(\.exact) == ["prufungsverhore", "prufungen"])
    for word in ["pruefungsverhoere", "Prüfungsverhöre", "prufungsverhore"] {
      #expect(try places(word, in: split) == [0...2])
    }
    #expect(try places("dampf", in: page) == [1...2])
    #expect(try places("die donaudampf fährt", in: page) == [0...3])
  }

  @Test("of scripts without spaces are paired across the page's words")
  func paired() throws {
    let page = page("日本", "語", "学校", "x")
    #expect(page.words.map(\.exact) == ["日本", "本語", "語学", "学校", "校", "x"])
    #expect(try places("語学", in: page) == [1...2])
    #expect(try places("日本語", in: page) == [0...1])
    #expect(try places("校", in: page) == [2...2])
  }

  @Test("are found as phrases, by their beginning, and by other spellings")
  func found() throws {
    let page = page("Müller", "&", "Söhne", "Rechnung2024,", "Rechnungen")
    #expect(try places("müller söhne", in: page) == [0...2])
    #expect(try places("Mueller", in: page) == [0...0])
    #expect(try places("rechn", in: page, isPrefix: true) == [3...3, 4...4])
    #expect(try places("rechn", in: page).isEmpty)
    #expect(try places("2024", in: page) == [3...3])
    #expect(SearchTerm("&") == nil)
  }

  @Test("that begin otherwise than all terms are passed over, and no hit is lost")
  func passedOver() throws {
    let texts = ["Haus-", "BOOT", "Über", "fähre", "boot-haus", "(Boot)", "Fahrt", "x", "Boote", "boot2"]
    let words = texts.enumerated().map { index, text in
      PageWord(
        text: text, box: PageRectangle(x: Double(index), y: 0, width: 1, height: 1), isHyphenated: index == 0)
    }
    for text in ["boot", "hausboot", "fahre fahrt", "uber", "haus", "boot haus", "fahrt x boote"] {
      let term = try #require(SearchTerm(text, isPrefix: true))
      let beginnings = Set((term.words.map(\.exact) + term.spellings).compactMap(\.unicodeScalars.first))
      let found = SearchedPage(words, beginnings: beginnings).hits(of: [term])
      #expect(found == SearchedPage(words).hits(of: [term]))
    }
    let passed = SearchedPage(words, beginnings: ["b"]).words.map(\.exact)
    #expect(passed.contains("Fahrt") && passed.contains("boote"))
  }

  @Test("are told once where hits would overlap, and no more than wanted")
  func bounded() throws {
    let page = page("a", "a", "a", "a", "a")
    #expect(try places("a a", in: page) == [0...1, 2...3])
    let term = try #require(SearchTerm("a"))
    #expect(page.hits(of: [term], limit: 2).count == 2)
  }
}
