import HTTPServer
import Testing

@Suite("A server-sent event")
struct ServerSentEventTests {
  @Test(
    "is written as the standard says",
    arguments: [
      (ServerSentEvent(data: "a"), "data: a\n\n"), (ServerSentEvent(data: ""), "data: \n\n"),
      (
        ServerSentEvent(id: "7", event: "document.changed", data: "{}", retry: 500),
        "id: 7\nevent: document.changed\nretry: 500\ndata: {}\n\n"
      ),
      (ServerSentEvent(data: "a\nb\r\nc\rd\n"), "data: a\ndata: b\ndata: c\ndata: d\ndata: \n\n"),
      (ServerSentEvent(id: "1\ndata: x", event: "e\r\n", data: "a"), "id: 1data: x\nevent: e\ndata: a\n\n"),
      (ServerSentEvent(id: "\0", data: "a"), "data: a\n\n"),
    ])
  func encoded(event: ServerSentEvent, text: String) {
    #expect(String(decoding: event.encoded(), as: UTF8.self) == text)
  }

  @Test("is a comment without its line breaks")
  func comment() {
    #expect(String(decoding: ServerSentEvent.comment("a\nb"), as: UTF8.self) == ":ab\n\n")
  }
}
