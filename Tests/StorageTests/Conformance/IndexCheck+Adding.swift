import DocumentModel
import Foundation
import Testing

extension IndexCheck {
  static var adding: [IndexCheck] {
    [
      IndexCheck("an empty store has no documents and no events") { store async throws in
        #expect(try await store.documentCount() == 0)
        #expect(try await store.lastEvent() == 0)
        #expect(try await store.events(after: 0, limit: 10).isEmpty)
        #expect(try await store.documents(DocumentQuery()) == DocumentList(documents: [], next: nil))
        #expect(try await store.document(DocumentID()) == nil)
        #expect(try await store.document(at: .at("a.txt")) == nil)
      },
      IndexCheck("a document comes back as it was added") { store in
        let sample = try Sample("Papers/Größe 漢字.pdf", content: "x", type: .pdf, created: .at(0.123456))
        let event = try await store.add(
          sample.document, version: sample.version, fingerprint: sample.fingerprint)
        #expect(event.document == sample.document)
        #expect(try await store.document(sample.document.id) == sample.document)
        #expect(try await store.document(at: sample.document.location) == sample.document)
        #expect(try await store.documents(DocumentQuery()).documents == [sample.document])
        #expect(try await store.versions(of: sample.document.id) == [sample.version])
        #expect(try await store.documentCount() == 1)
      },
      IndexCheck("a document that is handed over has a second event, and its origin comes back") { store in
        var sample = try Sample("Inbox/a.txt")
        sample.document.metadata = DocumentMetadata(
          provenance: try Provenance(source: "Mail", annotation: .object(["line": .integer(3)]), open: true))
        sample.version = Version(
          number: 1, sha256: sample.version.sha256, size: sample.version.size, type: sample.version.type,
          created: sample.version.created, origin: .handOver)
        let event = try await store.add(
          sample.document, version: sample.version, fingerprint: sample.fingerprint)
        #expect(event.kind == .created)
        let events = try await store.events(after: 0, limit: 9)
        #expect(events.map(\.kind) == [.created, .handedOver])
        #expect(events.allSatisfy { $0.document == sample.document })
        #expect(try await store.document(sample.document.id) == sample.document)
      },
      IndexCheck("two documents cannot be at one place, and the refused one leaves nothing") { store in
        let first = try await store.add(Sample("a/b.txt"))
        let second = try Sample("a/b.txt", content: "two")
        await expectRefusal(.nameTaken) { try await store.add(second) }
        #expect(try await store.document(second.document.id) == nil)
        #expect(try await store.document(at: .at("a/b.txt")) == first)
        #expect(try await store.lastEvent() == 1)
        #expect(try await store.documentCount() == 1)
      },
      IndexCheck("one name may be in several folders, beside a folder's own name") { store in
        try await store.add(["a.txt", "b/a.txt", "b/c/a.txt", "b.txt", "b c/a.txt"])
        #expect(try await store.documentCount() == 5)
      },
      IndexCheck("two Unicode spellings of a name are one name") { store in
        try await store.add(Sample("caf\u{e9}.txt"))
        await expectRefusal(.nameTaken) { try await store.add(Sample("cafe\u{301}.txt")) }
        #expect(try await store.document(at: .at("cafe\u{301}.txt")) != nil)
      },
      IndexCheck("names that differ in case or width are two names") { store in
        try await store.add(["a.txt", "A.txt", "ａ.txt"])
        #expect(try await store.documentCount() == 3)
      },
      IndexCheck("a name may have 255 bytes, in any script") { store in
        let names = [String(repeating: "a", count: 255), String(repeating: "漢", count: 85)]
        try await store.add(names)
        #expect(Set(try await store.paths(DocumentQuery())) == Set(names))
      },
      IndexCheck("a folder may be nested as deeply as is legal and no deeper") { store in
        let names = try (0..<FolderPath.maximumDepth).map { try FileName("d\($0)") }
        var sample = try Sample()
        sample.document.location.folder = FolderPath(names)
        let added = try await store.add(sample)
        #expect(try await store.document(added.id)?.location.folder.names.count == FolderPath.maximumDepth)
        var deeper = try Sample()
        deeper.document.location.folder = FolderPath(names + names)
        await expectRefusal(.invalidName) { [deeper] in try await store.add(deeper) }
        await expectRefusal(.invalidName) { [deeper] in
          _ = try await store.move(added.id, to: deeper.document.location, at: .at(1))
        }
      },
      IndexCheck("an id is given once") { store in
        let first = try Sample("a.txt")
        try await store.add(first)
        await expectRefusal(.invalidParameter) {
          try await store.add(Sample("b.txt", id: first.document.id))
        }
        #expect(try await store.documentCount() == 1)
      },
      IndexCheck("a document must be what its first version says") { store async throws in
        let other = Version.sample(1, "something else")
        await expectRefusal(.invalidParameter) {
          _ = try await store.add(Sample().document, version: other, fingerprint: .of("f"))
        }
        #expect(try await store.documentCount() == 0)
      },
      IndexCheck("the largest sizes and the farthest dates come back") { store in
        for (number, seconds) in [-60_000_000_000.0, -1, 0, 0.000001, 250_000_000_000].enumerated() {
          let date = Date(timeIntervalSince1970: seconds)
          let sample = try Sample("\(number)", size: .max - Int64(number), created: date)
          try await store.add(sample)
          #expect(try await store.document(sample.document.id) == sample.document)
        }
      },
      IndexCheck("of two simultaneous creations of one name one wins") { store async throws in
        let result = await race(20) { _ in try await store.add(Sample("one.txt")) }
        #expect(result.wins == 1)
        #expect(result.refusals == Array(repeating: .nameTaken, count: 19))
        #expect(try await store.documentCount() == 1)
      },
      IndexCheck("every document is among the entries, with its fingerprint, whatever their number") {
        store in
        let paths = (0..<1_234).map { "\($0 % 7)/\($0).txt" }
        let added = try await store.add(paths)
        _ = try await store.trash(added[5].id, at: .at(9))
        try await store.setFingerprint(.of("new"), of: added[6].id)
        var found: [DocumentID: Fingerprint] = [:]
        for try await entry in store.entries() {
          #expect(found.updateValue(entry.fingerprint, forKey: entry.document.id) == nil)
        }
        #expect(Set(found.keys) == Set(added.map(\.id)).subtracting([added[5].id]))
        #expect(found[added[6].id] == .of("new"))
        #expect(found[added[7].id] == .of("\(added[7].id)"))
      },
    ]
  }
}
