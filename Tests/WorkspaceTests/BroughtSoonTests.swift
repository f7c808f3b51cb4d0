import DocumentModel
import FoundationEssentials
import LinuxSystem
import Synchronization
import Testing

@testable import Storage
@testable import Workspace

/// Requests for a place between a rename that brought a file there and the pass that notices it.
@Suite("A change soon at a place to which a document's file was renamed")
struct BroughtSoonTests {
  /// A workspace with `B/x.txt`, which has a tag and two versions, and three other documents.
  private struct Filled {
    let test: TestWorkspace
    let brought: Document
    let other: Document
    let beside: Document
    let trashed: Document
    let walks: Walks

    init() async throws {
      let walks = Walks()
      self.walks = walks
      test = try await TestWorkspace(directory: { MeddledTree($0, onWalked: { walks.count() }) })
      let first = try await test.add("x one", named: "x.txt", in: "B")
      let second = try await test.change(first, to: "x two")
      brought = try await test.workspace.documents.changeMetadata(
        of: second.id, MetadataChanges(tags: [try Tag("t")]))
      other = try await test.add("other", named: "z.txt")
      beside = try await test.add("beside", named: "y.txt", in: "A")
      trashed = try await test.workspace.documents.trash(test.add("thrown away", named: "x.txt", in: "A").id)
    }

    /// Expects the brought file to be its document still, and nothing to be left for a pass.
    func expectBrought(to place: String, version: Int = 2, documents: Int) async throws {
      #expect(try await test.pass().hasNews == false)
      let now = try await test.workspace.document(brought.id)
      #expect(now.location.relativePath == place && now.metadata.tags.count == 1 && now.version == version)
      #expect(try await test.names().count == documents)
    }
  }

  private final class Walks: Sendable {
    private let walks = Mutex(0)
    var all: Int { walks.withLock(\.self) }
    func count() { walks.withLock { $0 += 1 } }
  }

  private let target = Location(
    folder: FolderPath([FileName(sanitizing: "A")]), name: FileName(sanitizing: "x.txt"))

  @Test("an upload beside it gets a number, and the file stays its document")
  func uploaded() async throws {
    let filled = try await Filled()
    try filled.test.rename("Documents/B/x.txt", to: "Documents/A/x.txt")
    let new = try await filled.test.add("new", named: "x.txt", in: "A")
    #expect(new.location.relativePath == "A/x 2.txt")
    try await filled.expectBrought(to: "A/x.txt", documents: 4)
  }

  @Test("the same where the file has the number that an upload would get")
  func numbered() async throws {
    let filled = try await Filled()
    try filled.test.rename("Documents/B/x.txt", to: "Documents/A/y 2.txt")
    let new = try await filled.test.add("new", named: "y.txt", in: "A")
    #expect(new.location.relativePath == "A/y 3.txt")
    try await filled.expectBrought(to: "A/y 2.txt", documents: 4)
  }

  @Test("an upload over it is its document's next version")
  func replaced() async throws {
    let filled = try await Filled()
    try filled.test.rename("Documents/B/x.txt", to: "Documents/A/x.txt")
    let new = try await filled.test.add("new", named: "x.txt", in: "A", conflict: .replace)
    #expect(new.id == filled.brought.id)
    try await filled.expectBrought(to: "A/x.txt", version: 3, documents: 3)
    #expect(try await filled.test.text(ofVersion: 2, of: new) == "x two")
  }

  @Test("no other document is moved there, alone or in a batch")
  func moved() async throws {
    let filled = try await Filled()
    let (id, workspace) = (filled.other.id, filled.test.workspace)
    try filled.test.rename("Documents/B/x.txt", to: "Documents/A/x.txt")
    await expectRefusal(.nameTaken) { _ = try await workspace.documents.move(id, to: target) }
    try await filled.expectBrought(to: "A/x.txt", documents: 3)
    try filled.test.rename("Documents/A/x.txt", to: "Documents/B/x.txt")
    try await filled.test.pass()
    try filled.test.rename("Documents/B/x.txt", to: "Documents/A/x.txt")
    let batch = [BatchParameters(id, .move(name: target.name, folder: target.folder))]
    await expectRefusal(.nameTaken) { _ = try await workspace.batches.perform(batch) }
    try await filled.expectBrought(to: "A/x.txt", documents: 3)
  }

  @Test("a copy, and what comes back from the Trash, gets a number")
  func added() async throws {
    let filled = try await Filled()
    let workspace = filled.test.workspace
    try filled.test.rename("Documents/B/x.txt", to: "Documents/A/x.txt")
    let copy = try await workspace.documents.copy(filled.other.id, named: target.name, in: target.folder)
    #expect(copy.location.relativePath == "A/x 2.txt")
    try await filled.expectBrought(to: "A/x.txt", documents: 4)
    try filled.test.rename("Documents/A/x.txt", to: "Documents/A/x 3.txt")
    try filled.test.rename("Documents/A/x 2.txt", to: "Documents/A/x.txt")
    #expect(try await workspace.documents.restore(filled.trashed.id).location.relativePath == "A/x 2.txt")
    try await filled.expectBrought(to: "A/x 3.txt", documents: 5)
  }

  @Test(
    "the same where it was edited as well",
    .enabled(if: (try? Descriptor.open("/tmp").status())?.birth != nil))
  func edited() async throws {
    let filled = try await Filled()
    try filled.test.write("x three", to: "Documents/B/x.txt")
    try filled.test.rename("Documents/B/x.txt", to: "Documents/A/x.txt")
    _ = try await filled.test.add("new", named: "x.txt", in: "A")
    try await filled.expectBrought(to: "A/x.txt", version: 3, documents: 4)
  }

  @Test("throwing the folder away takes it along as its document, which comes back with it")
  func folder() async throws {
    for place in ["A/x.txt", "A/y.txt", "A/sub/x.txt"] {
      let filled = try await Filled()
      let test = filled.test
      if place == "A/y.txt" { try test.rename("Documents/A/y.txt", to: "Documents/A/y 2.txt") }
      if place == "A/sub/x.txt" {
        try test.rename("Documents/B", to: "Documents/A/sub")
      } else {
        try test.rename("Documents/B/x.txt", to: "Documents/\(place)")
      }
      let trashed = try await test.trashFolder("A")
      #expect(trashed.documents == 2, "\(place)")
      let inTrash = try await test.workspace.document(filled.brought.id, includingTrash: true)
      #expect(inTrash.trashed != nil && inTrash.location.relativePath == place)
      _ = try await test.workspace.folders.restoreFolder(target.folder, thrownAwayAt: trashed.date)
      try await filled.expectBrought(to: place, documents: 3)
      #expect(try await test.workspace.document(filled.beside.id).version == 1, "\(place)")
    }
  }

  @Test("where no document's file was renamed, the tree is not walked for it")
  func cost() async throws {
    let filled = try await Filled()
    let test = filled.test
    try test.write("another", to: "Documents/A/x.txt")
    try test.write("x two", to: "Documents/A/copy.txt")
    let new = try await test.add("new", named: "x.txt", in: "A")
    #expect(new.location.relativePath == "A/x 2.txt")
    await expectRefusal(.nameTaken) {
      _ = try await test.workspace.documents.move(
        filled.other.id, to: Location(folder: target.folder, name: try FileName("copy.txt")))
    }
    try test.write("unseen", to: "Documents/A/new.txt")
    #expect(try await test.trashFolder("A").documents == 5)
    #expect(filled.walks.all == 0)
    try await filled.expectBrought(to: "B/x.txt", documents: 2)
  }
}
