import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem
import Testing

@testable import Storage

@Suite("Damaged settings")
struct DamagedSettingsTests {
  let workspace = TemporaryWorkspace()

  private static let paths = [
    "Library/types.json", "Library/packages.json", "Library/preferences.json", "Library/rules.json",
    "Library/time.json",
  ]

  /// Starts a server and ends it; what was put aside.
  @discardableResult
  private func start() throws -> [DamagedSettings] {
    let root = try workspace.open()
    defer { root.release() }
    return root.damagedSettings
  }

  @Test(
    "are put aside at the start with the reason, and nothing of their bytes is lost", arguments: paths,
    ["", "{", "[1]", #"{"a b":[{}]}"#, "\0\0\0\0"])
  func bytes(_ path: String, _ text: String) throws {
    try start()
    try workspace.write(text, to: path)
    let settings = try start()
    #expect(settings.map(\.path) == [path])
    let place = try #require(settings.first?.place)
    #expect(place.hasPrefix("Library/Damaged/") && workspace.text(of: place) == text)
    let reason = workspace.text(of: place.replacing("/file/\(path.dropFirst(8))", with: "/reason.txt"))
    #expect(reason?.hasPrefix("\(path)\nThe settings are damaged: it ") == true)
    #expect(!workspace.exists(path))
    #expect(try start().isEmpty)
  }

  @Test("are put aside where something else lies in their place", arguments: paths, Intruder.allCases)
  func intruders(_ path: String, _ intruder: Intruder) throws {
    try start()
    try intruder.put(at: "\(workspace.path)/\(path)")
    let settings = try start()
    #expect(settings.map(\.path) == [path])
    #expect(settings.first?.damage == (intruder == .file ? settings.first?.damage : "it is no regular file"))
    let place = try #require(settings.first?.place)
    var facts = stat()
    #expect(lstat("\(workspace.path)/\(place)", &facts) == 0)
    if intruder == .directory { #expect(workspace.exists("\(place)/inner")) }
  }

  @Test(
    "are put aside where they are longer than can have been meant", arguments: SettingsFile.all.map(\.path))
  func long(_ path: String) throws {
    try start()
    try workspace.write("{}", to: path)
    try #require(truncate("\(workspace.path)/\(path)", (16 << 20) + 1) == 0)
    #expect(try start().first?.damage.hasPrefix("it is longer than ") == true)
  }

  @Test("are only those that cannot be understood: the rest stay as they are")
  func whole() async throws {
    try start()
    let texts = [
      #"{"types":[],"handlers":[]}"#, #"{"extensions":["pack"]}"#, #"{"a":1}"#, "[]",
      #"{"believed":"2026-11-22T10:00:00Z","clockAheadForSeconds":0}"#,
    ]
    for (path, text) in zip(Self.paths, texts) { try workspace.write(text, to: path) }
    #expect(try start().isEmpty && Self.paths.map { workspace.text(of: $0) } == texts)
  }

  @Test(
    "are told from those that the disk does not give: then the start is refused, and nothing is put aside")
  func notGiven() throws {
    let root = try workspace.open()
    try workspace.write("{", to: "Library/types.json")
    try workspace.write("{}", to: "Library/time.json")
    for (number, sentence) in [
      (EIO, "the workspace's Library/time.json could not be read"),
      (
        EACCES,
        "the workspace's Library/time.json could not be read: the permissions there do not allow it"
      ),
    ] {
      var check = SettingsCheck(root: root.directory)
      check.open = { (root, path) throws(SystemError) in
        guard path != "Library/time.json" else { throw SystemError(errno: number, call: "openat2") }
        return try root.open(path)
      }
      let refusal = #expect(throws: DocumentError.self) { try check.setAside() }
      #expect(refusal?.detail == sentence)
    }
    #expect(workspace.text(of: "Library/types.json") == "{" && !workspace.exists("Library/Damaged"))
  }

  @Test("stay where they are for readers, and for commands beside a server")
  func others() async throws {
    try start()
    for path in Self.paths { try workspace.write("{", to: path) }
    for purpose in [SandboxRoot.Purpose.sharing, .inspecting] {
      #expect(try workspace.open(for: purpose).damagedSettings.isEmpty)
    }
    #expect(Self.paths.allSatisfy { workspace.text(of: $0) == "{" })
  }

  // MARK: Saved states

  @Test("of a client are nothing to it, and keep it from saving no more")
  func overwritten() async throws {
    let root = try workspace.open()
    let (states, client) = (SavedStateFolder(root: root), try #require(ClientName("c")))
    try start(Intruder.directory, in: "Library/SavedState/c.json")
    #expect(try await states.state(of: client) == nil)
    try await states.save([1], of: client)
    #expect(try await states.state(of: client) == [1])
    #expect(workspace.names(in: "Library/Damaged").count == 1)
    try #require(truncate("\(workspace.path)/Library/SavedState/c.json", (1 << 20) + 1) == 0)
    #expect(try await states.state(of: client) == nil)
  }

  private func start(_ intruder: Intruder, in path: String) throws {
    _ = mkdir("\(workspace.path)/Library/SavedState", 0o700)
    try intruder.put(at: "\(workspace.path)/\(path)")
  }

  @Test("are put aside where no folder of saved states is", arguments: [Intruder.file, .link, .pipe])
  func noFolder(_ intruder: Intruder) async throws {
    try start()
    try intruder.put(at: "\(workspace.path)/Library/SavedState")
    #expect(try start().map(\.path) == ["Library/SavedState"])
    let states = SavedStateFolder(root: try workspace.open())
    try await states.save([1], of: try #require(ClientName("c")))
    #expect(workspace.names(in: "Library/SavedState") == ["c.json"])
  }
}
