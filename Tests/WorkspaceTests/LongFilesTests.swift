import DocumentModel
import FoundationEssentials
import Synchronization
import Testing

@testable import Workspace

@Suite("Files that take long to read", .timeLimit(.minutes(2)))
struct LongFilesTests {
  private static let long = String(repeating: "long ", count: 100)

  /// One for which files of a hundred bytes are long ones.
  private func reconciler(_ test: TestWorkspace) -> Reconciler {
    var limits = Reconciler.Limits()
    limits.long = 100
    return Reconciler(test.workspace.tree, limits: limits, log: test.log)
  }

  @Test("are taken up beside the pass, which goes on, and once however many passes see them")
  func added() async throws {
    let test = try await TestWorkspace()
    try test.write(Self.long, to: "Documents/a long.txt")
    try test.write("short", to: "Documents/b.txt")
    let reconciler = reconciler(test)
    #expect(try await reconciler.pass().added == 1)
    _ = try await reconciler.pass()
    await test.workspace.tree.longFiles.wait()
    #expect(try await test.names() == ["a long.txt", "b.txt"])
    #expect(try await test.workspace.eventLog.lastEvent() == 2)
    let job = try #require(test.workspace.jobs.all.first)
    #expect(test.workspace.jobs.all.count == 1)
    #expect(job.title == "Reading \"a long.txt\"" && job.detail == "1 added")
    #expect(try await reconciler.pass().hasNews == false)
  }

  @Test("are read again beside the pass when they were written to")
  func changed() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add(Self.long)
    try test.write(Self.long + "and more", to: "Documents/a.txt")
    let reconciler = reconciler(test)
    #expect(try await reconciler.pass().changed == 0)
    await test.workspace.tree.longFiles.wait()
    #expect(try await test.workspace.document(document.id).version == 2)
    #expect(try await test.text(ofVersion: 1, of: document) == Self.long)
    #expect(try await reconciler.pass().hasNews == false)
  }

  @Test("wait for those of about their length alone, and are given up when told so")
  func lanes() async throws {
    func file(_ name: String, _ size: Int64) -> PlacedContent {
      let location = Location(name: FileName(sanitizing: name))
      return PlacedContent(
        location: location, size: size,
        fingerprint: Fingerprint(device: 1, inode: 1, size: size, modified: 0, changed: 0))
    }
    let files = LongFiles()
    let read = Mutex<[String]>([])
    let endless = Latch<Void>()
    await files.take(file("endless", 1 << 62)) {
      while !Task.isCancelled { await Task.yield() }
      endless.open(())
    }
    await files.take(file("behind it", 1 << 61)) { read.withLock { $0.append("behind it") } }
    let long = Latch<Void>()
    await files.take(file("long", 1 << 28)) { long.open(()) }
    await long.wait()
    await files.cancel()
    await endless.wait()
    await files.wait()
    #expect(read.withLock(\.self).isEmpty)
  }

  @Test("are followed to another name without being read")
  func moved() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add(Self.long)
    try test.rename("Documents/a.txt", to: "Documents/b.txt")
    #expect(try await reconciler(test).pass().moved == 1)
    #expect(try await test.workspace.document(document.id).location.name.description == "b.txt")
    #expect(test.workspace.jobs.all.isEmpty)
  }
}
