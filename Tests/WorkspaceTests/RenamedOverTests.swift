import DocumentModel
import FoundationEssentials
import LinuxSystem
import Testing

@testable import Storage
@testable import Workspace

/// Whether the file system of the tests says when files were made.
private let knowsBirths = (try? Descriptor.open("/tmp").status())?.birth != nil

/// Requests between a rename of one document's file over another's place and the pass that notices it.
@Suite(
  "A change soon at a document's place over which another one's file was renamed",
  .enabled(if: knowsBirths), .serialized)
struct RenamedOverTests {
  /// A workspace with `A/x.txt`, over which `B/y.txt` is renamed; both have a tag, and the second two versions.
  private struct Filled {
    let test: TestWorkspace
    let isEdited: Bool
    let replaced: Document
    let brought: Document
    let other: Document
    let trashed: Document

    init(isEdited: Bool) async throws {
      self.isEdited = isEdited
      test = try await TestWorkspace()
      trashed = try await test.workspace.documents.trash(test.add("thrown away", named: "x.txt", in: "A").id)
      let first = try await test.add("red", named: "x.txt", in: "A")
      replaced = try await test.workspace.documents.changeMetadata(
        of: first.id, MetadataChanges(tags: [try Tag("r")]))
      let second = try await test.change(test.add("blue", named: "y.txt", in: "B"), to: "blue two")
      brought = try await test.workspace.documents.changeMetadata(
        of: second.id, MetadataChanges(tags: [try Tag("b"), try Tag("c")]))
      other = try await test.add("other", named: "z.txt")
    }

    /// Renames one file away, or removes it, and the other one over its place.
    func bring(keeping kept: String? = "A/x.bak") throws {
      if let kept {
        try test.rename("Documents/A/x.txt", to: "Documents/\(kept)")
      } else {
        try test.remove("Documents/A/x.txt")
      }
      if isEdited { try test.write("blue three", to: "Documents/B/y.txt") }
      try test.rename("Documents/B/y.txt", to: "Documents/A/x.txt")
    }

    /// Expects both documents to be where their files are, and nothing to be left for a pass.
    func expectFollowed(replaced version: Int = 1, brought more: Int = 0) async throws {
      #expect(try await test.pass().hasNews == false)
      let first = try await test.workspace.document(replaced.id)
      #expect(first.location.relativePath == "A/x.bak" && first.version == version)
      #expect(first.metadata == replaced.metadata && first.trashed == nil)
      let second = try await test.workspace.document(brought.id)
      #expect(second.location.relativePath == "A/x.txt" && second.metadata == brought.metadata)
      #expect(second.version == (isEdited ? 3 : 2) + more)
      #expect(try await test.text(ofVersion: 2, of: second) == "blue two")
      if isEdited { #expect(try await test.text(ofVersion: 3, of: second) == "blue three") }
    }
  }

  private let target = Location(
    folder: FolderPath([FileName(sanitizing: "A")]), name: FileName(sanitizing: "x.txt"))

  @Test("new content goes to the document where its own file is", arguments: [false, true])
  func put(isEdited: Bool) async throws {
    let filled = try await Filled(isEdited: isEdited)
    try filled.bring()
    let changed = try await filled.test.change(filled.replaced, to: "red two")
    #expect(changed.location.relativePath == "A/x.bak" && changed.version == 2)
    try await filled.expectFollowed(replaced: 2)
    #expect(try await filled.test.text(ofVersion: 1, of: changed) == "red")
  }

  @Test("so does an earlier version, another name and a new tag", arguments: [false, true])
  func patched(isEdited: Bool) async throws {
    let filled = try await Filled(isEdited: isEdited)
    let (test, id) = (filled.test, filled.replaced.id)
    try filled.bring()
    let restored = try await test.workspace.versions.restore(
      version: 1, of: filled.brought.id, expecting: .anything)
    #expect(restored.location == target && restored.version == (isEdited ? 4 : 3))
    try await filled.expectFollowed(brought: 1)
    try test.rename("Documents/A/x.bak", to: "Documents/away.txt")
    if isEdited { try test.write("blue five", to: "Documents/A/x.txt") }
    try test.rename("Documents/A/x.txt", to: "Documents/A/x.bak")
    let moved = try await test.workspace.documents.move(id, to: target)
    #expect(moved.location == target && moved.metadata == filled.replaced.metadata && moved.version == 1)
    let brought = try await test.workspace.document(filled.brought.id)
    #expect(brought.location.relativePath == "A/x.bak" && brought.metadata == filled.brought.metadata)
  }

  @Test("an upload beside it gets a number, one over it is its next version", arguments: [false, true])
  func uploaded(isEdited: Bool) async throws {
    for conflict in ConflictRule.allCases {
      let filled = try await Filled(isEdited: isEdited)
      try filled.bring()
      do {
        let new = try await filled.test.add("new", named: "x.txt", in: "A", conflict: conflict)
        #expect(new.location.relativePath == (conflict == .rename ? "A/x 2.txt" : "A/x.txt"))
        #expect((new.id == filled.brought.id) == (conflict == .replace))
      } catch {
        #expect((error as? DocumentError)?.code == .nameTaken && conflict == .fail)
      }
      try await filled.expectFollowed(brought: conflict == .replace ? 1 : 0)
    }
  }

  @Test("nothing else is moved, copied or taken back over it", arguments: [false, true])
  func others(isEdited: Bool) async throws {
    let filled = try await Filled(isEdited: isEdited)
    let workspace = filled.test.workspace
    try filled.bring()
    await expectRefusal(.nameTaken) { _ = try await workspace.documents.move(filled.other.id, to: target) }
    try await filled.expectFollowed()
    let second = try await Filled(isEdited: isEdited)
    try second.bring()
    let copy = try await second.test.workspace.documents.copy(
      second.other.id, named: target.name, in: target.folder)
    #expect(copy.location.relativePath == "A/x 2.txt")
    try await second.expectFollowed()
    let third = try await Filled(isEdited: isEdited)
    try third.bring()
    let restored = try await third.test.workspace.documents.restore(third.trashed.id)
    #expect(restored.location.relativePath == "A/x 2.txt")
    try await third.expectFollowed()
  }

  @Test("where its own file is nowhere, what lies there is its next content", arguments: [false, true])
  func nowhere(isEdited: Bool) async throws {
    let filled = try await Filled(isEdited: isEdited)
    try filled.bring(keeping: nil)
    let changed = try await filled.test.change(filled.replaced, to: "red three")
    #expect(
      changed.location == target && changed.version == 3 && changed.metadata == filled.replaced.metadata)
    let before = try await filled.test.text(ofVersion: 2, of: changed)
    #expect(before == (isEdited ? "blue three" : "blue two"))
    try await filled.test.pass()
    let gone = try await filled.test.workspace.document(filled.brought.id, includingTrash: true)
    #expect(gone.trashed != nil && gone.version == 2 && gone.metadata == filled.brought.metadata)
  }

  @Test("a new file with the number of one that is gone is a new document")
  func usedAgain() async throws {
    let filled = try await Filled(isEdited: false)
    let test = filled.test
    try test.write("red two", to: "Documents/.new")
    try test.rename("Documents/A/x.txt", to: "Documents/A/x.txt~")
    try test.rename("Documents/.new", to: "Documents/A/x.txt")
    let looks = try #require(try await test.workspace.directory.fingerprints(at: [target])[target])
    let stale = Fingerprint(
      device: looks.device, inode: looks.inode, size: 1, modified: 2, changed: 3, born: 4)
    try await test.workspace.index.setFingerprint(stale, of: filled.brought.id)
    let changed = try await test.change(filled.replaced, to: "red three")
    #expect(changed.location == target && changed.version == 3)
    #expect(try await test.text(ofVersion: 2, of: changed) == "red two")
  }

  @Test("a document is found by its file's number beside one that is gone and had the same number")
  func numberedTwice() async throws {
    let filled = try await Filled(isEdited: true)
    let test = filled.test
    let own = try #require(try await test.workspace.index.entry(filled.brought.id)?.fingerprint)
    for size in [Int64(1), 9] {
      let stale = try await test.add("stale", named: "\(size).txt")
      try test.remove("Documents/\(size).txt")
      // One of them comes before the file's own in whatever order.
      let looks = Fingerprint(
        device: own.device, inode: own.inode, size: size, modified: 2, changed: 3, born: 4)
      try await test.workspace.index.setFingerprint(looks, of: stale.id)
    }
    try filled.bring()
    #expect(try await test.change(filled.replaced, to: "red two").location.relativePath == "A/x.bak")
    let brought = try await test.workspace.document(filled.brought.id)
    #expect(brought.location == target && brought.metadata == filled.brought.metadata && brought.version == 3)
  }
}
