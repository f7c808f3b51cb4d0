import DocumentModel
import Testing

@testable import Rendering

@Suite("Messages in a worker", .serialized) struct MailWorkerTests {
  @Test("its sandbox has the tables of all usual encodings, and draws")
  func encodings() throws {
    let worker = try WorkerClient()
    #expect(worker.hello.protections.contains(.systemCalls))
    let words = [
      ("utf-8", "R3LDvMOfZQ==", "Grüße"), ("iso-8859-1", "R3L832U=", "Grüße"), ("iso-8859-15", "NSCk", "5 €"),
      ("windows-1251", "z/Do4uXy", "Привет"), ("koi8-r", "8NLJ18XU", "Привет"),
      ("iso-2022-jp", "GyRCRnxLXDhsGyhC", "日本語"), ("shift_jis", "k/qWe4zq", "日本語"),
      ("gb2312", "1tDOxA==", "中文"), ("gb18030", "1tDOxJUygjY=", "中文𠀀"), ("big5", "pKSk5Q==", "中文"),
      ("euc-kr", "x9Gxub7u", "한국어"), ("windows-1256", "49HNyMc=", "مرحبا"),
    ]
    for (encoding, base64, word) in words {
      let message = """
        Subject: =?\(encoding)?B?\(base64)?=
        Content-Type: text/plain; charset=\(encoding)
        Content-Transfer-Encoding: base64

        \(base64)
        """
      let facts = try worker.ask(.inspect, Array(message.utf8), kind: .mail, as: DocumentFacts.self)
      #expect(facts.title == word, "\(encoding)")
      let text = try worker.ask(.text(page: 1), Array(message.utf8), kind: .mail, as: PageText.self)
      #expect(text.words.map(\.text).joined(separator: " ") == "\(word) \(word)", "\(encoding)")
    }
    let request = RenderRequest(page: 1, size: .width(600), format: .png)
    let answer = try #require(try worker.ask(.render(request), Array("Subject: S\n\nx".utf8), kind: .mail))
    #expect(try ImageDocument.open(answer.bytes).drawn().ink() != nil)
  }

  @Test("its attachments are listed and taken out")
  func attachments() throws {
    let worker = try WorkerClient()
    let message = "Subject: S\n" + Mail.parts("Content-Type: a/b; name*=koi8-r''%C1.txt\n\nfile")
    let found = try worker.ask(.metadata, Array(message.utf8), kind: .mail, as: ContentMetadata.self)
    #expect(found.attachments == [.init(name: "а.txt", description: nil, size: 4)])
    let answer = try #require(try worker.ask(.attachment(0), Array(message.utf8), kind: .mail))
    #expect(answer.reply.outcome == .attachment && answer.bytes == Array("file".utf8))
  }
}
