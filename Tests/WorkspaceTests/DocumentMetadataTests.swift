import DocumentModel
import FoundationEssentials
import Testing

@testable import Storage
@testable import Workspace

@Suite("DocumentMetadata of documents")
struct DocumentMetadataTests {
  private func metadata(_ tags: String..., favourite: Bool? = nil, handler: String? = nil) throws
    -> MetadataChanges
  {
    MetadataChanges(tags: try tags.map { try Tag($0) }, favourite: favourite, handler: handler)
  }

  @Test("metadata that is there already is no change, and sends no event")
  func unchanged() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add()
    let marked = try await test.workspace.documents.changeMetadata(
      of: document.id, metadata("a", favourite: true))
    let last = try await test.workspace.eventLog.lastEvent()
    #expect(try await test.workspace.documents.changeMetadata(of: document.id, metadata("a")) == marked)
    #expect(try await test.workspace.documents.changeMetadata(of: document.id, MetadataChanges()) == marked)
    #expect(try await test.workspace.eventLog.lastEvent() == last)
    #expect(try await test.workspace.documents.tags().map(\.tag.description) == ["a"])
  }

  @Test("SB-9 the operation to be in no backup goes with a new name and new content, and survives a restart")
  func excludedFromBackup() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add()
    _ = try await test.workspace.documents.changeMetadata(
      of: document.id, MetadataChanges(excludedFromBackup: true))
    let target = Location(name: try FileName("b.txt"))
    _ = try await test.workspace.documents.move(document.id, to: target)
    #expect(try await test.change(document, to: "other").metadata.excludedFromBackup)
    let next = try await TestWorkspace(at: test.copy())
    try await next.pass()
    let found = try await next.workspace.document(document.id)
    #expect(found.metadata.excludedFromBackup && found.location == target)
    let copy = try await next.workspace.documents.copy(document.id)
    #expect(copy.metadata.excludedFromBackup && copy.id != document.id)
  }

  @Test("a document is only marked as the caller knew it")
  func expected() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add()
    let marked = try await test.workspace.documents.changeMetadata(
      of: document.id, metadata("a"), expecting: .document(document))
    await expectRefusal(.versionConflict) {
      _ = try await test.workspace.documents.changeMetadata(
        of: document.id, metadata("b"), expecting: .document(document))
    }
    #expect(try await test.workspace.document(document.id) == marked)
    _ = try await test.workspace.documents.trash(document.id)
    await expectRefusal(.notFound) {
      _ = try await test.workspace.documents.changeMetadata(of: document.id, metadata("b"))
    }
  }

  @Test("a handler is chosen among those that open the type, also the one of the new name")
  func handlers() async throws {
    let test = try await TestWorkspace()
    let text = try await test.add()
    let sentence = await expectRefusal(.unsuitableHandler) {
      _ = try await test.workspace.documents.changeMetadata(of: text.id, metadata(handler: "viewer"))
    }
    #expect(sentence.contains("nothing does"))
    let pdf = try await test.add("%PDF-1.7", named: "b.pdf")
    let chosen = try await test.workspace.documents.changeMetadata(of: pdf.id, metadata(handler: "viewer"))
    #expect(test.workspace.documents.openers(of: chosen).map(\.identifier) == ["viewer"])
    // The type that it has under its new name counts; the refused step leaves file and index alone.
    let other = try await test.add("%PDF-1.7 two", named: "c.pdf")
    let target = Location(name: try FileName("d.pdf"))
    await expectRefusal(.unsuitableHandler) {
      _ = try await test.workspace.documents.move(other.id, to: target, metadata: metadata(handler: "text"))
    }
    #expect(try await test.workspace.document(other.id) == other)
    #expect(try await test.text(of: other) == "%PDF-1.7 two")
  }

  @Test(
    "the chosen handler comes first among several, and counts for nothing where it opens the type no more")
  func chosenFirst() async throws {
    let test = try await TestWorkspace()
    let second = Handler(
      identifier: "com.example.pdf", name: "Other", role: .viewer, rank: .alternate, contentTypes: [.pdf],
      url: "https://example.com/{id}")
    try await test.workspace.types.declare(TypeDeclarations(types: [], handlers: [second]))
    let pdf = try await test.add("%PDF-1.7", named: "b.pdf")
    #expect(test.workspace.documents.openers(of: pdf).map(\.identifier) == ["viewer", "com.example.pdf"])
    let chosen = try await test.workspace.documents.changeMetadata(
      of: pdf.id, metadata(handler: "com.example.pdf"))
    #expect(test.workspace.documents.openers(of: chosen).map(\.identifier) == ["com.example.pdf", "viewer"])
    let preview = try await test.workspace.pages.preview(of: chosen)
    #expect(preview.handler?.identifier == "com.example.pdf" && preview.isHandlerChosen)
    #expect(try await test.workspace.pages.preview(of: pdf).isHandlerChosen == true)
    var text = chosen
    text.type = .plainText
    #expect(test.workspace.documents.openers(of: text).isEmpty)
    #expect(text.metadata.handler == "com.example.pdf")
  }

  @Test("another name and other metadata are one step, and one that fails takes the file back")
  func oneStep() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("one")
    let target = Location(folder: try FolderPath(parsing: "Box"), name: try FileName("b.txt"))
    test.fault.fail(with: .storageFull)
    await expectRefusal(.storageFull) {
      _ = try await test.workspace.documents.move(document.id, to: target, metadata: metadata("a"))
    }
    test.fault.fail(with: nil)
    #expect(try await test.workspace.document(document.id) == document)
    #expect(try await test.text(of: document) == "one")
    let moved = try await test.workspace.documents.move(document.id, to: target, metadata: metadata("a"))
    #expect(moved.location == target && moved.metadata.tags.map(\.description) == ["a"])
    #expect(try await test.text(of: moved) == "one")
    #expect(try await test.pass().hasNews == false)
  }

  @Test("metadata stays with a document that is renamed, edited, taken away and brought back on the disk")
  func onTheDisk() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("one")
    _ = try await test.add("two", named: "other.txt")
    let marked = try await test.workspace.documents.changeMetadata(
      of: document.id, metadata("a", favourite: true)
    ).metadata
    try test.rename("Documents/a.txt", to: "Documents/b.txt")
    #expect(try await test.pass().moved == 1)
    try test.write("one, and more", to: "Documents/b.txt")
    #expect(try await test.pass().changed == 1)
    try test.rename("Documents/b.txt", to: "aside.txt")
    #expect(try await test.pass().gone == 1)
    #expect(try await test.trash().map(\.metadata) == [marked])
    try test.rename("aside.txt", to: "Documents/b.txt")
    #expect(try await test.pass().returned == 1)
    let found = try await test.workspace.document(document.id)
    #expect(found.metadata == marked && found.location.name.description == "b.txt")
  }
}
