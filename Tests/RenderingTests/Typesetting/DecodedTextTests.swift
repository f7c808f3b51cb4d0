import DocumentModel
import Testing

@testable import Rendering

/// Text in EBCDIC, code page 037: capitals, digits, spaces, commas and full stops.
enum Mainframe {
  static func bytes(_ text: String) -> [UInt8] {
    text.utf8.map { letter in
      switch letter {
      case 0x41...0x49: letter - 0x41 + 0xC1
      case 0x4A...0x52: letter - 0x4A + 0xD1
      case 0x53...0x5A: letter - 0x53 + 0xE2
      case 0x30...0x39: letter - 0x30 + 0xF0
      case 0x2C: 0x6B
      case 0x2E: 0x4B
      default: 0x40
      }
    }
  }
}

@Suite struct `A decoded text` {
  private func decoded(_ bytes: [UInt8]) -> String {
    String(decoding: DecodedText(bytes).bytes, as: UTF8.self)
  }

  @Test func `in UTF-8 stays as it is, without its byte order mark`() {
    #expect(decoded(Array("Größe\t1\n".utf8)) == "Größe\t1\n")
    #expect(decoded([0xEF, 0xBB, 0xBF] + Array("é".utf8)) == "é")
  }

  @Test func `in UTF-16 of either order is read`() {
    let units = Array("Straße\n".utf16)
    var (little, big): ([UInt8], [UInt8]) = ([0xFF, 0xFE], [0xFE, 0xFF])
    for unit in units {
      little += [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      big += [UInt8(unit >> 8), UInt8(unit & 0xFF)]
    }
    #expect(decoded(little) == "Straße\n")
    #expect(decoded(big) == "Straße\n")
  }

  @Test func `in an old encoding of one byte a letter is read`() {
    let text = "Die Würde des Menschen ist unantastbar. Sie zu achten und zu schützen ist Verpflichtung.\n"
    let latin = text.unicodeScalars.map { UInt8($0.value) }
    #expect(decoded(latin) == text)
  }

  @Test func `of a mainframe is read`() {
    let text = "THE QUICK BROWN FOX JUMPS OVER THE LAZY DOG, AND REPORTS IT 17 TIMES."
    #expect(decoded(Mainframe.bytes(text)) == text)
  }

  @Test func `with zeros in it keeps its letters`() {
    let text = String(repeating: "Grüße an\0alle ", count: 20)
    #expect(decoded(Array(text.utf8)) == text.replacing("\0", with: "\u{2400}"))
  }

  @Test func `is read in the encoding that the document names, unless that is unknown`() {
    func decoded(_ bytes: [UInt8], _ declared: String) -> String {
      String(decoding: DecodedText(bytes, declared: declared).bytes, as: UTF8.self)
    }
    #expect(decoded([0xCF, 0xF0], "Windows-1251") == "Пр")
    #expect(decoded([0x80], "ISO-8859-1") == "€")
    #expect(decoded([0x95, 0x32, 0x82, 0x36], "gb2312") == "𠀀")
    #expect(decoded(Array("é".utf8), "us-ascii") == "é" && decoded(Array("é".utf8), "x-unknown") == "é")
  }

  @Test func `has line feeds, whatever ended its lines`() {
    #expect(decoded(Array("a\r\nb\rc\n".utf8)) == "a\nb\nc\n")
  }

  @Test func `loses the colours of a terminal and shows other control characters`() {
    #expect(decoded(Array("\u{1B}[31mred\u{1B}[0m\u{7}".utf8)) == "red\u{2407}")
    #expect(decoded(Array("\u{1B}".utf8)) == "")
  }

  @Test func `with invalid bytes gets replacement characters`() {
    let broken = Array("ok ".utf8) + [0xC3] + Array(" ok".utf8)
    #expect(String(validating: DecodedText(broken).bytes, as: UTF8.self) != nil)
  }

  @Test func `that is longer than the limit is cut, and its last page says so`() throws {
    let content = try Contents.descriptor(Array("one two three\n".utf8))
    let whole = try DecodedText(content, upTo: 14)
    #expect(!whole.isCut && whole.bytes.count == 14)
    let text = try DecodedText(content, upTo: 7)
    #expect(text.isCut && String(decoding: text.bytes, as: UTF8.self) == "one two")
    #expect(PlainTextPages(text).isTruncated && !PlainTextPages(whole).isTruncated)
    let notes = PlainTextPages(text).page(1).lines.filter { !$0.isContent }.map(\.text.text.text)
    #expect(notes == ["The text goes on beyond this page."])
  }

  @Test func `that is cut within a letter is valid`() throws {
    let text = try DecodedText(try Contents.descriptor(Array("éé".utf8)), upTo: 3)
    #expect(String(validating: text.bytes, as: UTF8.self)?.hasPrefix("é") == true)
  }
}
