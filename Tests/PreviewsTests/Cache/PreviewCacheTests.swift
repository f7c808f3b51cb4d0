import Dispatch
import DocumentModel
import Foundation
import LinuxSystem
import Logging
import Testing

@testable import Previews

@Suite struct PreviewCacheTests {
  private static let tiny = PreviewFile.block + PreviewFile.overhead

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func cache(byteLimit: Int = 1 << 20, privately hidden: [ContentHash] = []) throws -> PreviewCache {
    PreviewCache(
      in: try Directory(opening: folder.path), at: "Caches/previews", byteLimit: byteLimit,
      logger: Logger(label: "test"), isPrivate: hidden.contains)
  }

  private func key(_ document: String, page: Int = 1) throws -> PreviewKey {
    try #require(PreviewKey(.sample(document, page: page), drawnWith: "1"))
  }

  private func keep(_ bytes: [UInt8], _ document: String, page: Int = 1, in cache: PreviewCache) throws {
    let file = try bytes.withUnsafeBytes { try MemoryFile(sealing: $0) }
    let facts = ImageFacts(width: 10, height: 20, format: .png)
    let answer = WorkerResponse(
      id: 1, payload: .rendered(facts), content: OpenContent(file.descriptor, size: Int64(file.size)))
    let work = FinishedWork(key: .sample(document, page: page), outcome: .done(answer), running: nil)
    cache.keep(work, drawnWith: "1")
  }

  private func bytes(_ document: String, page: Int = 1, in cache: PreviewCache) async throws -> [UInt8]? {
    try await cache.value(for: key(document, page: page))?.content.bytes()
  }

  @Test func `a kept entry is found at once, and still when it is on the disk`() async throws {
    let cache = try cache()
    #expect(try await bytes("a", in: cache) == nil)
    try keep([1, 2, 3], "a", in: cache)
    #expect(try await bytes("a", in: cache) == [1, 2, 3])
    await cache.settle()
    #expect(try await bytes("a", in: cache) == [1, 2, 3])
    #expect(try await cache.value(for: key("a"))?.image == ImageFacts(width: 10, height: 20, format: .png))
    #expect(folder.files().count == 1)
    #expect(cache.status.hits == 3 && cache.status.misses == 1)
  }

  @Test func `nothing of a private content is kept, neither in memory nor on the disk`() async throws {
    let hidden = try #require(WorkKey.sample("a").hash)
    let cache = try cache(privately: [hidden])
    let pdf = try [1, 2, 3].withUnsafeBytes { try MemoryFile(sealing: $0) }
    let rendition = RenditionKey(hash: hidden, kind: .office, version: "1", fileExtension: "odt")
    cache.keep(OpenContent(pdf.descriptor, size: Int64(pdf.size)), as: rendition)
    for document in ["a", "b"] { try keep([1, 2, 3], document, in: cache) }
    #expect(try await bytes("a", in: cache) == nil)
    #expect(await cache.rendition(rendition) == nil)
    await cache.settle()
    #expect(try await bytes("b", in: cache) == [1, 2, 3])
    #expect(folder.files().count == 1)
  }

  @Test func `another page, document or renderer is another entry`() async throws {
    let cache = try cache()
    try keep([1], "a", in: cache)
    #expect(try await bytes("a", page: 2, in: cache) == nil)
    #expect(try await bytes("b", in: cache) == nil)
    let newer = try #require(PreviewKey(.sample("a"), drawnWith: "2"))
    #expect(await cache.value(for: newer) == nil)
  }

  @Test func `files stay within the bound, and the one used longest ago goes`() async throws {
    let cache = try cache(byteLimit: 4 * Self.tiny)
    for page in 1...4 {
      try keep([UInt8](repeating: 7, count: 100), "a", page: page, in: cache)
      await cache.settle()
    }
    _ = try await bytes("a", page: 1, in: cache)
    try keep([UInt8](repeating: 7, count: 100), "a", page: 5, in: cache)
    await cache.settle()
    await cache.load()
    #expect(try await bytes("a", page: 2, in: cache) == nil)
    #expect(try await bytes("a", page: 1, in: cache) != nil)
    #expect(folder.files().count == 4)
    #expect(cache.status.bytes == 4 * Self.tiny)
  }

  @Test func `entries outlive a restart`() async throws {
    let first = try cache()
    for page in 1...20 { try keep([UInt8(page)], "a", page: page, in: first) }
    await first.settle()
    let second = try cache()
    #expect(try await bytes("a", page: 3, in: second) == nil, "it is not loaded yet")
    await second.load()
    #expect(try await bytes("a", page: 3, in: second) == [3])
    #expect(second.status.entries == 20)
  }

  @Test func `a restart with a smaller bound deletes what is too much`() async throws {
    let first = try cache()
    for page in 1...20 { try keep([UInt8](repeating: 1, count: 10), "a", page: page, in: first) }
    await first.settle()
    let second = try cache(byteLimit: 5 * Self.tiny)
    await second.load()
    #expect(second.status.entries == 5)
    #expect(folder.files().count == 5)
  }

  @Test func `an entry that was used after a day goes last, also when the use was before a restart`()
    async throws
  {
    let first = try cache()
    for page in 1...3 { try keep([UInt8](repeating: 1, count: 10), "a", page: page, in: first) }
    await first.settle()
    for file in folder.files() {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -86_400)], ofItemAtPath: "\(folder.path)/\(file)")
    }
    #expect(try await bytes("a", page: 2, in: first) != nil)
    let second = try cache(byteLimit: Self.tiny)
    await second.load()
    #expect(try await bytes("a", page: 2, in: second) != nil)
    #expect(second.status.entries == 1)
  }

  @Test(arguments: ["Caches", "Caches/previews", "Caches/previews/tmp", "Caches/previews/61"])
  func `it may be deleted while it runs`(part: String) async throws {
    let cache = try cache()
    try keep([1], "a", in: cache)
    await cache.settle()
    try folder.remove(part)
    if part != "Caches/previews/tmp" { #expect(try await bytes("a", in: cache) == nil) }
    try keep([2], "a", page: 2, in: cache)
    await cache.settle()
    #expect(try await bytes("a", page: 2, in: cache) == [2])
    #expect(folder.files().contains { $0.contains("_p2") })
  }

  @Test func `an open entry stays readable when it is deleted`() async throws {
    let cache = try cache()
    try keep([1, 2, 3], "a", in: cache)
    await cache.settle()
    let hit = try #require(await cache.value(for: key("a")))
    try folder.remove("Caches")
    #expect(try hit.content.bytes() == [1, 2, 3])
  }

  @Test func `a file that was cut short is a miss and goes`() async throws {
    let first = try cache()
    try keep([1, 2, 3], "a", in: first)
    try keep([1, 2, 3], "b", in: first)
    await first.settle()
    for name in folder.files() { try Data([1]).write(to: "\(folder.path)/\(name)") }
    #expect(try await bytes("a", in: first) == nil)
    let second = try cache()
    await second.load()
    #expect(second.status.entries == 0)
    #expect(folder.files().isEmpty)
  }

  @Test func `unfinished files of earlier runs are removed, and foreign ones are left`()
    async throws
  {
    let first = try cache()
    try keep([1], "a", in: first)
    await first.settle()
    try Data([1]).write(to: "\(folder.path)/Caches/previews/tmp/99-1")
    try Data([1]).write(to: "\(folder.path)/Caches/previews/61/README")
    await (try cache()).load()
    #expect(!folder.files().contains("Caches/previews/tmp/99-1"))
    #expect(folder.files().contains("Caches/previews/61/README"))
  }

  @Test func `of earlier runs as much is taken up as there is room for`() async throws {
    let first = try cache()
    for page in 1...4 {
      try keep([UInt8](repeating: 7, count: 100), "a", page: page, in: first)
      await first.settle()
    }
    let second = try cache(byteLimit: 4 * Self.tiny)
    for page in 5...6 { try keep([UInt8](repeating: 7, count: 100), "a", page: page, in: second) }
    await second.settle()
    await second.load()
    #expect(folder.files().count == 4)
    #expect(second.status.bytes == 4 * Self.tiny && second.status.entries == 4)
    for page in 5...6 { #expect(try await bytes("a", page: page, in: second) != nil) }
  }

  @Test func `it names the contents of its files when it knows those of earlier runs`() async throws {
    let first = try cache()
    for page in 1...2 { try keep([1], "a", page: page, in: first) }
    try keep([1], "b", in: first)
    await first.settle()
    #expect(first.contents == nil, "there may be more")
    let second = try cache()
    await second.load()
    #expect(second.contents.map { Set($0) } == [sampleHash("a"), sampleHash("b")])
    await second.remove(sampleHash("a"))
    #expect(second.contents == [sampleHash("b")])
  }

  @Test func `everything of a content goes with it`() async throws {
    let cache = try cache()
    for page in 1...3 { try keep([1], "a", page: page, in: cache) }
    try keep([1], "b", in: cache)
    await cache.settle()
    try keep([1], "a", page: 4, in: cache)
    await cache.remove(sampleHash("a"))
    await cache.settle()
    for page in 1...4 { #expect(try await bytes("a", page: page, in: cache) == nil) }
    #expect(try await bytes("b", in: cache) == [1])
    // A write that was under way may end after the removal; it then removes its own file.
    await cache.load()
    #expect(folder.files().filter { $0.contains("\(sampleHash("b"))") }.count == 1)
  }

  @Test(.timeLimit(.minutes(1)))
  func `looking up does not wait for writing, deleting or listing`() async throws {
    let cache = try cache()
    try keep([1, 2, 3], "a", in: cache)
    await cache.settle()
    let gate = DispatchSemaphore(value: 0)
    let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
    let writers = (1...8).map { _ in
      Task {
        await cache.writing.run {
          beginning.yield()
          gate.wait()
        }
      }
    }
    var beginnings = begun.makeAsyncIterator()
    for _ in 1...2 { _ = await beginnings.next() }
    let found = try? await bytes("a", in: cache)
    for _ in writers { gate.signal() }
    for writer in writers { await writer.value }
    #expect(found == [1, 2, 3])
  }

  @Test func `a cache that cannot be written to is only slower`() async throws {
    let cache = PreviewCache(
      in: try Directory(opening: "/proc"), at: "previews", logger: Logger(label: "test"))
    await cache.load()
    try keep([1], "a", in: cache)
    await cache.settle()
    #expect(try await bytes("a", in: cache) == nil)
  }

  @Test func `many at once neither mix nor lose anything`() async throws {
    let cache = try cache()
    try await withThrowingTaskGroup { group in
      for worker in 0..<4 {
        group.addTask {
          for page in 1...50 {
            let expected = [UInt8(page), UInt8(page)]
            try keep(expected, "a", page: page, in: cache)
            let found = try await bytes("a", page: (page + worker * 13) % 50 + 1, in: cache)
            if let found { #expect(found[0] == UInt8((page + worker * 13) % 50 + 1)) }
          }
        }
      }
      try await group.waitForAll()
    }
    await cache.settle()
    for page in 1...50 { #expect(try await bytes("a", page: page, in: cache) == [UInt8(page), UInt8(page)]) }
    #expect(cache.status.bytes == 50 * Self.tiny)
  }
}

extension Data {
  fileprivate func write(to path: String) throws {
    try write(to: URL(filePath: path))
  }
}
