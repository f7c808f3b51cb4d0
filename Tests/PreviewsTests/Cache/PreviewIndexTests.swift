import DocumentModel
import Testing

@testable import Previews

@Suite struct PreviewIndexTests {
  private func file(_ document: String, _ page: Int, bytes: Int = 10) throws -> PreviewFile {
    let key = try #require(PreviewKey(.sample(document, page: page), drawnWith: "1"))
    return PreviewFile(stem: key.stem, bytes: bytes, image: nil)
  }

  @Test func `a content goes with all its files, and with nothing of another`() throws {
    var index = PreviewIndex(byteLimit: 1 << 20)
    let own = try (1...3).map { try file("a", $0) }
    let other = try file("b", 1)
    for file in own + [other] { #expect(index.insert(file).isEmpty) }
    #expect(Set(index.removeAll(of: sampleHash("a"))) == Set(own))
    #expect(index.removeAll(of: sampleHash("a")).isEmpty)
    #expect(index.count == 1 && index.bytes == other.cost && index.contents == 1)
    #expect(index.file(other.stem) != nil)
  }

  @Test func `an evicted or removed entry is forgotten by content too`() throws {
    let cost = try file("a", 1).cost
    var index = PreviewIndex(byteLimit: 2 * cost)
    for name in ["a", "b", "c"] { _ = index.insert(try file(name, 1)) }
    #expect(index.contents == 2)
    index.remove(try file("b", 1).stem)
    #expect(index.contents == 1 && index.count == 1)
    _ = index.insert(try file("c", 1, bytes: 3 * PreviewFile.block))
    #expect(index.contents == 0 && index.count == 0, "too large to be kept, in place of one that was")
  }

  @Test func `an entry that is replaced counts once`() throws {
    var index = PreviewIndex(byteLimit: 1 << 20)
    for bytes in [10, 5_000] { _ = index.insert(try file("a", 1, bytes: bytes)) }
    let cost = try file("a", 1, bytes: 5_000).cost
    #expect(index.bytes == cost)
    #expect(index.removeAll(of: sampleHash("a")).count == 1)
  }

  @Test func `tiny files are as many as their blocks and entries find room`() throws {
    var index = PreviewIndex(byteLimit: 1 << 20)
    for page in 1...1_000 { _ = index.insert(try file("a", page, bytes: 100)) }
    #expect(index.count == (1 << 20) / (PreviewFile.block + PreviewFile.overhead))
    let latest = try file("a", 1_000, bytes: 100)
    #expect(index.bytes <= 1 << 20 && index.file(latest.stem) == latest)
  }
}
