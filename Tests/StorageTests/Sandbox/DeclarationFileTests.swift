import DocumentModel
import Glibc
import Testing

@testable import Storage

@Suite("Users' declarations")
struct DeclarationFileTests {
  let workspace: TemporaryWorkspace
  let file: DeclarationFile

  init() throws {
    workspace = TemporaryWorkspace()
    file = DeclarationFile(root: try workspace.open())
  }

  private func sample(_ name: String) throws -> TypeDeclarations {
    let identifier = try #require(TypeIdentifier("com.example.\(name)"))
    return TypeDeclarations(
      types: [FileType(identifier: identifier, name: name, extensions: [name])],
      handlers: [
        Handler(
          identifier: "h", name: "H", role: .viewer, rank: .owner, contentTypes: [identifier],
          url: "https://example.com/{id}")
      ])
  }

  @Test("there are none at first")
  func empty() async throws {
    #expect(try await file.declarations() == TypeDeclarations())
    #expect(!workspace.exists("Library/types.json"))
  }

  @Test("the last save comes back, also at the next start")
  func saving() async throws {
    try await file.save(sample("cad"))
    try await file.save(sample("cam"))
    #expect(try await file.declarations() == sample("cam"))
    #expect(try await DeclarationFile(root: workspace.open(for: .sharing)).declarations() == sample("cam"))
    #expect(workspace.names(in: "tmp").isEmpty)
  }

  @Test(
    "a file that is no list of types is refused by its name and not overwritten", arguments: ["", "{", "[1]"])
  func damaged(_ text: String) async throws {
    try workspace.write(text, to: "Library/types.json")
    do {
      _ = try await file.declarations()
      Issue.record("nothing was refused")
    } catch {
      #expect(error.code == .storageFailed)
      #expect(error.detail == "Library/types.json is not a list of types; repair or remove it")
    }
    #expect(workspace.text(of: "Library/types.json") == text)
  }

  @Test("of many savers at once one is last, and the file is whole")
  func racing() async throws {
    let file = file
    let samples = try (0..<20).map { try sample("t\($0)") }
    let result = await race(20) { number in try await file.save(samples[number]) }
    #expect(result.wins == 20)
    #expect(samples.contains(try await file.declarations()))
  }

  @Test("a link in its place is not followed")
  func link() async throws {
    try workspace.write("{}", to: "elsewhere.json")
    try #require(symlink("../elsewhere.json", "\(workspace.path)/Library/types.json") == 0)
    #expect(try await file.declarations() == TypeDeclarations())
    try await file.save(sample("cad"))
    #expect(workspace.text(of: "elsewhere.json") == "{}")
    #expect(try await file.declarations() == sample("cad"))
  }
}
