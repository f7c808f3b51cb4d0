import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem
import Testing

@testable import Storage
@testable import Workspace

@Suite("A package in a drop folder is one document")
struct DropPackageTests {
  private func test() async throws -> TestWorkspace {
    let test = try await TestWorkspace()
    let pack = try #require(TypeIdentifier("com.example.pack"))
    try await test.workspace.types.declare(
      TypeDeclarations(types: [
        FileType(identifier: .package, name: "Package"),
        FileType(
          identifier: pack, name: "Pack", extensions: ["pack"], conformsTo: [.package]),
      ]))
    try await test.root.takeForDocuments(test.workspace.types.current.packageNames)
    try FileManager.default.createDirectory(atPath: "\(test.path)/drop", withIntermediateDirectories: true)
    return test
  }

  private func watcher(
    _ test: TestWorkspace,
    onStep: @escaping @Sendable (DropFolder.Step) throws(SystemError) -> Void = { _ in }
  ) -> DropFolderWatcher {
    DropFolderWatcher(
      path: "\(test.path)/drop", importer: test.importer, pool: test.pool, log: test.log, quiet: .zero,
      onStep: onStep)
  }

  private func drop(_ path: String, _ test: TestWorkspace) throws {
    try test.write("one", to: "drop/\(path)/text.txt")
    try test.write("picture", to: "drop/\(path)/Data/picture.txt")
  }

  private func text(_ path: String, _ test: TestWorkspace) -> String? {
    FileManager.default.contents(atPath: "\(test.path)/\(path)").map { String(decoding: $0, as: UTF8.self) }
  }

  private func left(_ folder: String, _ test: TestWorkspace) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\(test.path)/\(folder)").sorted()
  }

  @Test("it comes in whole, what is in it does not come in by itself, and nothing of it stays")
  func imports() async throws {
    let test = try await test()
    let watcher = watcher(test)
    try drop("Scans/x.pack", test)
    try test.write("plain", to: "drop/Scans/plain.txt")
    for _ in 0..<4 { await watcher.look() }
    #expect(try await test.names() == ["Inbox/plain.txt", "Inbox/x.pack"])
    #expect(text("Documents/Inbox/x.pack/Data/picture.txt", test) == "picture")
    #expect(try left("drop/.sheaf", test).isEmpty && left("drop/Scans", test).isEmpty)
    #expect(watcher.status.imported == 2 && watcher.status.state == .watching)
    #expect(try await test.pass().hasNews == false)
  }

  @Test("it waits while anything in it changes or is open for writing, and while nothing is in it")
  func waits() async throws {
    let test = try await test()
    let watcher = watcher(test)
    try drop("x.pack", test)
    try FileManager.default.createDirectory(
      atPath: "\(test.path)/drop/empty.pack", withIntermediateDirectories: true)
    for number in 1...3 {
      await watcher.look()
      try test.write("more \(number)", to: "drop/x.pack/Data/\(number).txt")
    }
    #expect(try await test.names().isEmpty)
    let writer = try Descriptor.open("\(test.path)/drop/x.pack/text.txt", flags: O_WRONLY)
    for _ in 0..<3 { await watcher.look() }
    #expect(try await test.names().isEmpty && writer.rawValue >= 0)
    withExtendedLifetime(writer) {}
  }

  @Test("one that can be no document is set aside whole, with the reason")
  func unfit() async throws {
    let test = try await test()
    let watcher = watcher(test)
    try drop("x.pack", test)
    try FileManager.default.createSymbolicLink(
      atPath: "\(test.path)/drop/x.pack/link", withDestinationPath: "/etc/passwd")
    for _ in 0..<4 { await watcher.look() }
    #expect(try await test.names().isEmpty && watcher.status.rejected == 1)
    #expect(text("drop/Not imported/x.pack/Data/picture.txt", test) == "picture")
    #expect(try #require(text("drop/Not imported/x.pack.reason.txt", test)).contains("link"))
  }

  @Test("one that is a document and cannot be removed is not imported again, and goes whole later")
  func unremovable() async throws {
    let test = try await test()
    try drop("x.pack", test)
    let failing = watcher(test) { step throws(SystemError) in
      if step == .removing { throw SystemError(errno: EACCES, call: "test") }
    }
    for _ in 0..<4 { await failing.look() }
    #expect(failing.status.state == .failing)
    let again = watcher(test)
    for _ in 0..<2 { await again.look() }
    let documents = try await test.workspace.documents(DocumentQuery()).documents
    #expect(documents.map(\.version) == [1])
    #expect(try left("drop/.sheaf", test).isEmpty)
  }

  @Test("the remains of one that was taken in become no version, and go")
  func halfRemoved() async throws {
    let test = try await test()
    let watcher = watcher(test)
    try drop(".sheaf/done-\(DocumentID())/x.pack", test)
    for _ in 0..<2 { await watcher.look() }
    #expect(try await test.names().isEmpty)
    #expect(try left("drop/.sheaf", test).isEmpty)
  }

  @Test("a folder in a claim that is no package is set aside")
  func folder() async throws {
    let test = try await test()
    let watcher = watcher(test)
    try drop(".sheaf/\(DocumentID())/folder", test)
    await watcher.look()
    #expect(try await test.names().isEmpty && watcher.status.rejected == 1)
    #expect(text("drop/Not imported/folder/text.txt", test) == "one")
  }
}
