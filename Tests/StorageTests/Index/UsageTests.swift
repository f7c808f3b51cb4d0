import DocumentModel
import GRDB
import Testing

@testable import Storage

@Suite("The sum of all contents")
struct UsageTests {
  let workspace = TemporaryWorkspace(inMemory: true)

  /// The sum as it is carried forward, and as it is when it is counted anew.
  private func sums(_ index: SQLiteIndex) async throws -> (kept: Int64, counted: Int64) {
    let kept = try await index.storedBytes()
    let counted = try await index.file.read { database in
      let sizes = try Row.fetchAll(
        database,
        sql: """
          SELECT DISTINCT old.sha256, old.size FROM version old
          LEFT JOIN version next ON next.document = old.document AND next.number = old.number + 1
          WHERE coalesce(next.origin, '') <> 'disk' OR old.sha256 IN (SELECT sha256 FROM rescuedContent)
          """)
      return sizes.reduce(Int64(0)) { $0 + ($1["size"] as Int64) }
    }
    return (kept, counted)
  }

  private func expectSum(_ bytes: Int64, _ index: SQLiteIndex, _ comment: Comment) async throws {
    let sums = try await sums(index)
    #expect(sums.kept == bytes && sums.counted == bytes, comment)
  }

  @Test("counts each content once: documents, versions and Trash")
  func once() async throws {
    let index = try SQLiteIndex(root: workspace.open())
    try await expectSum(0, index, "nothing")
    let first = try await index.add(Sample("a.txt", content: "12345"))
    try await expectSum(5, index, "one document")
    try await index.add(Sample("b.txt", content: "12345"))
    try await expectSum(5, index, "its twin")
    _ = try await index.setContent(
      of: first.id, to: .sample(2, "1234567"), fingerprint: .of("f"), expecting: first.sha256)
    try await expectSum(12, index, "another version")
    _ = try await index.trash(first.id, at: .at(5))
    try await expectSum(12, index, "in the Trash")
  }

  @Test("lets go of a content that was overwritten on the disk, unless another version has it")
  func overwritten() async throws {
    let index = try SQLiteIndex(root: workspace.open())
    let first = try await index.add(Sample("a.txt", content: "12345"))
    let second = try await index.add(Sample("b.txt", content: "12345"))
    for (document, sum) in [(first, Int64(8)), (second, 3)] {
      _ = try await index.setContent(
        of: document.id, to: .sample(2, "abc", origin: .disk), fingerprint: .of("f"),
        expecting: document.sha256)
      try await expectSum(sum, index, "one of two overwritten, then both")
    }
  }

  @Test("follows versions that are removed, one by one or with their document, in any order")
  func removed() async throws {
    let index = try SQLiteIndex(root: workspace.open())
    var random = SystemRandomNumberGenerator()
    var documents: [Document] = []
    for number in 0..<30 {
      var document = try await index.add(Sample("\(number)", content: "\(number % 7)x"))
      for version in 2...Int.random(in: 2...6, using: &random) {
        let text = String(repeating: "y", count: Int.random(in: 1...4, using: &random)) + "\(version % 3)"
        guard ContentHash.of(text) != document.sha256 else { break }
        document = try await index.setContent(
          of: document.id, to: .sample(version, text, origin: Bool.random(using: &random) ? .disk : .api),
          fingerprint: .of("f"), expecting: document.sha256
        ).document
      }
      documents.append(document)
      if number % 3 == 0 {
        let versions = try await index.versions(of: document.id)
        try await index.noteKept(versions.randomElement(using: &random)?.sha256 ?? document.sha256)
        let sums = try await sums(index)
        #expect(sums.kept == sums.counted, "noted \(number)")
      }
    }
    for number in 1...20 {
      let (place, version) = (Int.random(in: 1...30, using: &random), Int.random(in: 1...6, using: &random))
      try await index.file.write {
        try $0.execute(
          sql: "DELETE FROM version WHERE document = ? AND number = ?", arguments: [place, version])
      }
      let sums = try await sums(index)
      #expect(sums.kept == sums.counted, "removal \(number)")
    }
    for document in documents.shuffled() {
      try await index.file.write {
        try $0.execute(sql: "DELETE FROM document WHERE id = ?", arguments: [document.id.description])
      }
      let sums = try await sums(index)
      #expect(sums.kept == sums.counted)
    }
    try await expectSum(0, index, "all gone")
    let noted = try await index.file.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM rescuedContent") }
    #expect(noted == 0)
  }

  @Test("a content that was overwritten before its version was noted does not count, until it is noted")
  func beforeNotes() async throws {
    let root = try workspace.open()
    let path = "\(root.path)/\(SandboxPath.index)"
    let file = try SQLiteFile(opening: path, subject: "the index") { pool in
      try IndexSchema.migrator.migrate(pool, upTo: "epoch of the events")
    }
    let old = SQLiteIndex(file)
    let document = try await old.add(Sample("a.txt", content: "12345"))
    _ = try await old.setContent(
      of: document.id, to: .sample(2, "abc", origin: .disk), fingerprint: .of("f"), expecting: document.sha256
    )
    #expect(try await old.replacedContents(after: "").map(\.wasOverwritten) == [true])
    #expect(try await old.neededContents(of: .earlier, after: "").map(\.isRequired) == [false])
    old.close()
    let new = try SQLiteIndex(root: root)
    try await expectSum(3, new, "as before")
    #expect(
      workspace.names(in: "Library/Backups") == [
        "index-before-contents-that-were-kept-from-edits-on-the-disk-1.sqlite"
      ])
    try await new.noteKept(document.sha256)
    try await expectSum(8, new, "noted")
    _ = try await new.setContent(
      of: document.id, to: .sample(3, "12345", origin: .disk), fingerprint: .of("f"), expecting: .of("abc"))
    try await expectSum(5, new, "back again")
  }

  @Test("is counted when an index of an earlier release gets it")
  func earlier() async throws {
    let root = try workspace.open()
    let path = "\(root.path)/\(SandboxPath.index)"
    let old = try SQLiteFile(opening: path, subject: "the index") { pool in
      try IndexSchema.migrator.migrate(pool, upTo: "contents of versions that were let go of")
    }
    let index = SQLiteIndex(old)
    try await index.add(Sample("a.txt", content: "12345"))
    try await index.add(Sample("b.txt", content: "12345"))
    try await index.add(Sample("c.txt", content: "123"))
    index.close()
    let new = try SQLiteIndex(root: root)
    try await expectSum(8, new, "three documents, two contents")
    #expect(workspace.names(in: "Library/Backups") == ["index-before-bytes-of-all-contents-1.sqlite"])
  }
}
