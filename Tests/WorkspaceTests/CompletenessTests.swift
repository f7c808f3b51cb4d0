import Testing

@testable import Workspace

@Suite("Whether a file is whole by its own format")
struct CompletenessTests {
  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test("a PDF is whole when its last kilobyte has the end mark")
  func pdf() {
    let head = bytes("%PDF-1.7\n")
    #expect(Completeness.isWhole(head: head, tail: bytes("startxref\n12\n%%EOF\n")))
    #expect(!Completeness.isWhole(head: head, tail: bytes("1 0 obj << >>")))
    #expect(!Completeness.isWhole(head: head, tail: bytes("%%EOF") + [UInt8](repeating: 32, count: 2000)))
  }

  @Test("a ZIP archive is whole when it has its directory's end, also before a comment")
  func zip() {
    let head: [UInt8] = [0x50, 0x4B, 3, 4]
    #expect(
      Completeness.isWhole(head: head, tail: [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 60_000)))
    #expect(!Completeness.isWhole(head: head, tail: [0, 0, 0, 0, 0]))
  }

  @Test("a JPEG and a PNG are whole when they have their end marks")
  func images() {
    #expect(Completeness.isWhole(head: [0xFF, 0xD8, 0xFF, 0xE0], tail: [1, 2, 0xFF, 0xD9]))
    #expect(!Completeness.isWhole(head: [0xFF, 0xD8, 0xFF, 0xE0], tail: [1, 2, 3]))
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    #expect(Completeness.isWhole(head: png, tail: bytes("....IEND....")))
    #expect(!Completeness.isWhole(head: png, tail: bytes("....IDAT....")))
  }

  @Test("a format that does not say where it ends counts as whole")
  func others() {
    #expect(Completeness.isWhole(head: bytes("hello"), tail: bytes("hello")))
    #expect(Completeness.isWhole(head: [], tail: []))
  }

  @Test(
    "names that other programs leave behind are passed over",
    arguments: [
      "Thumbs.db", ".DS_Store", "._scan.pdf", "~$report.docx", "movie.mp4.part", "a.crdownload", "x~",
      "a.download",
    ])
  func ignored(name: String) {
    #expect(IgnoredNames.contains(name))
  }

  @Test(
    "ordinary names are not",
    arguments: [
      "scan.pdf", "Report 2.docx", "partial results.txt", "README", "notes.reason.txt", "~x.txt",
    ])
  func ordinary(name: String) {
    #expect(!IgnoredNames.contains(name))
  }
}
