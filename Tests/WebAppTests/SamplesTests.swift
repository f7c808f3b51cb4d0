import DocumentModel
import FoundationEssentials
import LinuxSystem
import Logging
import Testing
import Workspace

@testable import WebApp

@Suite("Sample documents")
struct SamplesTests {
  private func add(_ test: TestSite) async {
    let importer = test.assembly.importer(on: test.assembly.blocking)
    let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    await Samples(test.assembly.files.resources, importer, log).add(to: test.assembly.workspace)
  }

  private func names(_ test: TestSite) async throws -> [String] {
    try await test.assembly.workspace.documents(DocumentQuery(order: .name)).documents.map(
      \.location.relativePath)
  }

  private func originals(_ test: TestSite) throws -> [String: Data] {
    let folder = "\(test.assembly.files.resources)/samples"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    return try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try Data(contentsOf: URL(filePath: "\(folder)/\($0)"))) })
  }

  @Test("come into a new workspace as copies, also when a token was made before the first start")
  func copies() async throws {
    try await TestSite.run(requiresSignIn: true) { _, test in
      _ = try await test.assembly.accounts.makeToken(name: "before")
      let before = try originals(test)
      #expect(!before.isEmpty)
      await add(test)
      #expect(try await names(test) == before.keys.sorted())
      for (name, bytes) in before {
        #expect(try Data(contentsOf: URL(filePath: "\(test.root)/Documents/\(name)")) == bytes, "\(name)")
      }
      // A change of the copy leaves the original unchanged.
      let document = try #require(
        try await test.assembly.workspace.documents(DocumentQuery()).documents.first)
      let stage = try await test.assembly.workspace.contents.stage()
      try await stage.write(Array("changed".utf8))
      _ = try await test.assembly.workspace.documents.replace(
        document.id, with: try await stage.finish(), expecting: .anything, origin: .api)
      #expect(try originals(test) == before)
    }
  }

  @Test("do not come a second time, whatever became of them")
  func once() async throws {
    try await TestSite.run { _, test in
      await add(test)
      let count = try await names(test).count
      await add(test)
      #expect(try await names(test).count == count)
      for document in try await test.assembly.workspace.documents(DocumentQuery()).documents {
        _ = try await test.assembly.workspace.documents.trash(document.id)
      }
      await add(test)
      #expect(try await names(test).isEmpty)
    }
  }

  @Test("do not come where the user has put a file already")
  func occupied() async throws {
    try await TestSite.run { _, test in
      try Data("mine".utf8).write(to: URL(filePath: "\(test.root)/Documents/mine.txt"))
      await add(test)
      #expect(try await names(test).isEmpty)
    }
  }
}
