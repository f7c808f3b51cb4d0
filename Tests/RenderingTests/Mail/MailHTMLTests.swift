import DocumentModel
import Testing

@testable import Rendering

@Suite struct `A message in HTML` {
  private func page(_ html: String) throws -> TypesetPage { try Mail.pages(Mail.html(html)).page(1) }

  private func words(_ html: String) throws -> [String] { try page(html).words().dropFirst().map(\.text) }

  @Test func `loses what acts, what is fetched and what is hidden`() throws {
    let html = """
      <head><title>t</title><style>p {}</style></head><script>alert(1)</script><!-- c --><p onclick="x()">Seen
      <img src="http://x/y.png" alt="A  logo"><img src=cid:1 alt=""><span style="Display : none">no</span>
      <i hidden>no</i><object>no</object><svg><text>no</text></svg></p>
      """
    let found = try words(html)
    #expect(found == ["Seen", "[A", "logo]"])
  }

  @Test func `keeps links to the web and to mailboxes`() throws {
    let page = try page(
      "<a href='https://a.b/c'>web <b>x</b></a> <a href='mailto:a@b'>m</a> <a href='javascript:x'>s</a> <a href='#p'>p</a>"
    )
    #expect(Set(page.links.compactMap(\.address)) == ["https://a.b/c", "mailto:a@b"])
    #expect(page.links.allSatisfy { $0.page == nil })
  }

  @Test func `has its words apart as they were, and its lines where they ended`() throws {
    let html =
      "<p>a<b>b</b> <i> c</i>\n d<br>e</p><div>f</div><div>g</div><div><br></div><div>h &nbsp;i</div>"
    let lines = try page(html).lines.dropFirst().map { $0.text.text.text }
    #expect(lines == ["ab c d\ne", "ab c d\ne", "f\ng", "f\ng", "h \u{A0}i"])
  }

  @Test func `of Outlook has lines, and paragraphs between its lines without words`() throws {
    let html =
      "<p class=MsoNormal>a</p><p class=MsoNormal>b</p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal>c</p>"
    #expect(try page(html).lines.dropFirst().map { $0.text.text.text } == ["a\nb", "a\nb", "c"])
  }

  @Test func `has styles across its paragraphs`() throws {
    let page = try page("<b>a<div>b<s>c</s></div></b><p><em>d</em> <code>e</code>")
    let styles = try ["a", "b", "c", "d", "e"].map { try #require(style(of: $0, on: page)) }
    #expect(styles.map(\.isBold) == [true, true, true, false, false])
    #expect(styles.map(\.isStruck) == [false, false, true, false, false])
    #expect(styles.map(\.isItalic) == [false, false, false, true, false])
    #expect(styles.map(\.family) == [.sans, .sans, .sans, .sans, .mono])
  }

  private func style(of word: String, on page: TypesetPage) -> TextStyle? {
    page.lines.map(\.text.text).flatMap { text in
      text.runs.filter { String(decoding: Array(text.text.utf8)[$0.range], as: UTF8.self).contains(word) }
    }.first?.style
  }

  @Test func `has headings below the subject, lists, quotes, rules and code`() throws {
    let html = """
      <h1>Head</h1><ul><li>one<ol><li>two<li>three</ol></li>loose</ul>stray<li>item<blockquote>quote</blockquote><hr>
      <pre>
      a  b
       c</pre>
      """
    let found = try Mail.pages(Mail.html(html))
    #expect(
      found.words() == [
        "S", "Head", "•", "one", "1.", "two", "2.", "three", "loose", "stray", "•", "item", "quote", "a", "b",
        "c",
      ])
    let heights = found.page(1).words().map(\.box.height)
    #expect(heights[0] > heights[1] && heights[1] > heights[3])
    #expect(found.page(1).lines.map { $0.text.text.text }.last == "a  b\n c")
    #expect(found.outline.map(\.title) == ["S"] && found.outline[0].children.isEmpty)
  }

  @Test func `has tables of values as tables`() throws {
    let page = try page(
      "<table><tr><th>A<th>B</tr><tbody><tr><td><p>one</p><p>more</p><td>2<tr><td colspan=2>sum<tr><td>x<td>y</table>"
    )
    let words = page.words().dropFirst()
    #expect(words.map(\.text) == ["A", "B", "one", "more", "2", "sum", "x", "y"])
    let boxes = words.map(\.box)
    #expect(boxes[0].y == boxes[1].y && boxes[2].y == boxes[4].y && boxes[3].y > boxes[2].y)
    #expect(page.lines[1].text.text.runs[0].style.isBold && !page.lines[3].text.text.runs[0].style.isBold)
  }

  @Test func `has tables that only place things as lines`() throws {
    let page = try page(
      "<table><tr><td>a<td>b</tr></table><table><tr><td><table><tr><td>c<td>d</table></table>")
    let boxes = page.words().map(\.box)
    #expect(boxes.count == 5 && Set(boxes.dropFirst().map(\.x)).count == 1)
  }

  // MARK: - Bounds

  @Test func `is read as deep as its elements may be inside one another`() throws {
    let deep =
      String(repeating: "<div>", count: 100) + "seen" + String(repeating: "<div>", count: 5_000) + "lost"
    #expect(try words(deep) == ["seen"])
    #expect(try words(String(repeating: "<blockquote>", count: 200) + "seen") == ["seen"])
  }

  @Test func `is read up to a tag of too many attributes`() throws {
    let attributes = (1...5_000).map { "a\($0)" }.joined(separator: " ")
    #expect(try words("<p \(attributes.prefix(10_000))>seen") == ["seen"])
    #expect(try words("seen<p title=\"a > b\" \(attributes)>lost") == ["seen"])
    #expect(try words("seen<p \(attributes.replacing(" ", with: "=\"\""))>lost") == ["seen"])
  }

  @Test func `goes on in a paragraph of its own where one has too many pieces`() throws {
    let found = try Mail.pages(Mail.html("<p>" + String(repeating: "a<b>b</b> ", count: 1_000)))
    #expect(found.allWords.joined() == "S" + String(repeating: "ab", count: 1_000))
    #expect(Set(found.page(1).lines.map { ObjectIdentifier($0.text) }).count > 2)
  }

  @Test func `ends with a note where it has too many paragraphs`() throws {
    let words = try Mail.pages(Mail.html(String(repeating: "<p>x", count: 25_000))).allWords
    #expect(words.filter { $0 == "x" }.count < 25_000 && words.last == "shown.")
  }
}
