import DocumentModel
import Testing

@testable import Rendering

@Suite struct `A file of messages` {
  private static let note = ["The", "file", "goes", "on;", "the", "rest", "is", "not", "shown."]

  private func mailbox(_ count: Int, _ text: String = "text\n\n") -> String {
    (1...count).map { "From a@b Sat Jan  3 01:02:03 2026\nSubject: M\($0)\n\n\(text)" }.joined()
  }

  @Test func `that is a mailbox has each message on a page of its own, and in the contents`() throws {
    let found = try Mail.pages(mailbox(3, ">From me\n\n"))
    #expect(found.pageCount == 3 && found.words(2) == ["M2", "From", "me"])
    #expect(found.outline.map(\.title) == ["M1", "M2", "M3"])
    #expect(found.outline.map(\.page) == [1, 2, 3])
    #expect(found.title == nil && found.fields.isEmpty)
  }

  @Test func `that is a mailbox without its first line has all its messages`() throws {
    let first = "From: a@b\nSubject: M0\n\ntext\n\n"
    let found = try Mail.pages("\(first)\(mailbox(2))")
    #expect(found.outline.map(\.title) == ["M0", "M1", "M2"])
    let lines = "\(first)\(mailbox(2))".split(separator: "\n", omittingEmptySubsequences: false)
    #expect(try Mail.pages(lines.joined(separator: "\r\n")).outline.map(\.title) == ["M0", "M1", "M2"])
  }

  @Test(arguments: ["From here on it rains.", "From a@b Sat Jan", "From me to you on this Sat at 1:00"])
  func `is one message where a sentence begins as a mailbox does`(sentence: String) throws {
    let found = try Mail.pages("Subject: S\n\ntext\n\n\(sentence)\nSubject: T\n\nmore")
    #expect(found.title == "S" && found.allWords.contains("more"))
    let close = "From a@b Sat Jan  3 01:02:03 2026"
    #expect(try Mail.pages("Subject: S\n\ntext\n\(close)\nSubject: T\n\nmore").title == "S")
  }

  @Test func `that names no boundary between its parts is all text`() throws {
    let found = try Mail.pages("Subject: S\nContent-Type: multipart/mixed\n\n--b\n\nall of it\n--b--\n")
    #expect(found.words() == ["S", "--b", "all", "of", "it", "--b--"])
  }

  @Test func `of Apple Mail has its message between a length and a list`() throws {
    let message = "Subject: S\n\ntext"
    let found = try Mail.pages("\(message.utf8.count)        \n\(message)<?xml version=\"1.0\"?><plist/>")
    #expect(found.words() == ["S", "text"])
    #expect(try Mail.pages("999999999999999999\n\(message)").words() == ["S", "text"])
  }

  @Test(arguments: [
    [], Array("\n\n".utf8), Array("no message".utf8), [UInt8](0...255), Array("From \n".utf8),
  ])
  func `without a message is damaged`(bytes: [UInt8]) {
    #expect(refusal { _ = try Mail.pages(bytes) } == .damaged)
  }

  @Test func `with noise for a text has pages`() throws {
    var bytes = Array("Subject: S\0T\nContent-Transfer-Encoding: base64\nContent-Type: text/html\n\n!".utf8)
    bytes += (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 7_919 >> 3) }
    #expect(try Mail.pages(bytes).words().first == "S")
  }

  @Test func `with parts that have no end has pages`() throws {
    let head = "Subject: S\nContent-Type: multipart/mixed"
    #expect(try Mail.pages("\(head)\n\n--b\n\ntext").pageCount == 1)
    #expect(try Mail.pages("\(head); boundary=b\n\n--b\n\ntext").words() == ["S", "text"])
  }

  // MARK: - Bounds

  @Test func `shows five hundred messages of a larger mailbox, and says so`() throws {
    let whole = try Mail.pages(mailbox(500))
    #expect(!whole.allWords.contains("goes") && !whole.isTruncated)
    let found = try Mail.pages(mailbox(501))
    #expect(found.outline.count == 500 && found.allWords.suffix(9) == Self.note[...])
    #expect(found.isTruncated)
  }

  @Test func `is read up to as many lines of heads as are safe`() throws {
    let parts = String(repeating: "--b\n\n", count: MailFile.mostHeadLines)
    let found = try Mail.pages("Subject: S\nContent-Type: multipart/mixed; boundary=b\n\n\(parts)--b\n\nlost")
    #expect(!found.allWords.contains("lost") && found.allWords.suffix(9) == Self.note[...])
  }

  @Test func `is read as deep as parts may be inside one another`() throws {
    let nested = (1...2_000).map { "Content-Type: multipart/mixed; boundary=b\($0)\n\n--b\($0)\n" }.joined()
    #expect(try Mail.pages("Subject: S\n\(nested)\ntext").words() == ["S", "Note"] + Self.note)
    let forwarded = String(repeating: "Content-Type: message/rfc822\n\nSubject: F\n", count: 2_000)
    let words = try Mail.pages("Subject: S\n\(forwarded)\ntext").allWords
    #expect(words.filter { $0 == "F" }.count < 100 && words.suffix(9) == Self.note[...])
  }

  @Test func `shows a long head in part`() throws {
    let found = try Mail.pages("Subject: \(String(repeating: "long ", count: 100_000))\n\ntext")
    #expect(found.allWords.count < 500 && found.allWords.last == "text")
  }

  @Test func `shows a long text in part`() throws {
    let found = try Mail.pages("Subject: S\n\n\(String(repeating: "word\n", count: 100_000))")
    #expect(found.allWords.suffix(9) == Self.note[...])
  }
}
