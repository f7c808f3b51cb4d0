import DocumentModel
import Foundation
import Synchronization
import Testing

private final class Removal: Sendable {
  private let found = Mutex<[(DocumentID, ContentHash?)]>([])
  var ids: [DocumentID] { found.withLock { $0.map(\.0) } }
  var hashes: [ContentHash?] { found.withLock { $0.map(\.1) } }
  func add(_ id: DocumentID, _ hash: ContentHash?) { found.withLock { $0.append((id, hash)) } }
}

extension DocumentIndex where Self: TrashIndex {
  /// A document that went to the Trash so many seconds after 1970.
  fileprivate func thrown(_ path: String, content: String? = nil, at seconds: Double) async throws -> Document
  {
    let document = try await add(Sample(path, content: content ?? path))
    return try await trash(document.id, at: .at(seconds)).document
  }

  fileprivate func remove(_ document: Document, at seconds: Double = 99) async throws -> DocumentEvent {
    try await remove(document.id, trashedAt: try #require(document.trashed), at: .at(seconds))
  }

  fileprivate func release(limit: Int = 9) async throws -> (removal: Removal, result: Released<DocumentID>) {
    let removal = Removal()
    return (removal, try await releaseRemoved(limit: limit, removing: removal.add))
  }
}

extension IndexCheck {
  static var removing: [IndexCheck] { lettingGo + releasingFiles }

  private static var lettingGo: [IndexCheck] {
    [
      IndexCheck("a document that is removed is gone with its versions and metadata, and was there") {
        store in
        var sample = try Sample("a.txt")
        sample.document.metadata = try .sample("tag")
        let document = try await store.add(sample)
        _ = try await store.setContent(
          of: document.id, to: .sample(2, "two"), fingerprint: .of("f"), expecting: document.sha256)
        let trashed = try await store.trash(document.id, at: .at(5)).document
        let event = try await store.remove(trashed)
        #expect(event.kind == .removed && event.document == trashed)
        #expect(try await store.events(after: event.sequence - 1, limit: 9) == [event])
        #expect(try await store.document(document.id) == nil)
        #expect(try await store.documents(DocumentQuery(trashed: true)).documents.isEmpty)
        #expect(try await store.documents(DocumentQuery(tags: [Tag("tag")], trashed: true)).documents.isEmpty)
        #expect(try await store.tags().isEmpty)
        #expect(try await store.storedBytes() == 0)
        await expectRefusal(.notFound) { _ = try await store.versions(of: document.id) }
        await expectRefusal(.notFound) { _ = try await store.remove(trashed) }
        let contents = Mutex<Set<ContentHash>>([])
        _ = try await store.releaseContents(limit: 9) { hash in _ = contents.withLock { $0.insert(hash) } }
        #expect(contents.withLock(\.self) == [.of("one"), .of("two")])
      },
      IndexCheck("only what went to the Trash at that moment is removed") { store in
        let document = try await store.add(Sample("a.txt"))
        for id in [document.id, DocumentID()] {
          await expectRefusal(.notFound) { _ = try await store.remove(id, trashedAt: .at(1), at: .at(9)) }
        }
        let first = try await store.trash(document.id, at: .at(1)).document
        _ = try await store.restore(document.id, to: .at("a.txt"), at: .at(2))
        let second = try await store.trash(document.id, at: .at(3)).document
        await expectRefusal(.versionConflict) { _ = try await store.remove(first) }
        #expect(try await store.document(document.id) == second)
        #expect(try await store.release().removal.ids.isEmpty)
        _ = try await store.remove(second)
      },
      IndexCheck("the document that has been in the Trash for longest is found first") { store in
        let third = try await store.thrown("c.txt", at: 30)
        let first = try await store.thrown("a.txt", at: 10)
        let second = try await store.thrown("b.txt", at: 20)
        try await store.add(Sample("d.txt"))
        #expect(try await store.trashed(until: .at(30), limit: 9) == [first, second, third])
        #expect(try await store.trashed(until: .at(29.999), limit: 9) == [first, second])
        #expect(try await store.trashed(until: .at(30), limit: 1) == [first])
        #expect(try await store.trashed(until: .at(9), limit: 9).isEmpty)
        #expect(try await store.trashed(until: .at(30), limit: -1).isEmpty)
      },
    ]
  }

  private static var releasingFiles: [IndexCheck] {
    [
      IndexCheck("the file of a document that was removed goes once") { store in
        let document = try await store.thrown("a.txt", at: 1)
        #expect(try await store.release().removal.ids.isEmpty)
        _ = try await store.remove(document)
        let (removal, result) = try await store.release()
        #expect(removal.ids == [document.id] && removal.hashes == [nil])
        #expect(result == Released(removed: [document.id], failures: 0, isMore: false))
        #expect(try await store.release().removal.ids.isEmpty)
      },
      IndexCheck("a content that a version needs, and no document has, is to be kept") { store in
        let needing = try await store.add(Sample("a.txt", content: "x"))
        _ = try await store.setContent(
          of: needing.id, to: .sample(2, "y", origin: .disk), fingerprint: .of("f"), expecting: .of("x"))
        _ = try await store.remove(store.thrown("b.txt", content: "x", at: 1))
        #expect(try await store.release().removal.hashes == [.of("x")])
        // Where another document has it now, that one keeps it for all.
        let holder = try await store.add(Sample("c.txt", content: "x"))
        _ = try await store.remove(store.thrown("d.txt", content: "x", at: 1))
        #expect(try await store.release().removal.hashes == [nil])
        #expect(try await store.document(holder.id) == holder)
      },
      IndexCheck("a file that could not be removed is tried again") { store in
        let document = try await store.thrown("a.txt", at: 1)
        _ = try await store.remove(document)
        let failed = try await store.releaseRemoved(limit: 9) { _, _ in
          throw DocumentError(.storageFailed, "the disk")
        }
        #expect(failed == Released(removed: [], failures: 1, isMore: false))
        #expect(try await store.release().removal.ids == [document.id])
      },
      IndexCheck("many go in steps") { store in
        for number in 0..<5 { _ = try await store.remove(store.thrown("\(number).txt", at: 1)) }
        #expect(try await store.release(limit: 2).result.isMore)
        #expect(try await store.release(limit: 2).result.isMore)
        #expect(try await store.release(limit: 2).result.isMore == false)
      },
      IndexCheck("a document that is there again keeps its file") { store in
        let document = try await store.thrown("a.txt", at: 1)
        _ = try await store.remove(document)
        try await store.add(Sample("b.txt", id: document.id))
        #expect(try await store.release().removal.ids.isEmpty)
        _ = try await store.trash(document.id, at: .at(2))
        #expect(try await store.release().removal.ids.isEmpty)
      },
    ]
  }
}
