import DocumentModel
import FoundationEssentials
import Glibc
import Testing

@testable import Storage
@testable import Workspace

@Suite("Contents that were replaced or removed on the disk")
struct LostContentTests {
  /// Saves as most editors do: a new file takes the name.
  private func save(_ text: String, as name: String, in test: TestWorkspace) throws {
    try test.write(text, to: "Documents/.new")
    #expect(rename("\(test.path)/Documents/.new", "\(test.path)/Documents/\(name)") == 0)
  }

  @Test("a content that an editor replaced is the version before, and can be brought back")
  func edited() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("mine")
    try save("theirs", as: "a.txt", in: test)
    #expect(try await test.pass().changed == 1)
    #expect(try await test.text(ofVersion: 1, of: document) == "mine")
    let listed = try await test.workspace.versions.versions(of: document.id)
    #expect(listed.versions.map(\.isKept) == [true, true])
    #expect(try await test.workspace.versionIndex.storedBytes() == 10)
    let restored = try await test.workspace.versions.restore(
      version: 1, of: document.id, expecting: .anything)
    #expect(restored.version == 3)
    #expect(try await test.text(of: restored) == "mine")
  }

  @Test("each save in a row is a version")
  func saves() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("1")
    for number in 2...5 {
      try save("\(number)", as: "a.txt", in: test)
      #expect(try await test.pass().changed == 1)
    }
    for number in 1...5 { #expect(try await test.text(ofVersion: number, of: document) == "\(number)") }
  }

  @Test("a file that appeared in the folder is held as one that was uploaded")
  func found() async throws {
    let test = try await TestWorkspace()
    try test.write("found", to: "Documents/a.txt")
    #expect(try await test.pass().added == 1)
    let document = try #require(try await test.workspace.documents(DocumentQuery()).documents.first)
    try save("theirs", as: "a.txt", in: test)
    #expect(try await test.pass().changed == 1)
    #expect(try await test.text(ofVersion: 1, of: document) == "found")
  }

  @Test("a replacement here meets one on the disk, and both contents are kept")
  func settled() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("one")
    try save("two", as: "a.txt", in: test)
    let third = try await test.change(document, to: "three")
    #expect(third.version == 3)
    for (number, text) in [(1, "one"), (2, "two"), (3, "three")] {
      #expect(try await test.text(ofVersion: number, of: document) == text)
    }
  }

  @Test(
    "a document whose file was removed can be read in the Trash, and comes back with its bytes and its id")
  func removed() async throws {
    let test = try await TestWorkspace()
    _ = try await test.add("beside", named: "beside.txt")
    let document = try await test.add("mine")
    try test.remove("Documents/a.txt")
    #expect(try await test.pass().gone == 1)
    let trashed = try #require(try await test.trash().first)
    let content = try await test.workspace.tree.current(trashed).content
    #expect(String(decoding: content.bytes(from: 0, count: 10), as: UTF8.self) == "mine")
    let restored = try await test.workspace.documents.restore(document.id)
    #expect(restored.id == document.id && restored.trashed == nil && restored.version == 1)
    #expect(try await test.text(of: restored) == "mine")
    #expect(try await test.pass().hasNews == false)
    #expect(try await test.trash().isEmpty)
  }

  @Test("a removal that is met by a client's own is no loss either")
  func removedTwice() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("mine")
    try test.remove("Documents/a.txt")
    _ = try await test.workspace.documents.trash(document.id)
    #expect(try await test.text(of: try await test.workspace.documents.restore(document.id)) == "mine")
  }

  @Test("a file that is back is its document again, as before, though its bytes were kept meanwhile")
  func returned() async throws {
    let test = try await TestWorkspace()
    _ = try await test.add("beside", named: "beside.txt")
    let document = try await test.add("mine")
    try test.rename("Documents/a.txt", to: "away")
    #expect(try await test.pass().gone == 1)
    try test.rename("away", to: "Documents/a.txt")
    #expect(try await test.pass().returned == 1)
    #expect(try await test.workspace.document(document.id).version == 1)
  }

  @Test("removed for good, nothing of it is held")
  func removedForGood() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("mine")
    _ = try await test.workspace.documents.trash(document.id)
    try await test.workspace.trash.remove(document.id)
    let held = try FileManager.default.subpathsOfDirectory(atPath: "\(test.path)/Library/Held")
    #expect(held.allSatisfy { $0.count == 2 }, "\(held)")
  }

  @Test("a replaced content that could not be kept stays held, and is kept as soon as that can be")
  func later() async throws {
    let clock = TestClock()
    let test = try await TestWorkspace(now: { clock.now })
    let document = try await test.add("mine")
    let other = try await test.add("also mine", named: "b.txt")
    // As on a full disk, no version can be made.
    try test.remove("Library/Versions")
    try test.write("in the way", to: "Library/Versions")
    try save("theirs", as: "a.txt", in: test)
    try test.remove("Documents/b.txt")
    let report = try await test.pass()
    #expect(report.changed == 1 && report.gone == 1)
    #expect(try await test.workspace.versions.version(1, of: document.id).isKept == false)
    let maintenance = VersionMaintenance(test.workspace, rule: .standard, log: test.log)
    clock.advance(days: 100_000)
    _ = try await maintenance.pass()
    #expect(try await test.workspace.versions.version(1, of: document.id).isKept == false)
    #expect(try await test.workspace.versionIndex.storedBytes() == 15)
    try test.remove("Library/Versions")
    _ = try await maintenance.pass()
    #expect(try await test.workspace.versionIndex.storedBytes() == 19)
    #expect(try await test.text(ofVersion: 1, of: document) == "mine")
    // A document in the Trash without a file has its content still, and holds it.
    #expect(try await test.workspace.directory.keepHeld(other.sha256))
  }

  @Test("a content that could not be kept when it was replaced is given on request once there is room")
  func asked() async throws {
    let test = try await TestWorkspace()
    let documents = try await [test.add("one"), test.add("two", named: "b.txt")]
    try test.remove("Library/Versions")
    try test.write("in the way", to: "Library/Versions")
    for name in ["a.txt", "b.txt"] { try save("theirs \(name)", as: name, in: test) }
    #expect(try await test.pass().changed == 2)
    await expectRefusal(.versionGone) { _ = try await test.text(ofVersion: 1, of: documents[0]) }
    try test.remove("Library/Versions")
    #expect(try await test.text(ofVersion: 1, of: documents[0]) == "one")
    #expect(
      try await test.workspace.versions.versions(of: documents[1].id).versions.map(\.isKept) == [true, true])
    #expect(try await test.workspace.versionIndex.storedBytes() == 30)
  }

  @Test("a content that is written over in place is given before the pass notices that")
  func unnoticed() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("one")
    try test.write("theirs", to: "Documents/a.txt")
    #expect(try await test.text(ofVersion: 1, of: document) == "one")
    let restored = try await test.workspace.versions.restore(
      version: 1, of: document.id, expecting: .anything)
    #expect(try await test.text(of: restored) == "one")
    #expect(try await test.text(ofVersion: 2, of: document) == "theirs")
  }

  @Test("a content that was written over while it was held does not stay held")
  func overwritten() async throws {
    let clock = TestClock()
    let test = try await TestWorkspace(now: { clock.now })
    let document = try await test.add("mine")
    try test.remove("Library/Versions")
    try test.write("in the way", to: "Library/Versions")
    try save("theirs", as: "a.txt", in: test)
    #expect(try await test.pass().changed == 1)
    let held = SandboxPath.held(document.sha256)
    try test.write("MINE", to: held)
    try test.remove("Library/Versions")
    clock.advance(days: 100_000)
    _ = try await VersionMaintenance(test.workspace, rule: .standard, log: test.log).pass()
    #expect(!FileManager.default.fileExists(atPath: "\(test.path)/\(held)"))
    #expect(try await test.workspace.versions.version(1, of: document.id).isKept == false)
  }

  @Test("a content that no document has any more is let go of in time")
  func maintenance() async throws {
    let clock = TestClock()
    let test = try await TestWorkspace(now: { clock.now })
    let document = try await test.add("mine")
    // As of an upload that was refused after its bytes had come.
    let left = "Library/Held/00/\(String(repeating: "0", count: 64))"
    try test.write("nobody's", to: left)
    let maintenance = VersionMaintenance(test.workspace, rule: .standard, log: test.log)
    _ = try await maintenance.pass()
    #expect(FileManager.default.fileExists(atPath: "\(test.path)/\(left)"))
    clock.advance(days: 100_000)
    _ = try await maintenance.pass()
    #expect(!FileManager.default.fileExists(atPath: "\(test.path)/\(left)"))
    #expect(try await test.workspace.directory.keepHeld(document.sha256))
  }
}
