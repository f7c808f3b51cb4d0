import DocumentModel
import Testing

@testable import Rendering

@Suite struct `Code with long lines` {
  private func laidOut(_ text: String, _ language: String) -> String {
    String(decoding: DecodedText(Array(text.utf8)).laidOut(as: language).bytes, as: UTF8.self)
  }

  private func json(_ text: String, room: Int = 1 << 20) -> String {
    String(decoding: IndentedJSON(Array(text.utf8), room: room).lines.bytes, as: UTF8.self)
  }

  private func markup(_ text: String, room: Int = 1 << 20) -> String {
    String(decoding: IndentedMarkup(Array(text.utf8), room: room).lines.bytes, as: UTF8.self)
  }

  private func lines(_ text: String) -> [Substring] { text.split { $0 == "\n" } }

  // MARK: - The choice

  @Test func `is laid out, and other code is shown as it is written`() {
    let members = (1...60).map { #""m\#($0)":"\#($0)""# }
    let (short, long) = (members.joined(separator: ",\n"), members.joined(separator: ","))
    #expect(laidOut("{\(short)}", "json") == "{\(short)}")
    #expect(laidOut("{\(long)}", "json").hasPrefix("{\n  \"m1\": \"1\",\n  \"m2\": \"2\",\n"))
    #expect(laidOut("{\(long)}", "js") == "{\(long)}")
    let items = String(repeating: "<i>1</i>", count: 40)
    #expect(laidOut("<a>\(items)</a>", "xml").hasPrefix("<a>\n  <i>1</i>\n  <i>1</i>\n"))
  }

  @Test func `is laid out where it is one line, however short`() {
    #expect(
      laidOut(#"{"a":1,"b":{"c":[1,2]}}"#, "json") == "{\n  \"a\": 1,\n  \"b\": {\n    \"c\": [1,2]\n  }\n}")
    #expect(
      laidOut("<a><b c=\"1\">t</b><d/></a>\n", "xml").hasPrefix("<a>\n  <b c=\"1\">t</b>\n  <d/>\n</a>"))
    #expect(laidOut("[1, 2]\n", "json").hasPrefix("[1, 2]"))
    #expect(laidOut("{\n\"a\":1}", "json") == "{\n\"a\":1}")
  }

  @Test func `has a number beside each of its new lines`() {
    let text = DecodedText(Array("[\"\(String(repeating: "x", count: 300))\",true]".utf8))
    let page = PlainTextPages(text.laidOut(as: "json"), numbersLines: true, language: "json").page(1)
    #expect(page.lines.filter { !$0.isContent }.map(\.text.text.text) == ["1", "2", "3", "4"])
  }

  // MARK: - JSON

  @Test func `in JSON gets a line for each member`() {
    #expect(
      json(#"{"a":1,"b":{"c":[true,null],"d":{}},"e":[]}"#) == """
        {
          "a": 1,
          "b": {
            "c": [
              true,
              null
            ],
            "d": {}
          },
          "e": []
        }
        """)
  }

  @Test func `in JSON keeps a short list of numbers in one line`() {
    #expect(json("[[8.5,-47.1e3],[1, 2]]") == "[\n  [8.5,-47.1e3],\n  [1, 2]\n]")
  }

  @Test func `in JSON keeps its strings`() {
    let text = #"["a,b:{[]}","\"\\","é \u00e9 'x'"]"#
    #expect(json(text) == "[\n  \"a,b:{[]}\",\n  \"\\\"\\\\\",\n  \"é \\u00e9 'x'\"\n]")
  }

  @Test func `in JSON has each of several values as a block of its own`() {
    #expect(json("{\"a\":1}\n{\"a\":2}\n3\n") == "{\n  \"a\": 1\n}\n{\n  \"a\": 2\n}\n3")
  }

  @Test func `in JSON5 keeps its comments, and lines that end with them`() {
    #expect(
      json("{a:'it',/*one*/b:2//two, {\n,c:/three/ 4,}") == """
        {
          a: 'it',
          /*one*/
          b: 2 //two, {
          ,
          c: /three/ 4,
        }
        """)
  }

  @Test(arguments: [
    (#"{"a":[1,{"b":2}}}"#, "{\n  \"a\": [\n    1,\n    {\n      \"b\": 2\n    }\n}}"),
    (#"[true,"unended]"#, "[\n  true,\n\"unended]"), ("[true,\"a\nb\"]", "[\n  true,\n\"a\nb\"]"),
    ("[true,/*", "[\n  true,\n/*"), ("]{}", "]{}"),
  ])
  func `in JSON stays as it is written from a fault on`(text: String, expected: String) {
    #expect(json(text) == expected)
  }

  // MARK: - XML

  @Test func `in XML gets a line for each element, and keeps attributes and texts`() {
    #expect(
      markup(#"<?xml version="1.0"?><!--c--><a x="1>2"><b>one &amp; two</b><c/><d y='"'><e></e></d></a>"#)
        == """
        <?xml version="1.0"?>
        <!--c-->
        <a x="1>2">
          <b>one &amp; two</b>
          <c/>
          <d y='"'>
            <e></e>
          </d>
        </a>
        """)
  }

  @Test func `in XML keeps the white space of an element with text`() {
    let text = "<p>one <b>two</b><i><u>three</u></i></p>"
    #expect(markup("<a>\(text)<q> </q></a>") == "<a>\n  \(text)\n  <q> </q>\n</a>")
    #expect(markup("<a><b/><![CDATA[<x>]]></a>") == "<a><b/><![CDATA[<x>]]></a>")
  }

  @Test func `in XML keeps the declarations of its type`() {
    let type = #"<!DOCTYPE a [<!ENTITY b "<c>don't</c>">]>"#
    #expect(markup("\(type)<a><b/></a>") == "\(type)\n<a>\n  <b/>\n</a>")
  }

  @Test(arguments: [
    ("<a><b/></c></a>", "<a>\n  <b/>\n</c></a>"), ("<a><b/>1 < 2</a>", "<a><b/>1 < 2</a>"),
    ("<a><b/><c d=\"</a>", "<a>\n  <b/>\n<c d=\"</a>"), ("<a><b/><!-- </a>", "<a>\n  <b/>\n<!-- </a>"),
    ("text<a/>", "text<a/>"), ("<a><b>1</b><c>", "<a>\n  <b>1</b>\n  <c>"), ("<", "<"),
  ])
  func `in XML stays as it is written from a fault on`(text: String, expected: String) {
    #expect(markup(text) == expected)
  }

  // MARK: - Bounds

  @Test func `is indented no further where it is deep`() {
    let nested = json(String(repeating: "[", count: 5000) + String(repeating: "]", count: 5000))
    #expect(lines(nested).allSatisfy { $0.count < 60 })
    let elements = markup(
      (1...5000).map { "<a\($0)>" }.joined() + (1...5000).reversed().map { "</a\($0)>" }.joined())
    #expect(elements.hasPrefix("<a1>\n  <a2>\n    <a3>"))
    #expect(lines(elements).dropLast().allSatisfy { $0.count < 60 })
  }

  @Test func `ends where its lines have no more room, and says so`() {
    let full = IndentedJSON(Array(String(repeating: "[", count: 1000).utf8), room: 500).lines
    #expect(full.isFull && full.bytes.count <= 600)
    let elements = IndentedMarkup(Array(String(repeating: "<a><b/></a>", count: 100).utf8), room: 500).lines
    #expect(elements.isFull && elements.bytes.count <= 600)
  }

  @Test func `loses, adds and changes nothing but white space, whatever it is`() {
    var numbers = SeededOrder(state: 1)
    let parts = [
      "{", "}", "[", "]", ",", ":", "\"", "'", "\\", "//", "/*", "*/", "\n", " ", "1.5", "true", "\u{C}", "é",
      "<a>", "</a>", "<b x='1'>", "</b>", "<c/>", "<!--", "-->", "<![CDATA[", "]]>", "<?x", "?>", "<!DOCTYPE",
      "]>",
      "<", ">", "text",
    ]
    for _ in 1...2000 {
      let soup = (1...30).map { _ in parts.randomElement(using: &numbers) ?? "" }.joined()
      for shown in [json(soup), markup(soup)] {
        #expect(shown.filter { !$0.isWhitespace } == soup.filter { !$0.isWhitespace }, "\(soup)")
      }
    }
  }
}
