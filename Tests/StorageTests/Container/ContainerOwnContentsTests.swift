import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem
import Testing

@testable import Storage

@Suite("SB-11 Acknowledged contents among the server's own files, in an archive of the workspace")
struct ContainerOwnContentsTests {
  private let workspace = TemporaryWorkspace()
  private let session = SessionID()

  private var folder: String { "Library/Drafts/\(session)" }

  private func open() throws -> (root: SandboxRoot, index: SQLiteMetadataStore) {
    let root = try workspace.open()
    try workspace.write("saved", to: "Documents/a.txt")
    return (root, try SQLiteMetadataStore(root: root))
  }

  /// What the next archive of the workspace has, of which `change` is done before its first byte.
  private func sent(
    _ root: SandboxRoot, _ index: SQLiteMetadataStore,
    after change: @escaping @Sendable () async throws -> Void
  ) async throws -> [SentArchive.Entry] {
    let archive = try await SandboxContainer(root).archive(index: index)
    try await change()
    let sent = SentArchive()
    try await archive.write { sent.take($0) }
    return try sent.entries()
  }

  private func expectBroken(
    _ root: SandboxRoot, _ index: SQLiteMetadataStore, at path: String,
    after change: @escaping @Sendable () async throws -> Void
  ) async {
    let error = await #expect(throws: DocumentError.self) { try await sent(root, index, after: change) }
    #expect(error?.code == .contentChanged && error?.detail.contains(path) == true)
  }

  // MARK: Drafts

  private func keep(_ text: String, in drafts: DraftFolder, _ root: SandboxRoot) async throws {
    let base = SavedContent(sha256: .of("base"), version: 1)
    let draft = Draft(
      session: session, document: DocumentID(),
      location: Location(folder: try FolderPath(parsing: "Papers"), name: try FileName("a.txt")),
      content: HandedContent(sequence: 1, sha256: .of(text), size: Int64(text.utf8.count), base: base),
      loaded: .of("loaded"), date: Date(timeIntervalSince1970: 1_700_000_000))
    try await drafts.keep(try await FileContentStore(root: root).staged(Array(text.utf8)), as: draft)
  }

  @Test(
    "a draft goes first, its description and its content as they are when the archive begins",
    arguments: ["earlier", "later"])
  func drafts(text: String) async throws {
    let (root, index) = try open()
    let drafts = DraftFolder(root: root)
    try await keep("earlier", in: drafts, root)
    let entries = try await sent(root, index) {
      if text == "later" { try await keep(text, in: drafts, root) }
    }
    let hash = ContentHash.of(text)
    let wanted = [
      "Library/", "Library/Drafts/", "\(folder)/", "\(folder)/draft.json", "\(folder)/\(hash)",
    ]
    #expect(entries.prefix(5).map(\.name) == wanted)
    #expect(entries.filter { $0.name.hasPrefix("Library/Drafts/") }.count == 4)
    #expect(Set(entries.map(\.name)).count == entries.count)
    #expect(entries.first { $0.name == wanted[4] }?.content == Array(text.utf8))
    let described = try #require(entries.first { $0.name == wanted[3] }?.content)
    #expect(try JSONDecoder().decode(Draft.self, from: Data(described)).content.sha256 == hash)
    #expect(entries.contains { $0.name == "Documents/a.txt" })
  }

  @Test(
    "a draft that was listed and is gone when the archive begins ends it: nobody knows where it was saved"
  )
  func savedDraft() async throws {
    let (root, index) = try open()
    let drafts = DraftFolder(root: root)
    try await keep("mine", in: drafts, root)
    await expectBroken(root, index, at: folder) { try await drafts.remove(session) }
  }

  @Test("a draft whose content was lost is in it as far as it is there")
  func lostDraft() async throws {
    let (root, index) = try open()
    try await keep("mine", in: DraftFolder(root: root), root)
    try #require(unlink("\(workspace.path)/\(folder)/\(ContentHash.of("mine"))") == 0)
    let entries = try await sent(root, index, after: {})
    #expect(entries.map(\.name).filter { $0.hasPrefix(folder) } == ["\(folder)/", "\(folder)/draft.json"])
  }

  @Test("a draft is opened whole at each step of being replaced")
  func replacing() async throws {
    let (root, _) = try open()
    try await keep("earlier", in: DraftFolder(root: root), root)
    let path = folder
    let replacing = DraftFolder(root: root) { step in
      let draft = try OpenedDraft(in: path, of: root.directory)
      let files = try #require(draft).files
      try #require(files.count == 2, "\(step)")
      let described = try DraftFolder.draft(describedIn: files[0].descriptor)
      let hash = try #require(described).content.sha256
      try #require(files[1].path == "\(path)/\(hash)", "\(step)")
      let text = String(decoding: try files[1].descriptor.read(100), as: UTF8.self)
      try #require(hash == .of(text) && text == (step == .named ? "earlier" : "later"), "\(step)")
    }
    try await keep("later", in: replacing, root)
    let none = try OpenedDraft(in: "Library/Drafts/none", of: root.directory)
    #expect(none == nil)
  }

  // MARK: What is held

  private func hold(_ text: String) throws -> ContentHash {
    let hash = ContentHash.of(text)
    for folder in ["Library/Held", SandboxPath.heldFolder(hash)] {
      try #require(mkdir("\(workspace.path)/\(folder)", 0o700) == 0)
    }
    try workspace.write(text, to: SandboxPath.held(hash))
    return hash
  }

  @Test("a held content of which a version was made meanwhile is in it by that version's bytes")
  func promoted() async throws {
    let (root, index) = try open()
    let hash = try hold("held")
    let entries = try await sent(root, index) {
      let isKept = try await FileContentStore(root: root).keepHeld(hash)
      try #require(isKept)
      // Where nobody can tell whether the file is open elsewhere, the version is a copy.
      _ = unlink("\(workspace.path)/\(SandboxPath.held(hash))")
    }
    #expect(entries.first { $0.name == SandboxPath.held(hash) }?.content == Array("held".utf8))
  }

  @Test("a held content that is gone without a version ends it")
  func released() async throws {
    let (root, index) = try open()
    let path = SandboxPath.held(try hold("held"))
    await expectBroken(root, index, at: path) { try #require(unlink("\(workspace.path)/\(path)") == 0) }
  }
}
