import DocumentModel
import Testing

extension IndexCheck {
  static var storing: [IndexCheck] {
    [
      IndexCheck("documents are told by their ids, those in the Trash, too, and each once") { store in
        let document = try await store.add(Sample("a.txt", content: "12345"))
        let gone = try await store.add(Sample("b.txt", content: "123"))
        _ = try await store.trash(gone.id, at: .at(7))
        #expect(try await store.entries([] as [DocumentID]).isEmpty)
        let found = try await store.entries([gone.id, DocumentID(), document.id, document.id])
        #expect(Set(found.map(\.document.id)) == [document.id, gone.id])
        #expect(found.count == 2)
      },
      IndexCheck("kept contents are counted in bytes, each once, also in the Trash") { store in
        #expect(try await store.storedBytes() == 0)
        let document = try await store.add(Sample("a.txt", content: "12345"))
        try await store.add(Sample("b.txt", content: "12345"))
        #expect(try await store.storedBytes() == 5)
        _ = try await store.setContent(
          of: document.id, to: .sample(2, "123"), fingerprint: .of("f"), expecting: document.sha256)
        _ = try await store.trash(document.id, at: .at(7))
        #expect(try await store.storedBytes() == 8)
      },
      IndexCheck("documents are added up by type, apart from the Trash, and each content once") { store in
        #expect(
          try await store.storageTally()
            == StorageTally(shares: [], trashedDocuments: 0, trashedBytes: 0, currentBytes: 0))
        let document = try await store.add(Sample("a.txt", content: "12345"))
        try await store.add(Sample("b.txt", content: "12345"))
        let gone = try await store.add(Sample("c.txt", content: "123"))
        _ = try await store.trash(gone.id, at: .at(7))
        let share = StorageTally.Share(type: document.type, documents: 2, bytes: 10)
        #expect(
          try await store.storageTally()
            == StorageTally(shares: [share], trashedDocuments: 1, trashedBytes: 3, currentBytes: 8))
      },
      IndexCheck("a content that was overwritten on the disk counts no more") { store in
        let document = try await store.add(Sample("a.txt", content: "12345"))
        _ = try await store.setContent(
          of: document.id, to: .sample(2, "123", origin: .disk), fingerprint: .of("f"),
          expecting: document.sha256)
        #expect(try await store.storedBytes() == 3)
      },
      IndexCheck("one that was kept all the same counts, be that known before or after") { store in
        for (name, isBefore) in [("a.txt", true), ("b.txt", false)] {
          let document = try await store.add(Sample(name, content: "12345"))
          if isBefore { try await store.noteKept(.of("12345")) }
          _ = try await store.setContent(
            of: document.id, to: .sample(2, "123", origin: .disk), fingerprint: .of("f"),
            expecting: document.sha256)
          for _ in 1...2 { try await store.noteKept(.of("12345")) }
          #expect(try await store.storedBytes() == 8)
          _ = try await store.trash(document.id, at: .at(7))
          _ = try await store.remove(document.id, trashedAt: .at(7), at: .at(8))
          #expect(try await store.storedBytes() == 0)
        }
      },
      IndexCheck(
        "that a content is kept holds while a version has it, and of one that none has nothing is noted"
      ) {
        store in
        try await store.noteKept(.of("12345"))
        let document = try await store.add(Sample("a.txt", content: "12345"))
        _ = try await store.setContent(
          of: document.id, to: .sample(2, "123", origin: .disk), fingerprint: .of("f"),
          expecting: document.sha256)
        #expect(try await store.storedBytes() == 3)
        try await store.noteKept(.of("12345"))
        let rule = VersionRetention(count: 1, days: 1)
        #expect(try await store.expireVersions(rule, at: .at(1_000_000), limit: 9) == 1)
        #expect(try await store.storedBytes() == 3)
        let other = try await store.add(Sample("b.txt", content: "12345"))
        _ = try await store.setContent(
          of: other.id, to: .sample(2, "123", origin: .disk), fingerprint: .of("f"), expecting: other.sha256)
        #expect(try await store.storedBytes() == 3)
      },
    ]
  }
}
