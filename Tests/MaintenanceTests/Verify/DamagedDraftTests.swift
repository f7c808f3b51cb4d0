import DocumentModel
import FoundationEssentials
import Glibc
import Testing

@testable import Maintenance
@testable import Storage

@Suite("Damaged drafts are found and set aside")
struct DamagedDraftTests {
  let filled: FilledWorkspace
  let session = SessionID()
  let content = ContentHash.of("mine")

  var place: String { "Library/Drafts/\(session)" }

  init() async throws {
    filled = try FilledWorkspace()
    let draft = Draft(
      session: session, document: DocumentID(), location: try .at("a.txt"),
      content: HandedContent(
        sequence: 1, sha256: content, size: 4, base: SavedContent(sha256: .of("base"), version: 1)),
      loaded: .of("base"), date: Date(timeIntervalSince1970: 1_700_000_000))
    let staged = try await filled.contents.staged(Array("mine".utf8))
    try await DraftFolder(root: filled.root).keep(staged, as: draft)
  }

  @Test("a draft that is whole is clean, and left alone")
  func whole() async throws {
    #expect(try await filled.verify().isClean)
    #expect(try await repair() == [])
    #expect(filled.workspace.text(of: "\(place)/\(content)") == "mine")
  }

  @Test(
    "damage of a draft is found, and all of the draft is set aside with the reason",
    arguments: [
      ("draft.json", "{", "its description cannot be read, and what was handed over is whole: "),
      ("content", "mi", "its content has 2 bytes instead of 4"),
      ("content", "mimi", "the bytes of its content are not those that were handed over"),
    ])
  func damaged(file: String, text: String, reason: String) async throws {
    try filled.workspace.write(text, to: "\(place)/\(file == "content" ? content.description : file)")
    let findings = try await filled.verify().findings
    #expect(findings.map(\.kind) == [.damagedDraft] && findings.map(\.place) == [place])
    #expect(findings.first?.detail.hasPrefix(reason) == true)
    #expect(try await repair().map(\.kind) == [.setAside])
    #expect(filled.workspace.names(in: "Library/Drafts").isEmpty)
    let damaged = "Library/Damaged/\(try #require(filled.workspace.names(in: "Library/Damaged").first))"
    #expect(filled.workspace.text(of: "\(damaged)/reason.txt")?.contains(reason) == true)
    let kept = filled.workspace.text(of: "\(damaged)/file/\(session)/\(content)")
    #expect(kept == (file == "content" ? text : "mine"))
    #expect(filled.workspace.exists("\(damaged)/file/\(session)/draft.json"))
    #expect(try await filled.verify().isClean)
  }

  @Test("a draft that the disk does not give is unreadable, and stays", .enabled(if: geteuid() != 0))
  func notGiven() async throws {
    try #require(chmod("\(filled.path)/\(place)/draft.json", 0) == 0)
    #expect(try await DraftFolder(root: filled.root).damagedDrafts().map(\.session) == [session])
    #expect(try await filled.verify().findings.map(\.kind) == [.unreadable])
    #expect(try await repair() == [])
    try #require(chmod("\(filled.path)/\(place)/draft.json", 0o600) == 0)
    #expect(try await filled.verify().isClean)
  }

  private func repair() async throws -> [RepairAction] {
    try await StoreRepair(root: filled.root).repair(filled.verify(), in: filled.index)
  }
}
