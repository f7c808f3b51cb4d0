import DocumentModel
import Foundation
import Testing

extension IndexCheck {
  static var changing: [IndexCheck] {
    [
      IndexCheck("new content is a new version and changes what the document says of it") { store in
        let document = try await store.add(Sample("a.txt"))
        let version = Version(
          number: 2, sha256: .of("two"), size: 30, type: .pdf, created: .at(5), origin: .disk)
        let event = try await store.setContent(
          of: document.id, to: version, fingerprint: .of("f2"), expecting: document.sha256)
        let changed = try #require(try await store.document(document.id))
        #expect(event.document == changed)
        #expect(changed.version == 2 && changed.sha256 == .of("two") && changed.size == 30)
        #expect(changed.type == .pdf && changed.modified == .at(5) && changed.created == document.created)
        #expect(changed.location == document.location)
        #expect(try await store.versions(of: document.id).map(\.number) == [2, 1])
        #expect(try await store.versions(of: document.id).first == version)
      },
      IndexCheck("content is not replaced by a client that does not know it") { store in
        let document = try await store.add(Sample("a.txt"))
        await expectRefusal(.versionConflict) {
          _ = try await store.setContent(
            of: document.id, to: .sample(2, "two"), fingerprint: .of("f"), expecting: .of("zero"))
        }
        #expect(try await store.document(document.id) == document)
        #expect(try await store.versions(of: document.id).count == 1)
        #expect(try await store.lastEvent() == 1)
      },
      IndexCheck("a version's number is the next one") { store in
        let document = try await store.add(Sample("a.txt"))
        for number in [1, 3, 0, -1] {
          await expectRefusal(.versionConflict) {
            _ = try await store.setContent(
              of: document.id, to: .sample(number, "two"), fingerprint: .of("f"), expecting: document.sha256)
          }
        }
      },
      IndexCheck("of two saves on one base one wins") { store in
        let document = try await store.add(Sample("a.txt"))
        let result = await race(20) { number in
          _ = try await store.setContent(
            of: document.id, to: .sample(2, "two \(number)"), fingerprint: .of("f"),
            expecting: document.sha256)
        }
        #expect(result.wins == 1)
        #expect(result.refusals.allSatisfy { $0 == .versionConflict })
        #expect(try await store.versions(of: document.id).count == 2)
      },
      IndexCheck("earlier content may come back as a new version") { store in
        let document = try await store.add(Sample("a.txt", content: "one"))
        for (number, content) in [(2, "two"), (3, "one"), (4, "one")] {
          let current = try #require(try await store.document(document.id))
          _ = try await store.setContent(
            of: document.id, to: .sample(number, content), fingerprint: .of("f"), expecting: current.sha256)
        }
        #expect(
          try await store.versions(of: document.id).map(\.sha256)
            == ["one", "one", "two", "one"].map { .of($0) })
      },
      IndexCheck("a document that is missing, or in the Trash, cannot be changed") { store in
        let document = try await store.add(Sample("a.txt"))
        _ = try await store.trash(document.id, at: .at(1))
        for id in [document.id, DocumentID()] {
          await expectRefusal(.notFound) {
            _ = try await store.setContent(
              of: id, to: .sample(2, "two"), fingerprint: .of("f"), expecting: document.sha256)
          }
          await expectRefusal(.notFound) { _ = try await store.move(id, to: .at("b.txt"), at: .at(2)) }
          await expectRefusal(.notFound) { _ = try await store.trash(id, at: .at(2)) }
        }
        await expectRefusal(.notFound) { try await store.setFingerprint(.of("f"), of: DocumentID()) }
        await expectRefusal(.notFound) { _ = try await store.versions(of: DocumentID()) }
        #expect(try await store.versions(of: document.id).count == 1)
      },
      IndexCheck("a new fingerprint is no event and no new version") { store in
        let document = try await store.add(Sample("a.txt"))
        try await store.setFingerprint(.of("later"), of: document.id)
        #expect(try await store.lastEvent() == 1)
        #expect(try await store.document(document.id) == document)
        #expect(try await store.entry(document.id)?.fingerprint == .of("later"))
      },
      IndexCheck("a document is found by its file while it is in Documents, also after a rename") {
        store in
        let document = try await store.add(Sample("a.txt"))
        try await store.add(Sample("b.txt"))
        for (name, looks) in [("c", "1:22:1:4:5@6"), ("d", "1:22:9:4:5@6"), ("e", "1:22:8:4:5")] {
          try await store.setFingerprint(.of(looks), of: try await store.add(Sample(name)).id)
        }
        try await store.setFingerprint(.of("1:22:3:4:5@7"), of: document.id)
        for looks in ["1:22:3:4:6", "1:22:9:9:9@7"] {
          let found = try await store.entries(withFile: .of(looks))
          #expect(found.count == 4 && found.contains { $0.document.id == document.id })
          #expect(found.first { $0.document.id == document.id }?.fingerprint == .of("1:22:3:4:5@7"))
        }
        for other in ["1:2:3:4:5", "2:22:3:4:5@7", "1:222:3:4:5@7"] {
          #expect(try await store.entries(withFile: .of(other)).isEmpty)
        }
        _ = try await store.trash(document.id, at: .at(1))
        #expect(try await store.entries(withFile: .of("1:22:3:4:5@7")).count == 3)
      },
      IndexCheck("a document in the Trash keeps how its file looks") { store in
        let document = try await store.add(Sample("a.txt"))
        try await store.setFingerprint(.of("before"), of: document.id)
        let trashed = try await store.trash(document.id, at: .at(1)).document
        #expect(
          try await store.entry(document.id) == IndexEntry(document: trashed, fingerprint: .of("before")))
        try await store.setFingerprint(.of("after"), of: document.id)
        #expect(try await store.entry(document.id)?.fingerprint == .of("after"))
        #expect(try await store.entry(DocumentID()) == nil)
      },
    ]
  }

  static var moving: [IndexCheck] {
    [
      IndexCheck("a document keeps its id and content on the way") { store in
        let document = try await store.add(Sample("a.txt"))
        let event = try await store.move(document.id, to: .at("b/c.txt"), at: .at(7))
        var moved = document
        moved.location = try .at("b/c.txt")
        moved.modified = .at(7)
        #expect(event.document == moved)
        #expect(try await store.document(document.id) == moved)
        #expect(try await store.document(at: .at("a.txt")) == nil)
        try await store.add(Sample("a.txt"))
      },
      IndexCheck("a document may be of another type under its new name") { store in
        let document = try await store.add(Sample("a.txt", type: .plainText))
        let event = try await store.move(document.id, to: .at("a.pdf"), type: .pdf, at: .at(7))
        #expect(event.document.type == .pdf)
        #expect(try await store.document(document.id)?.type == .pdf)
        #expect(try await store.paths(DocumentQuery(types: [.pdf])) == ["a.pdf"])
      },
      IndexCheck("a taken place is refused, and the document stays where it was") { store in
        let documents = try await store.add(["a.txt", "b.txt"])
        await expectRefusal(.nameTaken) {
          _ = try await store.move(documents[0].id, to: .at("b.txt"), at: .at(7))
        }
        #expect(try await store.document(documents[0].id) == documents[0])
        #expect(try await store.lastEvent() == 2)
      },
      IndexCheck("a document may be moved to where it is") { store in
        let document = try await store.add(Sample("a.txt"))
        let event = try await store.move(document.id, to: document.location, at: .at(7))
        #expect(event.document.location == document.location)
      },
      IndexCheck("a rename may change no more than case") { store in
        let document = try await store.add(Sample("a.txt"))
        _ = try await store.move(document.id, to: .at("A.TXT"), at: .at(7))
        #expect(try await store.document(at: .at("A.TXT"))?.id == document.id)
        #expect(try await store.document(at: .at("a.txt")) == nil)
      },
      IndexCheck("of a hundred simultaneous renames to one name one wins") { store in
        let documents = try await store.add((0..<100).map { "\($0).txt" })
        let result = await race(100) { number in
          _ = try await store.move(documents[number].id, to: .at("one.txt"), at: .at(200))
        }
        #expect(result.wins == 1)
        #expect(result.refusals.allSatisfy { $0 == .nameTaken })
        #expect(try await store.documentCount() == 100)
      },
    ]
  }

  static var trashing: [IndexCheck] {
    [
      IndexCheck("a document in the Trash is found by its id alone, and its place is free") { store in
        let document = try await store.add(Sample("a.txt"))
        let event = try await store.trash(document.id, at: .at(3))
        #expect(event.document.trashed == .at(3))
        #expect(try await store.document(document.id)?.trashed == .at(3))
        #expect(try await store.document(at: .at("a.txt")) == nil)
        #expect(try await store.documentCount() == 0)
        #expect(try await store.documents(DocumentQuery()).documents.isEmpty)
        #expect(try await store.paths(DocumentQuery(trashed: true)) == ["a.txt"])
        try await store.add(Sample("a.txt"))
        #expect(try await store.paths(DocumentQuery()) == ["a.txt"])
      },
      IndexCheck("several documents of one place may be in the Trash") { store in
        for number in 0..<3 {
          let document = try await store.add(Sample("a.txt", content: "\(number)"))
          _ = try await store.trash(document.id, at: .at(Double(number)))
        }
        #expect(try await store.documents(DocumentQuery(trashed: true)).documents.count == 3)
      },
      IndexCheck("a restored document is what it was, at the place that is asked for") { store in
        let document = try await store.add(Sample("a.txt"))
        _ = try await store.trash(document.id, at: .at(3))
        _ = try await store.restore(document.id, to: .at("b/a 2.txt"), at: .at(4))
        var restored = document
        restored.location = try .at("b/a 2.txt")
        restored.modified = .at(4)
        #expect(try await store.document(document.id) == restored)
        #expect(try await store.documents(DocumentQuery(trashed: true)).documents.isEmpty)
      },
      IndexCheck("a taken place is refused to a restored document, which stays in the Trash") { store in
        let document = try await store.add(Sample("a.txt"))
        _ = try await store.trash(document.id, at: .at(3))
        try await store.add(Sample("a.txt"))
        await expectRefusal(.nameTaken) {
          _ = try await store.restore(document.id, to: .at("a.txt"), at: .at(4))
        }
        #expect(try await store.document(document.id)?.trashed == .at(3))
      },
      IndexCheck("documents in the Trash are found by their content, then by their place") { store in
        for (number, path) in ["b.txt", "F/a.txt", "a.txt"].enumerated() {
          let document = try await store.add(Sample(path, content: "one"))
          _ = try await store.trash(document.id, at: .at(Double(number)))
        }
        let other = try await store.add(Sample("a.txt", content: "two"))
        #expect(try await store.trashed(like: .of("two"), from: .at("c.txt")).isEmpty)
        _ = try await store.trash(other.id, at: .at(9))
        try await store.add(Sample("a.txt", content: "one"))
        let found = try await store.trashed(like: .of("one"), from: .at("a.txt"))
        #expect(found.map(\.document.location.relativePath) == ["a.txt", "F/a.txt", "b.txt", "a.txt"])
        #expect(found.last?.document.id == other.id)
        #expect(try await store.trashed(like: .of("none"), from: .at("none.txt")).isEmpty)
      },
      IndexCheck("a content is in use while a document has or had it, also in the Trash") { store in
        let document = try await store.add(Sample("a.txt", content: "one"))
        _ = try await store.setContent(
          of: document.id, to: .sample(2, "two"), fingerprint: .of("f"), expecting: .of("one"))
        _ = try await store.trash(document.id, at: .at(3))
        let hashes = ["one", "two", "three"].map { ContentHash.of($0) }
        #expect(try await store.contentsInUse(among: hashes) == Set(hashes.prefix(2)))
        _ = try await store.remove(document.id, trashedAt: .at(3), at: .at(4))
        #expect(try await store.contentsInUse(among: hashes).isEmpty)
      },
      IndexCheck("only what is in the Trash can be restored") { store in
        let document = try await store.add(Sample("a.txt"))
        await expectRefusal(.notFound) {
          _ = try await store.restore(document.id, to: .at("b.txt"), at: .at(4))
        }
        await expectRefusal(.notFound) {
          _ = try await store.restore(DocumentID(), to: .at("b.txt"), at: .at(4))
        }
      },
      IndexCheck("of two simultaneous restorations to one place one wins") { store in
        let documents = try await store.add((0..<20).map { "\($0).txt" })
        for document in documents { _ = try await store.trash(document.id, at: .at(3)) }
        let result = await race(20) { number in
          _ = try await store.restore(documents[number].id, to: .at("one.txt"), at: .at(4))
        }
        #expect(result.wins == 1)
        #expect(try await store.documentCount() == 1)
      },
    ]
  }
}
