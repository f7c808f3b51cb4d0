import DocumentModel
import Testing

@testable import Storage

@Suite("Preferences and saved state on the disk")
struct PreferenceFileTests {
  let workspace: TemporaryWorkspace
  let root: SandboxRoot

  init() throws {
    workspace = TemporaryWorkspace()
    root = try workspace.open()
  }

  private func key(_ text: String) throws -> PreferenceKey { try #require(PreferenceKey(text)) }
  private func client(_ text: String) throws -> ClientName { try #require(ClientName(text)) }

  @Test("choices come back at the next start")
  func preferences() async throws {
    let file = PreferenceFile(root: root)
    #expect(try await file.preferences().isEmpty)
    let chosen: [PreferenceKey: JSONValue] = try [
      key("a"): .bool(true), key("b.c"): .array([.number(1.5), .string("ü")]), key("d"): .integer(1),
    ]
    try await file.save(chosen)
    #expect(try await PreferenceFile(root: root).preferences() == chosen)
    #expect(workspace.names(in: "tmp").isEmpty)
  }

  @Test("a file that holds none is refused and not overwritten", arguments: ["", "[1]", #"{"a b":1}"#])
  func damaged(text: String) async throws {
    try workspace.write(text, to: "Library/preferences.json")
    await #expect(throws: DocumentError.self) { try await PreferenceFile(root: root).preferences() }
    #expect(workspace.text(of: "Library/preferences.json") == text)
  }

  @Test("each client has a file of its own, and nothing in Documents")
  func states() async throws {
    let folder = SavedStateFolder(root: root)
    #expect(try await folder.state(of: client("c1")) == nil)
    try await folder.save([1, 2], of: client("c1"))
    try await folder.save([3], of: client("c2"))
    #expect(try await folder.state(of: client("c1")) == [1, 2])
    #expect(workspace.names(in: "Library/SavedState").sorted() == ["c1.json", "c2.json"])
    #expect(workspace.names(in: "Documents").isEmpty)
    try await folder.remove(client("c1"))
    try await folder.remove(client("c1"))
    #expect(try await folder.state(of: client("c1")) == nil)
  }

  @Test("clients are forgotten when there are too many, and the folder may vanish")
  func bounded() async throws {
    let folder = SavedStateFolder(root: root)
    for number in 0..<(SavedStateFolder.maximumClients + 3) {
      try await folder.save([1], of: client("c\(number)"))
    }
    #expect(workspace.names(in: "Library/SavedState").count == SavedStateFolder.maximumClients)
    #expect(try await folder.state(of: client("c\(SavedStateFolder.maximumClients + 2)")) == [1])
  }
}
