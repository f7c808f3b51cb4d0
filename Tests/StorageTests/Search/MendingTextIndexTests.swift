import DocumentModel
import FoundationEssentials
import GRDB
import Glibc
import Testing

@testable import Storage

@Suite("The index of words begins anew")
struct MendingTextIndexTests {
  private let workspace = TemporaryWorkspace(inMemory: true)
  private let position = EventID(epoch: EventEpoch(), sequence: 7)

  /// Refusals that pass: the next call opens another file.
  private func recovered(_ index: MendingTextIndex) async throws -> EventID? {
    do throws(DocumentError) {
      return try await index.position()
    } catch {
      #expect(error.code == .busy)
      return try await index.position()
    }
  }

  @Test("where its file is damaged while it is used")
  func damaged() async throws {
    let root = try workspace.open()
    let index = MendingTextIndex(root: root)
    try await index.note([], removed: [], upTo: position)
    #expect(try await index.position() == position)
    let path = "\(root.path)/Library/search.sqlite"
    // Another connection puts the log into the file, which is overwritten then.
    let other = try DatabaseQueue(path: path)
    try await other.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    try other.close()
    let size = try #require(FileManager.default.attributesOfItem(atPath: path)[.size] as? UInt64)
    let file = open(path, O_WRONLY)
    let junk = [UInt8](repeating: 0x5A, count: Int(size))
    #expect(write(file, junk, junk.count) == junk.count)
    #expect(close(file) == 0)
    var last: EventID? = position
    for _ in 0..<20 where last != nil { last = try await recovered(index) }
    #expect(last == nil)
    try await index.note([], removed: [], upTo: position)
    #expect(try await index.position() == position)
  }

  @Test("where its file was removed, with the next that is written")
  func removed() async throws {
    let root = try workspace.open()
    let index = MendingTextIndex(root: root)
    try await index.note([], removed: [], upTo: position)
    for suffix in ["", "-wal", "-shm"] { unlink("\(root.path)/Library/search.sqlite\(suffix)") }
    await #expect(throws: DocumentError.self) { try await index.note([], removed: [], upTo: position) }
    #expect(try await index.position() == nil)
    try await index.note([], removed: [], upTo: position)
    #expect(try await index.position() == position)
  }

  @Test("and lets a server start where it can be none")
  func away() async throws {
    let root = try workspace.open()
    try FileManager.default.createDirectory(
      atPath: "\(root.path)/Library/search.sqlite", withIntermediateDirectories: false)
    let index = MendingTextIndex(root: root)
    #expect(index.refusal?.code == .storageFailed)
    await #expect(throws: DocumentError.self) { try await index.position() }
  }
}
