import DocumentModel
import Testing

@testable import Maintenance
@testable import Storage

@Suite("A check of the settings")
struct SettingsCheckTests {
  private let workspace = TemporaryWorkspace()

  private static let paths = [
    "Library/types.json", "Library/packages.json", "Library/preferences.json", "Library/rules.json",
    "Library/time.json",
  ]

  private func verify() async throws -> VerificationReport {
    try await StoreVerifier(root: workspace.open(for: .inspecting)).verify()
  }

  @Test("finds those that are damaged, each by its place, until a start has put them aside")
  func verified() async throws {
    let filled = try FilledWorkspace(workspace)
    try await filled.add("a.txt", "a")
    filled.root.release()
    for path in Self.paths { try workspace.write("{", to: path) }
    let report = try await verify()
    // Half of the time is what a power cut may leave.
    #expect(
      report.findings.map(\.place) == Self.paths.dropLast()
        && report.notes.map(\.place) == Self.paths.suffix(1))
    let findings = report.findings + report.notes
    #expect(findings.map(\.kind) == Array(repeating: .damagedSettings, count: Self.paths.count))
    #expect(
      findings.allSatisfy {
        $0.detail.hasSuffix("; the next start of the server puts it aside and goes on without")
      })
    #expect(Self.paths.allSatisfy { workspace.text(of: $0) == "{" })
    try workspace.open().release()
    let after = try await verify()
    #expect(after.isClean && after.notes.isEmpty)
  }

  @Test("finds damaged states of clients, which a repair puts aside; whole ones stay")
  func states() async throws {
    let filled = try FilledWorkspace(workspace)
    let states = SavedStateFolder(root: filled.root)
    for name in ["a", "b"] { try await states.save(Array("{}".utf8), of: try #require(ClientName(name))) }
    try workspace.write("no state", to: "Library/SavedState/b.json")
    try Intruder.directory.put(at: "\(workspace.path)/Library/SavedState/c.json")
    let report = try await filled.verify()
    #expect(report.isClean && report.notes.map(\.kind) == [.damagedSettings, .damagedSettings])
    #expect(report.notes.map(\.place) == ["Library/SavedState/b.json", "Library/SavedState/c.json"])
    let actions = try await StoreRepair(root: filled.root).repair(report, in: filled.index)
    #expect(actions.map(\.kind) == [.setAside, .setAside])
    #expect(workspace.names(in: "Library/SavedState") == ["a.json"])
    #expect(workspace.names(in: "Library/Damaged").count == 2)
    #expect(try await filled.verify().notes.isEmpty)
  }

  @Test("finds that no folder of saved states is where it should be")
  func noFolder() async throws {
    try workspace.open().release()
    try Intruder.file.put(at: "\(workspace.path)/Library/SavedState")
    #expect(try await verify().findings.map(\.place).contains("Library/SavedState"))
  }
}
