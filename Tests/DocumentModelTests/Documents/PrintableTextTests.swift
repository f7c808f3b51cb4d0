import DocumentModel
import Testing

@Suite("A printable text")
struct PrintableTextTests {
  @Test(
    "stays on its line and leaves the terminal and the order of letters alone",
    arguments: [
      ("a\nb\rc\td", "a\\nb\\rc\\td"), ("\u{1B}[31mred", "\\u001b[31mred"), ("\u{0}\u{7F}", "\\u0000\\u007f"),
      ("csi \u{9B}31m", "csi \\u009b31m"), ("gpj.\u{202E}exe", "gpj.\\u202eexe"),
      ("a\u{2028}b\u{2029}c", "a\\u2028b\\u2029c"), ("a\\nb", "a\\\\nb"), ("\r\n", "\\r\\n"),
    ])
  func escaped(text: String, printable: String) {
    #expect(text.printable == printable)
  }

  @Test(
    "is any other text as it is", arguments: ["", "Größe 12 €.pdf", "سند\u{200C}ها", "👩‍👧", "a\"b=c"])
  func plain(text: String) {
    #expect(text.printable == text)
  }
}
