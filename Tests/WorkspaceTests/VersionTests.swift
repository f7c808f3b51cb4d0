import DocumentModel
import FoundationEssentials
import Maintenance
import Synchronization
import Testing

@testable import Storage
@testable import Workspace

@Suite("Earlier versions of documents")
struct VersionTests {
  @Test("a version says who made it, when and which way, and the clock may go backwards")
  func provenance() async throws {
    let time = Mutex(1_790_000_000.0)
    let test = try await TestWorkspace(now: { Date(timeIntervalSince1970: time.withLock(\.self)) })
    let document = try await test.workspace.documents.add(
      try await test.staged("one"), named: try FileName("a.txt"), origin: .api, author: "scanner")
    time.withLock { $0 -= 3600 }
    try await test.change(document, to: "two", author: "editor")
    let versions = try await test.workspace.versions.versions(of: document.id).versions
    #expect(versions.map(\.version.number) == [2, 1])
    #expect(versions.map(\.version.author) == ["editor", "scanner"])
    #expect(versions.map(\.version.created.timeIntervalSince1970) == [1_789_996_400, 1_790_000_000])
    #expect(versions.map(\.isCurrent) == [true, false])
    #expect(versions.allSatisfy { $0.isKept })
  }

  @Test("a file that was changed on the disk has a version without an author")
  func disk() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("one")
    try await test.letGoOfHeld()
    try test.write("theirs", to: "Documents/a.txt")
    try await test.pass()
    let versions = try await test.workspace.versions.versions(of: document.id).versions
    #expect(versions.map(\.version.origin) == [.disk, .api])
    #expect(versions.first?.version.author == nil)
    // Written to in place before it could be kept.
    #expect(versions.map(\.isKept) == [true, false])
    await expectRefusal(.versionGone) { _ = try await test.text(ofVersion: 1, of: document) }
  }

  @Test("a version that the disk damaged is not brought back, and the current content stays")
  func damaged() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("one")
    try await test.change(document, to: "two")
    try test.write("ONE", to: SandboxPath.version(document.sha256))
    await expectRefusal(.damaged) {
      _ = try await test.workspace.versions.restore(version: 1, of: document.id, expecting: .anything)
    }
    try test.write("longer", to: SandboxPath.version(document.sha256))
    await expectRefusal(.damaged) { _ = try await test.text(ofVersion: 1, of: document) }
    #expect(try await test.text(of: test.workspace.document(document.id)) == "two")
    #expect(try await test.verify().findings.map(\.kind) == [.damagedVersion])
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(test.path)/tmp").isEmpty)
  }

  @Test("a version that is not kept is read from another document that has its content")
  func held() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("same")
    _ = try await test.add("same", named: "b.txt")
    try await test.letGoOfHeld()
    try test.write("theirs", to: "Documents/a.txt")
    try await test.pass()
    let opened = try await test.workspace.versions.content(ofVersion: 1, of: document.id)
    #expect(opened.isLive)
    #expect(try await test.text(ofVersion: 1, of: document) == "same")
    #expect(try await test.workspace.versions.version(1, of: document.id).isKept)
    let restored = try await test.workspace.versions.restore(
      version: 1, of: document.id, expecting: .anything)
    #expect(try await test.text(of: restored) == "same")
  }

  @Test("a version whose document lost its file is gone, unless another in the Trash has the bytes")
  func removed() async throws {
    let test = try await TestWorkspace()
    _ = try await test.add("beside", named: "beside.txt")
    let document = try await test.add("one", named: "a.txt")
    try await test.letGoOfHeld()
    try test.remove("Documents/a.txt")
    try await test.pass()
    #expect(try await test.workspace.versions.versions(of: document.id).versions.map(\.isKept) == [false])
    await expectRefusal(.versionGone) { _ = try await test.text(ofVersion: 1, of: document) }
    let twin = try await test.add("one", named: "twin.txt")
    _ = try await test.workspace.documents.trash(twin.id)
    #expect(try await test.workspace.versions.versions(of: document.id).versions.map(\.isKept) == [true])
    #expect(try await test.text(ofVersion: 1, of: document) == "one")
  }

  @Test("of an edit and a restoration at once neither is lost")
  func race() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("0")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...20 {
        group.addTask {
          if number.isMultiple(of: 2) {
            _ = try await test.workspace.versions.restore(version: 1, of: document.id, expecting: .anything)
          } else {
            try await test.change(document, to: "\(number)")
          }
        }
      }
      try await group.waitForAll()
    }
    let versions = try await test.workspace.versions.versions(of: document.id).versions
    #expect(versions.map(\.version.number) == Array((1...versions.count).reversed()))
    #expect(versions.allSatisfy { $0.isKept })
    let contents = Set(versions.map(\.version.sha256))
    #expect(contents.count == 11)
    #expect(try await test.verify().isClean)
  }
}

extension TestWorkspace {
  func verify() async throws -> VerificationReport {
    try await StoreVerifier(root: SandboxRoot(opening: path, for: .inspecting)).verify()
  }
}
