import DocumentModel
import FoundationEssentials
import Testing

@Suite("The words of a document suggest")
struct DocumentSuggestionsTests {
  @Test("its title and its date", arguments: LetterHead.all)
  func heads(head: LetterHead) {
    let found = WrittenPage.suggestions(head.text, language: head.language)
    #expect(found.title?.text == head.title)
    #expect(found.dates.first?.day.description == head.date)
  }

  @Test(
    "a date in each spelling",
    arguments: [
      ("2024-03-07", "2024-03-07"), ("2024/3/7", "2024-03-07"), ("7.3.2024", "2024-03-07"),
      ("07.03.24", "2024-03-07"), ("7. 3. 2024", "2024-03-07"), ("07.03.98", "1998-03-07"),
      ("am 7.3.24", "2024-03-07"), ("7. März 2024", "2024-03-07"), ("7. Ma\u{308}rz 2024", "2024-03-07"),
      ("1. Jänner 2024", "2024-01-01"), ("7 March 2024", "2024-03-07"), ("March 7, 2024", "2024-03-07"),
      ("7th of March, 2024", "2024-03-07"), ("Sept. 30th 2024", "2024-09-30"), ("7-Mar-24", "2024-03-07"),
      ("7 Mar ’24", "2024-03-07"), ("25/12/2024", "2024-12-25"), ("12/25/2024", "2024-12-25"),
      ("03/03/2024", "2024-03-03"), ("1er août 2024", "2024-08-01"), ("31 de enero de 2024", "2024-01-31"),
      ("7º de março de 2024", "2024-03-07"), ("29 febbraio 2024", "2024-02-29"),
      ("(07.03.2024).", "2024-03-07"),
      ("2024-03-07T10:00", "2024-03-07"), ("1.-7. März 2024", "2024-03-07"), ("2024年3月7日", "2024-03-07"),
      ("٢٠٢٤-٠٣-٠٧", "2024-03-07"), ("7 MARCH 2024", "2024-03-07"), ("7–3–2024 and 25/1/2024", "2024-03-07"),
    ])
  func spellings(text: String, day: String) {
    #expect(WrittenPage.suggestions(text).dates.first?.day.description == day)
  }

  @Test(
    "no date where none is",
    arguments: [
      "", "2024", "March 2024", "7 March", "30.02.2024", "29 February 2023", "31/04/2024", "1.2.24",
      "12.3.2024.1",
      "192.168.10.20", "10.0.0.1", "1.7.3.2024", "DE07.03.2024x", "03/07/2024", "2024-13-01", "99/99/9999",
      "0000-00-00", "1899-12-31", "2027-06-16", "7. Mond 2024", "jui 7, 2024", "20240307", "7.3.20245",
      "٩٩٩٩-٩٩-٩٩", "007.003.2024", "99999999999999999999-12-12", "1-2-3-4", "../..", "7. 3. 24",
    ])
  func none(text: String) {
    #expect(WrittenPage.suggestions(text).dates.isEmpty)
  }

  @Test("day before month or month before day, by the language and by other dates of the page")
  func order() {
    func days(_ text: String, _ language: String?) -> [String] {
      WrittenPage.suggestions(text, language: language).dates.map(\.day.description)
    }
    #expect(days("03/07/2024", "fr") == ["2024-07-03"])
    #expect(days("03/07/2024", "en") == [])
    #expect(days("03/07/2024\n03/25/2024", "en") == ["2024-03-07", "2024-03-25"])
    #expect(days("03/07/2024\n25/03/2024", "en") == ["2024-07-03", "2024-03-25"])
    #expect(days("03/07/2024\n25/03/2024\n03/25/2024", "fr") == ["2024-03-25"])
  }

  @Test("at most five dates, each once, labelled ones first and days of birth last")
  func ranked() {
    let text = (1...9).map { "on 2024-01-0\($0)" }.joined(separator: "\n")
    let found = WrittenPage.suggestions(
      "Born 1 May 1970\n\(text)\non 2024-01-02\nInvoice date: 2024-01-09", language: "en")
    #expect(found.dates.map(\.day.day) == [9, 1, 2, 3, 4])
    let born = WrittenPage.suggestions("Date of birth: 1 May 1970\nLondon, 2 May 2024")
    #expect(born.dates.map(\.text) == ["2 May 2024", "1 May 1970"])
  }

  @Test("dates as they are written, with their page and the boxes of their words")
  func places() throws {
    let pages = [
      WrittenPage.page("nothing"), WrittenPage.page("am 7. März 2024, (Seite 2)", number: 2),
    ]
    let today = try #require(WrittenPage.today)
    let found = DocumentSuggestions(pages, metadataTitle: nil, hasHeadings: true, today: today)
    let date = try #require(found.dates.first)
    #expect(date.text == "7. März 2024" && date.page == 2)
    #expect(date.boxes == pages[1].text.words[1...3].map(\.box))
  }

  @Test(
    "the title of the metadata where that is telling",
    arguments: [
      ("Annual report 2024", "Annual report 2024"), ("  Jahres\tbericht ", "Jahres bericht"),
      ("Über uns/wir", "Über uns-wir"),
      ("Re: AW: Minutes", "Minutes"), ("Microsoft Word - report.doc", "Found"), ("untitled", "Found"),
      ("Dokument1", "Found"),
      ("report.docx", "Found"), ("C:\\temp\\a b", "Found"), ("scan_0001", "Found"), ("12345", "Found"),
      ("", "Found"),
      ("PowerPoint-Präsentation", "Found"), ("Layout 1", "Found"), ("a", "Found"),
      ("file:///tmp/x y", "Found"),
      ("Scan 2024-03-07", "Found"), ("\u{202E}gpj.exe is here", "gpj.exe is here"),
      ("Version 2.0 of it.", "Version 2.0 of it."),
    ])
  func metadata(title: String, expected: String) {
    #expect(
      WrittenPage.suggestions("# Found\n\nand more words of it", metadata: title).title?.text == expected)
  }

  @Test("a title that is a legal name of at most 120 characters, cut between words")
  func names() throws {
    let long = String(repeating: "lengthy ", count: 60)
    let title = try #require(WrittenPage.suggestions("", metadata: "A \(long)").title)
    #expect(title.text.count <= 120 && title.text.hasSuffix("lengthy") && title.page == nil)
    #expect(title.name(inPlaceOf: try FileName("scan.PDF")).description == "\(title.text).PDF")
    for text in ["...hidden and more", "a\u{0}b\u{7}c name", "日本語" + String(repeating: "字", count: 300)] {
      let title = try #require(WrittenPage.suggestions("", metadata: text).title)
      _ = try FileName(title.text)
      _ = try FileName(title.name(inPlaceOf: try FileName("without")).description)
    }
  }

  @Test("no heading of tables and of sources, but the dates in them")
  func sources() {
    let found = WrittenPage.suggestions("# import it\n2024-03-07", hasHeadings: false)
    #expect(found.title == nil && found.dates.count == 1)
  }

  @Test(
    "something in bounded time of texts that are made to hinder",
    arguments: [
      String(repeating: "9", count: 100_000), String(repeating: "1.", count: 50_000),
      String(repeating: "1.1.2024 ", count: 11_000), String(repeating: "7. März ", count: 12_000),
      String(repeating: "date ", count: 20_000) + "2024-03-07",
      "e" + String(repeating: "\u{301}", count: 100_000),
      String(repeating: "Betreff: ", count: 10_000), String(repeating: "Re:", count: 30_000),
      String(repeating: "# \n", count: 30_000), String(repeating: "🏴‍☠️", count: 20_000),
      String(repeating: "1/1/", count: 25_000),
    ])
  func bounded(text: String) {
    let clock = ContinuousClock()
    let time = clock.measure { _ = WrittenPage.suggestions(text, metadata: text) }
    #expect(time < .seconds(5))
  }

  @Test("nothing of boxes that no page has")
  func boxes() throws {
    let sides = [Double.nan, .infinity, -.infinity, 0, -1, 1e300, 5]
    let words = sides.flatMap { x in
      sides.map { y in PageWord(text: "Title 7.3.2024", box: PageRectangle(x: x, y: y, width: y, height: x)) }
    }
    let page = IndexedPages.Page(number: 1, PageText(words: words, links: []), language: nil)
    let found = DocumentSuggestions(
      [page], metadataTitle: nil, hasHeadings: true, today: try #require(WrittenPage.today))
    #expect(found.dates.count == 1)
    let boxes = found.dates.flatMap(\.boxes) + (found.title?.boxes ?? [])
    #expect(boxes.allSatisfy { [$0.x, $0.y, $0.width, $0.height].allSatisfy(\.isFinite) })
  }
}

@Suite("A day of the calendar")
struct CalendarDayTests {
  @Test("is that of a moment in UTC")
  func moments() {
    func day(_ seconds: Double) -> String {
      CalendarDay(of: Date(timeIntervalSince1970: seconds)).description
    }
    #expect(day(0) == "1970-01-01" && day(-1) == "1969-12-31" && day(86_399) == "1970-01-01")
    #expect(day(951_782_400) == "2000-02-29" && day(1_709_769_600) == "2024-03-07")
    #expect(day(-.infinity) == "1970-01-01" && day(1e300) == "9999-12-31" && day(-1e300) == "0001-01-01")
  }

  @Test("is none that the calendar has not")
  func none() {
    #expect(CalendarDay(year: 2_023, month: 2, day: 29) == nil)
    #expect(CalendarDay(year: 1_900, month: 2, day: 29) == nil)
    #expect(CalendarDay(year: 2_000, month: 2, day: 29) != nil)
    #expect(
      CalendarDay(year: 0, month: 1, day: 1) == nil && CalendarDay(year: 2_024, month: 13, day: 1) == nil)
    #expect(
      CalendarDay(year: 2_024, month: 4, day: 31) == nil && CalendarDay(year: 2_024, month: 4, day: 0) == nil)
  }
}
