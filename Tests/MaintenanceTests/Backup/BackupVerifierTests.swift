import DocumentModel
import FoundationEssentials
import Glibc
import Testing

@testable import Maintenance
@testable import Storage

@Suite("Checking a folder of backups")
struct BackupVerifierTests {
  let filled: FilledWorkspace
  let backups = TemporaryWorkspace()

  init() throws {
    filled = try FilledWorkspace()
  }

  private func backup() async throws -> String {
    try await Backup(of: filled.workspace.open(for: .inspecting), to: backups.path).run().snapshot
  }

  private func verify() async throws -> BackupVerification {
    try await BackupVerifier(backups.path).verify()
  }

  private func object(_ text: String) -> String { BackupFolder.object(.of(text)) }

  @Test("one that is whole is clean, and everything in it was read")
  func whole() async throws {
    try await filled.add("a.txt", "one", "two")
    try filled.workspace.write("stranger", to: "Documents/stranger.txt")
    _ = try await backup()
    try await filled.add("b.txt", "three")
    _ = try await backup()
    let report = try await verify()
    #expect(report.isClean && report.findings == [] && report.snapshots == 2)
    #expect(report.contents == 4 && report.bytes == 3 + 3 + 8 + 5)
  }

  @Test(
    "a content of the right size with other bytes is found, and a missing one, and the snapshots that need them"
  )
  func contents() async throws {
    try await filled.add("a.txt", "one")
    let first = try await backup()
    try await filled.add("b.txt", "two")
    let second = try await backup()
    try backups.write("TWO", to: object("two"))
    var report = try await verify()
    #expect(report.findings.map(\.kind) == [.damagedContent, .damagedSnapshot])
    #expect(report.findings.map(\.place) == [object("two"), "snapshots/\(second)"])
    unlink("\(backups.path)/\(object("one"))")
    report = try await verify()
    #expect(
      report.findings.map(\.kind) == [.damagedContent, .missingContent, .damagedSnapshot, .damagedSnapshot])
    #expect(report.findings.suffix(2).map(\.place) == ["snapshots/\(first)", "snapshots/\(second)"])
    #expect(!report.isClean && report.findingCount == 4)
  }

  @Test("a damaged content is mended by removing it and making the next backup")
  func mended() async throws {
    try await filled.add("a.txt", "one")
    _ = try await backup()
    try backups.write("ONE", to: object("one"))
    #expect(try await !verify().isClean)
    unlink("\(backups.path)/\(object("one"))")
    _ = try await backup()
    #expect(try await verify().isClean)
  }

  @Test(
    "a snapshot whose manifest, list or index is damaged is named",
    arguments: ["manifest.json", "contents.txt", "index.sqlite"])
  func snapshots(_ name: String) async throws {
    try await filled.add("a.txt", "one")
    let bad = try await backup()
    _ = try await backup()
    try backups.write("nonsense", to: "snapshots/\(bad)/\(name)")
    let report = try await verify()
    #expect(report.findings.map(\.kind) == [.damagedSnapshot])
    #expect(report.findings.map(\.place) == ["snapshots/\(bad)"])
    #expect(!"\(report.findings)".contains(backups.path))
  }

  @Test("a folder that is no backup, or is in use, is refused")
  func refused() async throws {
    await expectRefusal(.invalidParameter) { _ = try await verify() }
    try await filled.add("a.txt", "one")
    _ = try await backup()
    let folder = try BackupFolder(reading: backups.path)
    await expectRefusal(.busy) { _ = try await verify() }
    folder.release()
    #expect(try await verify().isClean)
  }
}
