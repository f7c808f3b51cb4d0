import HTTPServer
import Testing

@Suite("A date of HTTP")
struct HTTPDateTests {
  @Test(
    "is written as it is read",
    arguments: [
      (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
      (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (951_827_696, "Tue, 29 Feb 2000 12:34:56 GMT"),
      (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"), (1_795_219_200, "Sat, 21 Nov 2026 00:00:00 GMT"),
    ] as [(Int64, String)])
  func known(seconds: Int64, text: String) {
    #expect(HTTPDate(secondsSince1970: seconds).description == text)
    #expect(HTTPDate(text)?.seconds == seconds)
  }

  @Test("comes back the same, on days of five centuries")
  func everyDay() {
    for day in stride(from: Int64(-100_000), to: 100_000, by: 31) {
      let date = HTTPDate(secondsSince1970: day * 86_400 + (day & 0xFFFF))
      if HTTPDate(date.description) != date {
        Issue.record("\(date)")
        return
      }
    }
  }

  @Test(
    "in another form is nil",
    arguments: [
      "", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun, 06 Nov 1994 08:49:37 UTC",
      "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Xxx, 06 Nov 1994 08:49:37 GMT",
      "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49 GMT",
      "Sun, +6 Nov 1994 08:49:37 GMT",
    ])
  func other(text: String) {
    #expect(HTTPDate(text) == nil)
  }
}
