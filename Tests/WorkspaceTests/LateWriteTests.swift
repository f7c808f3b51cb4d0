import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem
import Testing

@testable import Storage
@testable import Workspace

@Suite("What others write to a file that was replaced while they had it open")
struct LateWriteTests {
  let test: TestWorkspace

  init() async throws {
    test = try await TestWorkspace()
  }

  private func history(of document: Document, in test: TestWorkspace? = nil) async throws -> [String] {
    let test = test ?? self.test
    var texts: [String] = []
    for version in try await test.workspace.metadata.versions(of: document.id) {
      texts.append(try await test.text(ofVersion: version.number, of: document))
    }
    return texts
  }

  private func staging(_ test: TestWorkspace? = nil) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "\((test ?? self.test).path)/tmp")
  }

  /// A document that was replaced while its file was open, as which it is returned.
  private func replaced() async throws -> (document: Document, file: Descriptor?) {
    let document = try await test.add("one", named: "plan.txt", in: "Papers")
    let file = try Descriptor.open("\(test.path)/Documents/Papers/plan.txt", flags: O_RDWR)
    return (try await test.change(document, to: "two"), file)
  }

  @Test("is the version before what it was replaced by is again, once they have closed it")
  func recorded() async throws {
    var (document, file) = try await replaced()
    try file?.write(Array("late".utf8), at: 0)
    await test.workspace.versions.recordLateWrites()
    #expect(try await history(of: document) == ["two", "one"], "they may not be done")
    file = nil
    for _ in 1...2 {
      await test.workspace.versions.recordLateWrites()
      #expect(try await history(of: document) == ["two", "late", "two", "one"])
    }
    let versions = try await test.workspace.metadata.versions(of: document.id)
    #expect(versions.map(\.origin) == [.restored, .disk, .api, .api])
    #expect(try staging().isEmpty)
    #expect(try await test.verify().isClean)
  }

  @Test("is nothing where they write nothing, or what is there already")
  func nothing() async throws {
    for text in [nil, "two"] {
      var (document, file) = try await replaced()
      if let text { try file?.write(Array(text.utf8), at: 0) }
      file = nil
      await test.workspace.versions.recordLateWrites()
      #expect(try await history(of: document) == ["two", "one"])
      #expect(try staging().isEmpty)
    }
  }

  @Test("is found by the next start, and finds its document where it was moved to")
  func crash() async throws {
    let (document, file) = try await replaced()
    try file?.write(Array("late".utf8), at: 0)
    _ = try await test.workspace.documents.move(document.id, to: Location(name: try FileName("moved.txt")))
    let next = try await TestWorkspace(at: try test.copy())
    await next.workspace.versions.recordLateWrites()
    #expect(try await history(of: document, in: next) == ["two", "late", "two", "one"])
    #expect(try staging(next).isEmpty)
    #expect(try await next.verify().isClean)
  }

  @Test("waits as long as its document is in the Trash, and is one of its own when that is gone for good")
  func gone() async throws {
    var (document, file) = try await replaced()
    try file?.write(Array("late".utf8), at: 0)
    file = nil
    _ = try await test.workspace.documents.trash(document.id)
    await test.workspace.versions.recordLateWrites()
    #expect(try staging().count == 1)
    try await test.workspace.trash.remove(document.id)
    await test.workspace.versions.recordLateWrites()
    document = try #require(try await test.workspace.documents(DocumentQuery(order: .name)).documents.first)
    #expect(document.location.relativePath == "Papers/plan (conflict).txt")
    #expect(try await test.text(of: document) == "late")
    #expect(try staging().isEmpty)
  }
}
