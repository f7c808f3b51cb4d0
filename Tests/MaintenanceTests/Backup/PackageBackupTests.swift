import DocumentModel
import Testing

@testable import Maintenance
@testable import Storage

@Suite("Packages are checked, backed up and restored")
struct PackageBackupTests {
  let packaged: PackagedWorkspace
  let index: SQLiteIndex
  let backups = TemporaryWorkspace()
  let target = TemporaryWorkspace()

  init() async throws {
    packaged = try await PackagedWorkspace()
    index = try SQLiteIndex(root: packaged.root)
  }

  private func add() async throws -> (document: Document, bytes: [UInt8]) {
    try packaged.makePackage()
    let taken = try #require(try await packaged.store.take(.at("x.pack")))
    let (id, size) = (DocumentID(), taken.placed.size)
    let document = Document(
      id: id, location: try .at("x.pack"), type: .data, size: size, sha256: taken.sha256, version: 1,
      created: .at(0), modified: .at(0))
    let version = Version(
      number: 1, sha256: taken.sha256, size: size, type: .data, created: .at(0), origin: .disk)
    _ = try await index.add(document, version: version, fingerprint: taken.placed.fingerprint)
    return (document, try packaged.archive(of: "Documents/x.pack"))
  }

  private func backup() async throws -> BackupReport {
    try await Backup(of: packaged.workspace.open(for: .inspecting), to: backups.path).run()
  }

  private func verify(_ workspace: TemporaryWorkspace) async throws -> VerificationReport {
    try await StoreVerifier(root: workspace.open(for: .inspecting)).verify()
  }

  @Test("a check finds them whole, and what is in them is no file without a document")
  func checked() async throws {
    _ = try await add()
    let report = try await verify(packaged.workspace)
    #expect(report.isClean && report.documents == 1)
    #expect(packaged.workspace.names(in: "tmp").isEmpty)
  }

  @Test("a backup holds the archive, and a restoration makes the folder of it")
  func restored() async throws {
    let (document, bytes) = try await add()
    #expect(try await backup().findings.isEmpty)
    let report = try await Restore(from: backups.path, to: target.path).run()
    #expect(report.isComplete && report.documents == 1)
    #expect(target.text(of: "Documents/x.pack/Data/picture.txt") == "picture")
    #expect(target.text(of: "Documents/x.pack/.hidden") == "h")
    let root = try target.open()
    #expect(try #require(try root.packages.open("Documents/x.pack")).bytes() == bytes)
    #expect(try await FileContentStore(root: root).hash(document.location)?.sha256 == document.sha256)
    root.release()
    #expect(try await verify(target).isClean)
  }

  @Test("one that waits to be taken up is in the backup, too")
  func unindexed() async throws {
    try packaged.makePackage()
    _ = try await backup()
    let report = try await Restore(from: backups.path, to: target.path).run()
    #expect(report.unindexed == 1)
    #expect(target.text(of: "Documents/x.pack/text.txt") == "hello")
  }
}
