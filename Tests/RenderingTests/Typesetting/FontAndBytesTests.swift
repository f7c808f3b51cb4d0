import DocumentModel
import LinuxSystem
import Testing

@testable import Rendering

@Suite struct `A font and a file of bytes` {
  private static let path = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"

  @Test func `a font shows its name, its alphabet and its characters`() throws {
    let specimen = FontSpecimen(try FontFace(try Descriptor.open(Self.path)))
    #expect(specimen.title == "DejaVu Sans Book" && specimen.pageCount > 10)
    let words = specimen.page(1).words().map(\.text)
    #expect(words.contains("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    #expect(specimen.page(2).glyphs.prefix(3).map(\.text) == ["!", "\"", "#"])
  }

  @Test func `a file that is no font is damaged`() throws {
    let error = #expect(throws: DocumentError.self) {
      try FontFace(try Contents.descriptor(Array("no font".utf8)))
    }
    #expect(error?.code == .damaged)
  }

  @Test func `bytes are shown with their places and letters, which are no words`() throws {
    let pages = try HexPages(try Contents.descriptor(Array("Hello, bytes".utf8) + [0, 1, 255]))
    let text = pages.page(1).lines.map { $0.text.text.text }
    #expect(pages.pageCount == 1)
    #expect(text == ["00000000  48 65 6c 6c 6f 2c 20 62  79 74 65 73 00 01 ff     Hello, bytes···"])
    #expect(pages.page(1).words().isEmpty)
  }

  @Test func `of many bytes only the first are shown`() throws {
    let pages = try HexPages(try Contents.descriptor([UInt8](repeating: 7, count: 100_000)))
    #expect(pages.pageCount < 30)
    let last = try #require(pages.page(pages.pageCount).lines.last)
    #expect(last.text.text.text == "… and 83616 more bytes")
  }
}
