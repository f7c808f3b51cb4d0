import DocumentModel
import LinuxSystem
import Synchronization
import Testing

@testable import Previews

private final class Flag: Sendable {
  private let state = Atomic(false)

  var isSet: Bool { state.load(ordering: .relaxed) }

  func set() { state.store(true, ordering: .relaxed) }
}

@Suite struct CacheFolderTests {
  private let folder: TemporaryFolder
  private let pool = BlockingPool(threads: 2, name: "test")

  init() throws {
    folder = try TemporaryFolder()
  }

  // The scan at the start runs beside first writes and must not take their temporary files for an earlier run's. The
  // very first write would be lost, because a write retries once only, and that retry creates the folders.
  @Test func `looking for leftovers of earlier runs takes nothing from a writer meanwhile`() async throws {
    let directory = try Directory(opening: folder.path)
    let key = try #require(PreviewKey(.sample("a"), drawnWith: "1"))
    let file = PreviewFile(
      stem: key.stem, bytes: 1 << 16, image: ImageFacts(width: 10, height: 20, format: .png), digest: nil,
      isPDF: false)
    let content = [UInt8](repeating: 7, count: 1 << 16)
    let source = try content.withUnsafeBytes { try MemoryFile(sealing: $0) }
    for round in 1...200 {
      let cache = CacheFolder(directory: directory, path: "\(round)")
      let written = Flag()
      async let looks: Void = pool.run {
        while !written.isSet { _ = cache.scan() }
      }
      async let writes: Void = pool.run { () throws(SystemError) in
        defer { written.set() }
        try cache.write(file, from: source.descriptor)
      }
      try await writes
      await looks
      #expect(cache.scan() == [file])
    }
  }
}
