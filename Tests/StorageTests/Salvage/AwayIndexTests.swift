import DocumentModel
import FoundationEssentials
import GRDB
import Testing

@testable import Storage

@Suite("An index that was taken away while it was used")
struct AwayIndexTests {
  private let workspace = TemporaryWorkspace(inMemory: true)
  private var path: String { "\(workspace.path)/\(SandboxPath.index)" }

  @Test("is made anew of the copy that has all of it, whatever lies in its place, with what was going on")
  func older() async throws {
    let first = try SQLiteMetadataStore(root: workspace.open())
    let kept = try await first.add(Sample("kept.txt"))
    first.close()
    try FileManager.default.copyItem(atPath: path, toPath: path + ".older")
    let root = try workspace.open(for: .sharing)
    let index = try SQLiteMetadataStore(root: root)
    var documents = [kept]
    for number in 0..<40 { documents.append(try await index.add(Sample("F/\(number).txt"))) }
    _ = try await index.mark(kept.id, as: .sample("late"), movingTo: nil, at: .at(4))
    let batch = Batch(created: .at(3), author: nil, operations: [], steps: [])
    try await index.save(batch)
    // The log stays, and would be read into the older one.
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: path + ".older", toPath: path)
    let copies = IndexCopies(of: index, in: root)
    let copy = try await copies.rescue()
    #expect(try await copies.rescue() == copy)
    for _ in 1...2 { try await IndexDamageMark(in: root).place(of: copy) }
    let left = try workspace.copy()
    let next = try SQLiteMetadataStore(root: left.open())
    for document in documents { #expect(try await next.document(document.id)?.location == document.location) }
    #expect(try await next.document(kept.id)?.marks == .sample("late"))
    #expect(try await next.runningBatches().map(\.id) == [batch.id])
    #expect(next.salvage?.sentence.hasSuffix("nothing was lost") == true)
    #expect(!left.exists(SandboxPath.indexDamage))
    index.close()
  }

  @Test("loses nothing that was written when it was back and the mark was still there")
  func wentOn() async throws {
    let root = try workspace.open(for: .sharing)
    let index = try SQLiteMetadataStore(root: root)
    let first = try await index.add(Sample("first.txt"))
    try await IndexDamageMark(in: root).place(of: try await IndexCopies(of: index, in: root).rescue())
    let second = try await index.add(Sample("second.txt"))
    let left = try workspace.copy()
    index.close()
    let next = try SQLiteMetadataStore(root: left.open())
    for document in [first, second] { #expect(try await next.document(document.id) == document) }
    #expect(!left.exists(SandboxPath.indexDamage))
  }

  @Test("is taken as it is once it is back; damage is not forgotten so")
  func back() async throws {
    let root = try workspace.open()
    let mark = IndexDamageMark(in: root)
    try await mark.place(of: "index-of-2026-11-23T190000Z-1.sqlite")
    // A copy that is not there is none.
    #expect(workspace.exists(SandboxPath.indexDamage))
    #expect(try mark.copy() == nil)
    try await mark.takeBack()
    #expect(!workspace.exists(SandboxPath.indexDamage))
    try await mark.place()
    try await mark.takeBack()
    #expect(workspace.exists(SandboxPath.indexDamage))
  }

  @Test(
    "that was written over by an older one has the documents again of which the copy knows and the files are there"
  )
  func mixed() async throws {
    let root = try workspace.open(for: .sharing)
    let index = try SQLiteMetadataStore(root: root)
    let contents = FileContentStore(root: root)
    for name in ["there.txt", "gone.txt", "another.txt"] { try await index.add(Sample(name)) }
    _ = try await IndexCopies(of: index, in: root).keep()
    _ = try await contents.put("there.txt", at: "there.txt")
    _ = try await contents.put("another", at: "another.txt")
    // Rows that are gone without a trace, as with the pages that they were in.
    try await index.file.write { try $0.execute(sql: "DELETE FROM document") }
    let other = try await index.add(Sample("another.txt", content: "another"))
    try await index.file.write { try $0.execute(sql: "DELETE FROM removedDocument") }
    try await IndexDamageMark(in: root).place()
    let left = try workspace.copy()
    index.close()
    let next = try SQLiteMetadataStore(root: left.open())
    let found = try await next.documents(DocumentQuery()).documents
    #expect(found.map(\.location.name.description).sorted() == ["another.txt", "there.txt"])
    #expect(found.contains { $0.id == other.id })
    #expect(next.salvage?.copied == 1)
  }
}
