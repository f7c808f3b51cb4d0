import DocumentModel
import Testing

@testable import Rendering

@Suite struct `The pages of a message` {
  private static let plain = """
    Subject: Minutes of today
    From: Anna <anna@example.org>
    To: Bob <bob@example.org>
    Reply-To: Anna <anna@example.org>
    Date: Sat, 3 Jan 2026 14:05:33 +0100
    Message-ID: <1@example.org>

    Dear Bob,
    see https://example.org/a?b=1.

    Anna
    """

  @Test func `begin with the subject and the head, then the text as it was written`() throws {
    let found = try Mail.pages(Self.plain)
    #expect(
      found.words() == [
        "Minutes", "of", "today", "From", "Anna", "<anna@example.org>", "To", "Bob", "<bob@example.org>",
        "Date", "Saturday,", "3", "January", "2026,", "14:05", "+0100", "Dear", "Bob,", "see",
        "https://example.org/a?b=1.", "Anna",
      ])
    let page = found.page(1)
    let words = page.words()
    #expect(words[0].box.height > words[3].box.height && words[18].box.y > words[16].box.y)
    #expect(page.links.map(\.address) == ["https://example.org/a?b=1"])
  }

  @Test func `say for programs what the head says`() throws {
    let found = TypesetDocument(try Mail.pages(Self.plain))
    #expect(
      found.metadata().fields == [
        "title": "Minutes of today", "from": "Anna <anna@example.org>", "to": "Bob <bob@example.org>",
        "date": "2026-01-03T13:05:33Z", "messageId": "<1@example.org>",
      ])
    #expect(found.facts().title == "Minutes of today")
    #expect(found.facts().outline.map(\.title) == ["Minutes of today"])
  }

  @Test func `name another address for answers, and a date of another form as it is`() throws {
    let found = try Mail.pages("From: a@b.c\nReply-To: d@e.f\nDate: yesterday\n\nText")
    #expect(
      found.words() == [
        "(no", "subject)", "From", "a@b.c", "Reply-To", "d@e.f", "Date", "yesterday", "Text",
      ])
  }

  // MARK: - Forms of the text

  @Test func `show the plain text rather than the same as HTML`() throws {
    let forms = Mail.parts(
      "Content-Type: text/plain\n\nplain", "Content-Type: text/html\n\n<p>rich</p>", kind: "alternative")
    #expect(try Mail.pages("Subject: S\n" + forms).words() == ["S", "plain"])
  }

  @Test func `show the HTML when the plain text is empty`() throws {
    let related = Mail.parts("Content-Type: text/html\n\n<p>rich</p>", kind: "related", boundary: "c")
    let forms = Mail.parts("Content-Type: text/plain\n\n \n", related, kind: "alternative")
    #expect(try Mail.pages("Subject: S\n" + forms).words() == ["S", "rich"])
  }

  @Test func `keep the files inside a form that is not shown`() throws {
    let rich = Mail.parts(
      "Content-Type: text/html\n\n<p>rich</p>", "Content-Type: application/pdf; name=a.pdf\n\n%PDF",
      boundary: "c")
    let forms = Mail.parts("Content-Type: text/plain\n\nplain", rich, kind: "alternative")
    #expect(
      try Mail.pages("Subject: S\n" + forms).words() == ["S", "plain", "Attachment", "a.pdf,", "4", "bytes"])
  }

  @Test func `have quotes of earlier messages fainter, behind bars`() throws {
    let page = try Mail.pages("Subject: S\n\nNew\n> Old\n> > Older\n>>Older\nEnd").page(1)
    let words = page.words()
    #expect(words.map(\.text) == ["S", "New", "Old", "Older", "Older", "End"])
    #expect(words[1].box.x < words[2].box.x && words[2].box.x < words[3].box.x)
    #expect(words[3].box.x == words[4].box.x && words[1].box.x == words[5].box.x)
    let colors = page.lines.map { $0.text.text.runs[0].style.color }
    #expect(colors[1] != colors[2] && colors[2] == colors[3])
  }

  @Test func `join flowed lines`() throws {
    let flowed =
      "Subject: S\nContent-Type: text/plain; format=flowed\n\none \ntwo\n From three\n> q \n> r\n-- \nsig"
    let lines = try Mail.pages(flowed).page(1).lines.map { $0.text.text.text }
    #expect(lines == ["S", "one two\nFrom three", "one two\nFrom three", "q r", "-- \nsig", "-- \nsig"])
  }

  @Test func `join flowed lines without their spaces where these belong to no word`() throws {
    let flowed = "Subject: S\nContent-Type: text/plain; format=flowed; delsp=yes\n\nDonau \ndampfer"
    #expect(try Mail.pages(flowed).words() == ["S", "Donaudampfer"])
  }

  @Test func `have a forwarded message indented, with its own head and files`() throws {
    let inner =
      "Content-Type: message/rfc822\n\nSubject: Inner\nFrom: c@d.e\n"
      + Mail.parts("\nold", "Content-Disposition: attachment; filename=f.txt\n\nfile", boundary: "c")
    let found = try Mail.pages("Subject: Outer\n" + Mail.parts("\nnew", inner))
    let words = found.page(1).words()
    #expect(
      words.map(\.text) == [
        "Outer", "new", "Inner", "From", "c@d.e", "old", "Attachment", "f.txt,", "4", "bytes",
      ])
    #expect(words.dropFirst(2).allSatisfy { $0.box.x > words[1].box.x })
    #expect(found.attachments.map(\.name) == ["f.txt"] && found.outline.count == 1)
  }

  // MARK: - Attachments

  @Test func `end with the names and sizes of attachments, whose bytes can be taken out`() throws {
    let found = TypesetDocument(
      try Mail.pages(
        "Subject: S\n"
          + Mail.parts(
            "\ntext",
            "Content-Type: application/pdf\nContent-Transfer-Encoding: base64\n"
              + "Content-Disposition: attachment; filename*=UTF-8''%C3%84.pdf\n\nJVBERi0=",
            "Content-Type: image/png; name=\"=?utf-8?q?b=C3=A4r.png?=\"\n\n"
              + String(repeating: "x", count: 1_600)
          )))
    #expect(
      try found.text(ofPage: 1).words.map(\.text).suffix(8) == [
        "text", "Attachments", "Ä.pdf,", "5", "bytes", "bär.png,", "2", "kB",
      ])
    #expect(found.metadata().attachments.map(\.name) == ["Ä.pdf", "bär.png"])
    #expect(found.metadata().attachments.map(\.size) == [5, 1_600])
    #expect(try found.attachment(0) == Array("%PDF-".utf8))
    #expect(refusal { _ = try found.attachment(2) } == .notFound)
    #expect(refusal { _ = try found.attachment(-1) } == .notFound)
  }

  // MARK: - Encodings

  @Test(arguments: [
    ("utf-8", "R3LDvMOfZQ==", "Grüße"), ("iso-8859-1", "R3L832U=", "Grüße"),
    ("windows-1251", "z/Do4uXy", "Привет"), ("koi8-r", "8NLJ18XU", "Привет"),
    ("iso-2022-jp", "GyRCRnxLXDhsGyhC", "日本語"), ("gb18030", "1tDOxJUygjY=", "中文𠀀"),
    ("gb2312", "1tDOxA==", "中文"), ("big5", "pKSk5Q==", "中文"),
  ])
  func `are read in the encodings of head and text`(encoding: String, base64: String, words: String) throws {
    let found = try Mail.pages(
      """
      Subject: =?\(encoding)?B?\(base64)?=
      Content-Type: text/plain; charset="\(encoding)"
      Content-Transfer-Encoding: base64

      \(base64)
      """)
    #expect(found.words() == [words, words])
  }

  @Test func `detect the encoding of a text that names none or an unknown one`() throws {
    for type in ["text/plain", "text/plain; charset=us-ascii", "text/plain; charset=x-nonsense"] {
      let found = try Mail.pages("Subject: Grüße\nContent-Type: \(type)\n\nGrüße aus Köln")
      #expect(found.words() == ["Grüße", "Grüße", "aus", "Köln"])
    }
  }

  @Test func `read quoted text, and spell out what is not`() throws {
    let quoted = "Subject: S\nContent-Transfer-Encoding: quoted-printable\n\na=3Db =\nc=ZZ"
    #expect(try Mail.pages(quoted).words() == ["S", "a=b", "c=ZZ"])
  }

  @Test func `have no line in the head that an encoded word brought in`() throws {
    let found = try Mail.pages("Subject: =?utf-8?q?a=0D=0ABcc:_evil=1B?=\n\nx")
    #expect(found.words() == ["aBcc:", "evil", "x"])
    #expect(found.fields["title"] == "aBcc: evil")
  }
}
