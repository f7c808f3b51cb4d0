import DocumentModel
import Foundation
import LinuxSystem
import Logging
import Testing

@testable import Previews

@Suite(.timeLimit(.minutes(2))) struct QuarantineFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func file() throws -> QuarantineFile {
    QuarantineFile(
      in: try Directory(opening: folder.path), at: "Caches/quarantine.json", logger: Logger(label: "test"))
  }

  private let sentences = [
    Quarantine.Sentence(sha256: sampleHash("a"), page: nil, work: nil, reason: .rendererCrashed),
    Quarantine.Sentence(sha256: sampleHash("b"), page: 7, work: .text, reason: .renderTimeout),
  ]

  @Test func `a kept refusal is found again`() async throws {
    let first = try file()
    #expect(first.load() == [])
    first.save([sentences[0]])
    first.save(sentences)
    await first.flush()
    #expect(try file().load() == sentences)
    first.save([])
    await first.flush()
    #expect(try file().load() == [])
  }

  @Test(arguments: [
    "", "{", "[]", "{\"formatVersion\":2,\"quarantined\":[]}",
    "{\"formatVersion\":1,\"quarantined\":[{\"sha256\":\"x\",\"reason\":\"renderer-crashed\"}]}",
    "{\"formatVersion\":1,\"quarantined\":[{\"sha256\":\"\(sampleHash("a"))\",\"reason\":\"not-found\"}]}",
    """
    {"formatVersion":1,"quarantined":[{"sha256":"\(sampleHash("a"))","page":7,"reason":"render-timeout"}]}
    """,
  ])
  func `a file that says nothing sensible is begun anew`(text: String) async throws {
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/Caches", withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: "\(folder.path)/Caches/quarantine.json"))
    let file = try file()
    #expect(file.load() == [])
    file.save(sentences)
    await file.flush()
    #expect(try self.file().load() == sentences)
  }

  @Test func `where nothing can be written nothing is kept, and that is all`() async throws {
    let file = QuarantineFile(
      in: try Directory(opening: "/proc"), at: "nowhere/quarantine.json", logger: Logger(label: "test"))
    file.save(sentences)
    await file.flush()
    #expect(file.load() == [])
  }

  @Test func `a document that killed workers is refused after a restart, until it is released for good`()
    async throws
  {
    try await FakePool.with(quarantine: try file()) { fake async throws in
      #expect(try await fake.refusal(FakePool.Page.crash) == .rendererCrashed)
    }
    try await FakePool.with(quarantine: try file()) { fake async throws in
      #expect(try await fake.refusal(1) == .quarantined)
      let kept = await fake.pool.status.quarantined
      #expect(kept.map(\.hash) == [sampleHash("a")] && kept[0].pages == [])
      #expect(try await fake.refusal(1, of: "b") == nil)
      await fake.pool.release(sampleHash("a"))
    }
    try await FakePool.with(quarantine: try file()) { fake async throws in
      #expect(try await fake.refusal(1) == nil)
    }
  }
}
