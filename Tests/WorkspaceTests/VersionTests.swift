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

  @Test("a list of versions goes on where the page before ended")
  func pages() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("1")
    for number in 2...5 { try await test.change(document, to: "\(number)") }
    let first = try await test.workspace.versions.versions(of: document.id, limit: 3)
    #expect(first.versions.map(\.version.number) == [5, 4, 3] && first.next == 3)
    let second = try await test.workspace.versions.versions(of: document.id, before: first.next, limit: 3)
    #expect(second.versions.map(\.version.number) == [2, 1] && second.next == nil)
    await expectRefusal(.notFound) { _ = try await test.workspace.versions.versions(of: DocumentID()) }
  }

  @Test("every version can be read, also of a document in the Trash")
  func reading() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("one")
    for text in ["two", "three"] { try await test.change(document, to: text) }
    for _ in 0..<2 {
      for (number, text) in [(1, "one"), (2, "two"), (3, "three")] {
        #expect(try await test.text(ofVersion: number, of: document) == text)
      }
      await expectRefusal(.notFound) { _ = try await test.text(ofVersion: 4, of: document) }
      await expectRefusal(.notFound) { _ = try await test.workspace.versions.version(4, of: document.id) }
      if try await test.trash().isEmpty { _ = try await test.workspace.documents.trash(document.id) }
    }
  }

  @Test("a restored version is a new one that says where it came from, and what it replaced is kept")
  func restoring() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("one")
    try await test.change(document, to: "two")
    let restored = try await test.workspace.versions.restore(
      version: 1, of: document.id, expecting: .content(try await test.currentHash(document)), author: "me")
    #expect(restored.version == 3 && restored.sha256 == document.sha256)
    #expect(try await test.text(of: restored) == "one")
    let newest = try await test.workspace.versions.version(3, of: document.id).version
    #expect(newest.origin == .restored && newest.restoredFrom == 1 && newest.author == "me")
    for (number, text) in [(1, "one"), (2, "two"), (3, "one")] {
      #expect(try await test.text(ofVersion: number, of: document) == text)
    }
    #expect(try await test.verify().isClean)
  }

  @Test("a restore without the current content replaces nothing; both are kept")
  func conflict() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("one")
    try await test.change(document, to: "two")
    await expectRefusal(.versionConflict) {
      _ = try await test.workspace.versions.restore(
        version: 1, of: document.id, expecting: .content(document.sha256))
    }
    #expect(try await test.workspace.document(document.id).version == 2)
    #expect(try await test.text(ofVersion: 1, of: document) == "one")
    #expect(try await test.text(ofVersion: 2, of: document) == "two")
  }

  @Test("to restore what is there already changes nothing")
  func same() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("one")
    let restored = try await test.workspace.versions.restore(
      version: 1, of: document.id, expecting: .anything)
    #expect(restored.version == 1)
    #expect(try await test.workspace.versions.versions(of: document.id).versions.count == 1)
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

  @Test("each version that cannot be restored is refused in its own way")
  func refusals() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("one")
    try await test.change(document, to: "two")
    await expectRefusal(.notFound) {
      _ = try await test.workspace.versions.restore(version: 9, of: document.id, expecting: .anything)
    }
    try test.remove(SandboxPath.version(document.sha256))
    #expect(try await test.workspace.versions.version(1, of: document.id).isKept == false)
    await expectRefusal(.versionGone) {
      _ = try await test.workspace.versions.restore(version: 1, of: document.id, expecting: .anything)
    }
    _ = try await test.workspace.documents.trash(document.id)
    await expectRefusal(.notFound) {
      _ = try await test.workspace.versions.restore(version: 1, of: document.id, expecting: .anything)
    }
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
  func currentHash(_ document: Document) async throws -> ContentHash {
    try await workspace.document(document.id).sha256
  }

  /// What `sheaf verify` would say.
  func verify() async throws -> VerificationReport {
    try await StoreVerifier(root: SandboxRoot(opening: path, for: .inspecting)).verify()
  }
}
