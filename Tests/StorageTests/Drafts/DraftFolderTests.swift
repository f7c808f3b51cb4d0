import DocumentModel
import FoundationEssentials
import Testing

@testable import Storage

@Suite("Drafts on the disk")
struct DraftFolderTests {
  let workspace: TemporaryWorkspace
  let root: SandboxRoot
  let contents: FileContentStore
  let drafts: DraftFolder
  let session = SessionID()

  init() throws {
    workspace = TemporaryWorkspace()
    root = try workspace.open()
    contents = FileContentStore(root: root)
    drafts = DraftFolder(root: root)
  }

  private func draft(_ text: String, _ sequence: Int = 1, of session: SessionID? = nil) throws -> Draft {
    let base = SavedContent(sha256: .of("base"), version: 3)
    return Draft(
      session: session ?? self.session, document: DocumentID(),
      location: Location(folder: try FolderPath(parsing: "Papers"), name: try FileName("ü.txt")),
      content: HandedContent(
        sequence: sequence, sha256: .of(text), size: Int64(text.utf8.count), base: base),
      loaded: .of("loaded"),
      author: "Anna", date: Date(timeIntervalSince1970: 1_700_000_000))
  }

  @discardableResult
  private func keep(_ text: String, _ sequence: Int = 1, in folder: DraftFolder? = nil) async throws -> Draft
  {
    let draft = try draft(text, sequence)
    try await (folder ?? drafts).keep(try await contents.staged(Array(text.utf8)), as: draft)
    return draft
  }

  @Test("a kept draft is there at the next start, with all its facts")
  func kept() async throws {
    let kept = try await keep("mine")
    #expect(try await DraftFolder(root: root).drafts() == [kept])
    #expect(try await drafts.open(kept).text() == "mine")
    #expect(workspace.names(in: "tmp").isEmpty && workspace.names(in: "Documents").isEmpty)
  }

  @Test("a workspace without drafts has none")
  func none() async throws {
    #expect(try await drafts.drafts().isEmpty)
    try await drafts.remove(session)
    await expectRefusal(.notFound) { try await drafts.note(try draft("mine")) }
    await expectRefusal(.notFound) { _ = try await drafts.open(try draft("mine")) }
    await expectRefusal(.notFound) { _ = try await drafts.stage(try draft("mine")) }
  }

  @Test("a newer draft takes the place of the earlier one, and nothing is left of that")
  func newer() async throws {
    try await keep("one")
    let two = try await keep("two", 2)
    #expect(try await drafts.drafts() == [two])
    #expect(workspace.names(in: "Library/Drafts/\(session)").count == 2)
    // The same content again, as a later change.
    let three = try await keep("two", 3)
    #expect(try await drafts.drafts() == [three])
    #expect(try await drafts.open(three).text() == "two")
  }

  @Test("other facts are noted, and the content stays")
  func noted() async throws {
    var draft = try await keep("mine")
    draft.content.base = SavedContent(sha256: .of("other"), version: 4)
    draft.pending = .of("pending")
    try await drafts.note(draft)
    #expect(try await drafts.drafts() == [draft])
    #expect(try await drafts.open(draft).text() == "mine")
  }

  @Test("a draft is staged as often as one likes, and placed by the store beside it")
  func staged() async throws {
    let draft = try await keep("mine")
    _ = try await drafts.stage(draft)
    let staged = try await drafts.stage(draft)
    _ = try await contents.place(staged, at: .at("a.txt"), replacing: nil)
    #expect(try await contents.text(at: "a.txt") == "mine")
    #expect(try await drafts.drafts() == [draft])
  }

  @Test("a draft with changed bytes is not staged, and stays where it is")
  func damaged() async throws {
    let draft = try await keep("mine")
    try workspace.write("mimi", to: "Library/Drafts/\(session)/\(draft.content.sha256)")
    await expectRefusal(.damaged) { _ = try await drafts.stage(draft) }
    #expect(workspace.exists("Library/Drafts/\(session)/\(draft.content.sha256)"))
  }

  @Test("a removed draft is gone, and the rest stay")
  func removed() async throws {
    let mine = try await keep("mine")
    let other = try draft("other", of: SessionID())
    try await drafts.keep(try await contents.staged(Array("other".utf8)), as: other)
    try await drafts.remove(mine.session)
    try await drafts.remove(mine.session)
    #expect(try await drafts.drafts() == [other])
    #expect(workspace.names(in: "Library/Drafts") == [other.session.description])
  }

  @Test("bytes of another store, of another content, or placed before are refused")
  func refused() async throws {
    let draft = try draft("mine")
    let elsewhere = TemporaryWorkspace()
    let foreign = try await FileContentStore(root: elsewhere.open()).staged(Array("mine".utf8))
    await expectRefusal(.invalidParameter) { try await drafts.keep(foreign, as: draft) }
    let other = try await contents.staged(Array("other".utf8))
    await expectRefusal(.contentMismatch) { try await drafts.keep(other, as: draft) }
    let staged = try await contents.staged(Array("mine".utf8))
    _ = try await contents.place(staged, at: .at("a.txt"), replacing: nil)
    await expectRefusal(.invalidParameter) { try await drafts.keep(staged, as: draft) }
    #expect(try await drafts.drafts().isEmpty)
  }

  @Test(
    "a crash after any step leaves the earlier draft or the new one",
    arguments: DraftFolder.Step.allCases)
  func crash(step: DraftFolder.Step) async throws {
    let one = try await keep("one")
    let copy = TemporaryWorkspace()
    let (path, target) = (workspace.path, copy.path)
    let observed = DraftFolder(root: root) { reached in
      guard reached == step else { return }
      try FileManager.default.removeItem(atPath: target)
      try FileManager.default.copyItem(atPath: path, toPath: target)
    }
    let two = try await keep("two", 2, in: observed)
    let after = DraftFolder(root: try copy.open())
    let found = try await after.drafts()
    #expect(found == [step == .named ? one : two])
    #expect(try await after.open(try #require(found.first)).text() == (step == .named ? "one" : "two"))
    #expect(copy.names(in: "Library/Drafts/\(session)").count == 2, "nothing else is left")
  }

  @Test("a failure before the new draft is described leaves the earlier one")
  func failure() async throws {
    let one = try await keep("one")
    let failing = DraftFolder(root: root) { step in
      if step == .named { throw DocumentError(.storageFull, "full") }
    }
    await expectRefusal(.storageFull) { _ = try await keep("two", 2, in: failing) }
    #expect(try await drafts.drafts() == [one])
    #expect(try await drafts.open(one).text() == "one")
  }

  @Test("a first draft that was not described was not acknowledged, and is removed at the start")
  func unacknowledged() async throws {
    let failing = DraftFolder(root: root) { step in
      if step == .named { throw DocumentError(.storageFull, "full") }
    }
    await expectRefusal(.storageFull) { _ = try await keep("one", in: failing) }
    #expect(try await drafts.drafts().isEmpty)
    #expect(workspace.names(in: "Library/Drafts").isEmpty)
  }

  @Test("an unreadable draft is passed over and kept", arguments: ["", "{}", "[1]", "{\"session\":\"x\"}"])
  func unreadable(text: String) async throws {
    let kept = try await keep("mine")
    let other = SessionID()
    try FileManager.default.createDirectory(
      atPath: "\(workspace.path)/Library/Drafts/\(other)", withIntermediateDirectories: true)
    try workspace.write(text, to: "Library/Drafts/\(other)/draft.json")
    try workspace.write("content", to: "Library/Drafts/\(other)/content")
    try workspace.write("stray", to: "Library/Drafts/stray")
    #expect(try await drafts.drafts() == [kept])
    let damaged = DamagedDraft(
      session: other, place: "Library/Drafts/\(other)", reason: "its description cannot be read")
    #expect(try await drafts.damagedDrafts() == [damaged])
    #expect(workspace.text(of: "Library/Drafts/\(other)/content") == "content")
    #expect(workspace.exists("Library/Drafts/stray"))
  }

  @Test("one that the disk does not give keeps no other from being taken up, and stays")
  func notGiven() async throws {
    let kept = try await keep("mine")
    let other = SessionID()
    // A directory cannot be read as a file: the kernel refuses it as it does what lies on a bad sector.
    let description = "\(workspace.path)/Library/Drafts/\(other)/draft.json"
    try FileManager.default.createDirectory(atPath: description, withIntermediateDirectories: true)
    #expect(try await drafts.drafts() == [kept])
    #expect(try await drafts.damagedDrafts().map(\.reason) == ["its description is no file"])
    #expect(workspace.exists("Library/Drafts/\(other)/draft.json"))
  }

  @Test(
    "a draft whose content is shorter or gone is said to be damaged, and stays",
    arguments: ["its content has 2 bytes instead of 4", "its content is not there"])
  func lostContent(reason: String) async throws {
    let draft = try await keep("mine")
    let content = "Library/Drafts/\(session)/\(draft.content.sha256)"
    #expect(try await drafts.damagedDrafts().isEmpty)
    if reason.hasPrefix("its content has") {
      try workspace.write("mi", to: content)
    } else {
      try FileManager.default.removeItem(atPath: "\(workspace.path)/\(content)")
    }
    #expect(try await drafts.drafts().isEmpty)
    #expect(try await drafts.damagedDrafts().map(\.reason) == [reason])
    #expect(workspace.exists("Library/Drafts/\(session)/draft.json"))
  }
}
