import DocumentModel
import FoundationEssentials
import Testing

@testable import Storage
@testable import Workspace

@Suite("A package is one document, whatever happens to it on the disk")
struct PackageTests {
  private func test() async throws -> TestWorkspace {
    let test = try await TestWorkspace()
    try await test.root.takeForDocuments(PackageNames(extensions: ["pack"]))
    return test
  }

  /// Puts a package into Documents, and gives its document.
  private func put(_ path: String, _ test: TestWorkspace) async throws -> Document {
    try test.write("one", to: "Documents/\(path)/text.txt")
    try test.write("picture", to: "Documents/\(path)/Data/picture.txt")
    #expect(try await test.pass().added == 1)
    let documents = try await test.workspace.documents(DocumentQuery(order: .name)).documents
    return try #require(documents.first)
  }

  private func text(_ path: String, _ test: TestWorkspace) -> String? {
    FileManager.default.contents(atPath: "\(test.path)/Documents/\(path)")
      .map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("one that was put there is listed, and what is in it is not")
  func added() async throws {
    let test = try await test()
    let document = try await put("Box/x.pack", test)
    #expect(try await test.names() == ["Box/x.pack"])
    #expect(try await test.pass() == Reconciler.Report(files: 1))
    #expect(try await test.workspace.tree.content(of: document).size == document.size)
  }

  @Test("an inner file that was changed makes the next version, and the one before is kept")
  func changed() async throws {
    let test = try await test()
    let document = try await put("x.pack", test)
    try test.write("edited by hand", to: "Documents/x.pack/text.txt")
    #expect(try await test.pass().changed == 1)
    let now = try await test.workspace.document(document.id)
    #expect(now.version == 2 && now.sha256 != document.sha256)
    let restored = try await test.workspace.versions.restore(
      version: 1, of: document.id, expecting: .anything)
    #expect(restored.sha256 == document.sha256)
    #expect(text("x.pack/text.txt", test) == "one")
    #expect(text("x.pack/Data/picture.txt", test) == "picture")
  }

  @Test("an inner file that came, went or got another name makes a version each")
  func tree() async throws {
    let test = try await test()
    let document = try await put("x.pack", test)
    try test.write("new", to: "Documents/x.pack/.new")
    #expect(try await test.pass().changed == 1)
    try test.rename("Documents/x.pack/Data", to: "Documents/x.pack/Other")
    #expect(try await test.pass().changed == 1)
    try test.remove("Documents/x.pack/text.txt")
    #expect(try await test.pass().changed == 1)
    #expect(try await test.workspace.document(document.id).version == 4)
  }

  @Test("one that was renamed or moved is the same document")
  func renamed() async throws {
    let test = try await test()
    let document = try await put("x.pack", test)
    try test.rename("Documents/x.pack", to: "Documents/y.pack")
    let report = try await test.pass()
    #expect(report.moved == 1 && report.added == 0)
    #expect(try await test.workspace.document(document.id).location.name.description == "y.pack")
  }

  @Test("a copy of it is a folder of its own")
  func copied() async throws {
    let test = try await test()
    let document = try await put("x.pack", test)
    let copy = try await test.workspace.documents.copy(document.id)
    #expect(copy.sha256 == document.sha256 && copy.location != document.location)
    #expect(text("\(copy.location.relativePath)/Data/picture.txt", test) == "picture")
    #expect(try await test.pass().hasNews == false)
  }

  @Test("it is thrown away and comes back whole")
  func trashed() async throws {
    let test = try await test()
    let document = try await put("x.pack", test)
    let trashed = try await test.workspace.documents.trash(document.id)
    #expect(trashed.version == 1)
    #expect(text("x.pack/text.txt", test) == nil)
    #expect(try await test.pass().hasNews == false)
    _ = try await test.workspace.documents.restore(document.id)
    #expect(text("x.pack/Data/picture.txt", test) == "picture")
  }

  @Test("it cannot be renamed to what would be a folder, and nothing can be put into it")
  func stays() async throws {
    let test = try await test()
    let document = try await put("x.pack", test)
    await expectRefusal(.invalidName) {
      _ = try await test.workspace.documents.move(
        document.id, to: Location(folder: .top, name: try FileName("x.txt")))
    }
    await expectRefusal(.invalidName) { _ = try await test.add(in: "x.pack") }
    #expect(text("x.pack/text.txt", test) == "one")
    #expect(try await test.names() == ["x.pack"])
  }

  /// Makes packages of the folders whose names end in `.pack`, as a user does who declares a type.
  private func declarePack(in test: TestWorkspace) async throws {
    let pack = FileType(
      identifier: try #require(TypeIdentifier("com.example.pack")), name: "Pack", extensions: ["pack"],
      conformsTo: [.package])
    let package = FileType(identifier: .package, name: "Package")
    try await test.workspace.types.declare(TypeDeclarations(types: [package, pack]))
    try await test.root.takeForDocuments(PackageNames(extensions: ["pack"]))
  }

  @Test("a document from a folder that is a package by now comes back in the nearest one above")
  func restoredAbove() async throws {
    let test = try await TestWorkspace()
    let documents = try await [
      test.add("one", named: "a.txt", in: "Box/x.pack/Notes"),
      test.add("two", named: "b.txt", in: "Box/x.pack"),
      test.add("three", named: "c.txt", in: "y.pack"),
    ]
    _ = try await test.add("other", named: "b.txt", in: "Box")
    for document in documents { _ = try await test.workspace.documents.trash(document.id) }
    try await declarePack(in: test)
    for document in documents.dropLast() { _ = try await test.workspace.documents.restore(document.id) }
    _ = try await test.workspace.batches.perform([BatchParameters(documents[2].id, .restore)])
    let names = try await test.names().filter { !$0.hasSuffix(".pack") }
    #expect(names.sorted() == ["Box/a.txt", "Box/b 2.txt", "Box/b.txt", "c.txt"])
    #expect(try await test.text(of: test.workspace.document(documents[0].id)) == "one")
  }

  private func link(_ path: String, _ test: TestWorkspace) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(test.path)/Documents/\(path)", withDestinationPath: "/etc/passwd")
  }

  @Test("one that gains a link stays in the list, cannot be read, and is itself again without it")
  func unfitLater() async throws {
    let test = try await test()
    let document = try await put("x.pack", test)
    try link("x.pack/link", test)
    for _ in 1...2 {
      let report = try await test.pass()
      #expect(report.gone == 0 && report.held == 0 && report.unlisted == 1)
    }
    #expect(try await test.names() == ["x.pack"])
    await expectRefusal(.unfitPackage) { _ = try await test.workspace.tree.current(document) }
    let preview = try await test.workspace.pages.preview(of: document)
    #expect(preview.kind == .icon && preview.reason?.code == .unfitPackage)
    await expectRefusal(.unfitPackage) { try await test.change(document, to: "PK\u{3}\u{4}") }
    try test.remove("Documents/x.pack/link")
    try await test.pass()
    let again = try await test.workspace.tree.current(document).document
    #expect(again.version == 1 && again.sha256 == document.sha256)
  }

  @Test("one that gained a link is moved, thrown away, and comes back as it is")
  func unfitMoved() async throws {
    let test = try await test()
    let document = try await put("x.pack", test)
    try link("x.pack/link", test)
    try await test.pass()
    let moved = try await test.workspace.documents.move(
      document.id, to: Location(folder: .top, name: FileName("y.pack")))
    #expect(try await test.names() == ["y.pack"])
    _ = try await test.workspace.documents.trash(document.id)
    #expect(try await test.names().isEmpty)
    #expect(try await test.pass().hasNews == false)
    _ = try await test.workspace.documents.restore(document.id)
    #expect(try await test.names() == ["y.pack"] && moved.id == document.id)
    #expect(text("y.pack/Data/picture.txt", test) == "picture")
    #expect(FileManager.default.fileExists(atPath: "\(test.path)/Documents/y.pack/link"))
  }

  @Test("one with a link in it is not listed, and told of")
  func unfit() async throws {
    let test = try await test()
    try test.write("one", to: "Documents/x.pack/text.txt")
    try link("x.pack/link", test)
    let report = try await test.pass()
    #expect(report.added == 0 && report.unlisted == 1)
    #expect(try await test.names().isEmpty)
  }
}
