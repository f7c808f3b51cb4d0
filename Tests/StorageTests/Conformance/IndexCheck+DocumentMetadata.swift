import DocumentModel
import Foundation
import Testing

extension DocumentIndex {
  /// A document at `path` with metadata.
  @discardableResult
  fileprivate func add(_ path: String, _ metadata: DocumentMetadata) async throws -> Document {
    var sample = try Sample(path, content: path)
    sample.document.metadata = metadata
    return try await add(sample)
  }

  fileprivate func counts() async throws -> [String] {
    try await tags().map { "\($0.tag) \($0.documents)" }
  }
}

extension IndexCheck {
  static var metadata: [IndexCheck] { settingMetadata + listingByMetadata }

  private static var settingMetadata: [IndexCheck] {
    [
      IndexCheck("metadata come back as they were set, and change nothing else") { store in
        let document = try await store.add(Sample("a.txt"))
        #expect(document.metadata == .none)
        let metadata = try DocumentMetadata.sample(
          "Zürich", "b", favourite: true, note: "two\nlines", handler: "text", excluded: true)
        let event = try await store.setMetadata(of: document.id, to: metadata, movingTo: nil, at: .at(9))
        var changed = document
        changed.metadata = metadata
        #expect(event.kind == .metadataChanged && event.document == changed)
        #expect(try await store.document(document.id) == changed)
        #expect(try await store.documents(DocumentQuery()).documents == [changed])
        #expect(try await store.events(after: event.sequence - 1, limit: 5) == [event])
        #expect(try await store.versions(of: document.id).count == 1)
      },
      IndexCheck("metadata are taken away as they were set") { store in
        let document = try await store.add(
          "a.txt", .sample("a", "b", favourite: true, note: "n", handler: "h"))
        let event = try await store.setMetadata(of: document.id, to: .none, movingTo: nil, at: .at(9))
        #expect(event.document.metadata == .none)
        #expect(try await store.document(document.id)?.metadata == DocumentMetadata.none)
        #expect(try await store.tags().isEmpty)
        #expect(try await store.documents(DocumentQuery(favourite: true)).documents.isEmpty)
      },
      IndexCheck("metadata survive a new name, new content, the Trash and the way back") { store in
        let metadata = try DocumentMetadata.sample(
          "a", favourite: true, note: "n", handler: "h", excluded: true)
        let document = try await store.add("a.txt", metadata)
        #expect(document.metadata == metadata)
        let moved = try await store.move(document.id, to: .at("F/b.txt"), type: .pdf, at: .at(2))
        #expect(moved.document.metadata == metadata)
        let changed = try await store.setContent(
          of: document.id, to: .sample(2, "two"), fingerprint: .of("f"), expecting: document.sha256)
        #expect(changed.document.metadata == metadata)
        #expect(try await store.trash(document.id, at: .at(3)).document.metadata == metadata)
        #expect(
          try await store.restore(document.id, to: .at("c.txt"), at: .at(4)).document.metadata == metadata)
        #expect(try await store.document(document.id)?.metadata == metadata)
        #expect(try await store.documents(DocumentQuery(tags: [Tag("A")])).documents.count == 1)
      },
      IndexCheck("another place and other metadata are one step, and two events") { store in
        let document = try await store.add(Sample("a.txt"))
        let metadata = try DocumentMetadata.sample("a")
        let place = NewPlace(try .at("F/b.pdf"), type: .pdf)
        let event = try await store.setMetadata(of: document.id, to: metadata, movingTo: place, at: .at(9))
        let found = try #require(try await store.document(document.id))
        #expect(found.location == place.location && found.type == .pdf && found.metadata == metadata)
        #expect(found.modified == .at(9) && event.document == found)
        #expect(try await store.events(after: 1, limit: 9).map(\.kind) == [.moved, .metadataChanged])
      },
      IndexCheck("a place that is taken keeps the metadata from changing, too") { store in
        let documents = try await store.add(["a.txt", "b.txt"])
        await expectRefusal(.nameTaken) {
          _ = try await store.setMetadata(
            of: documents[0].id, to: .sample("a"), movingTo: NewPlace(.at("b.txt")), at: .at(9))
        }
        #expect(try await store.document(documents[0].id) == documents[0])
        #expect(try await store.lastEvent() == 2)
        #expect(try await store.tags().isEmpty)
      },
      IndexCheck("a document that is missing, or in the Trash, gets no metadata") { store in
        let document = try await store.add("a.txt", .sample("a"))
        _ = try await store.trash(document.id, at: .at(1))
        for id in [document.id, DocumentID()] {
          await expectRefusal(.notFound) {
            _ = try await store.setMetadata(of: id, to: .none, movingTo: nil, at: .at(2))
          }
        }
        #expect(try await store.document(document.id)?.metadata == DocumentMetadata.sample("a"))
      },
    ]
  }

  private static var listingByMetadata: [IndexCheck] {
    [
      IndexCheck(
        "tags are counted over Documents, in the spelling that most have, the most frequent first"
      ) {
        store in
        let first = try await store.add("a.txt", .sample("Work", "zoo"))
        try await store.add("b.txt", .sample("work", "Straße"))
        try await store.add("c.txt", .sample("WORK"))
        try await store.add("d.txt", .sample("WORK", "STRASSE"))
        #expect(try await store.counts().first == "WORK 4")
        #expect(try await store.tags().map(\.documents) == [4, 2, 1])
        _ = try await store.trash(first.id, at: .at(5))
        #expect(try await store.tags().map(\.documents) == [3, 2])
        _ = try await store.restore(first.id, to: .at("a.txt"), at: .at(6))
        #expect(try await store.tags().map(\.documents) == [4, 2, 1])
        _ = try await store.setMetadata(of: first.id, to: .sample("zoo"), movingTo: nil, at: .at(7))
        #expect(try await store.counts().first == "WORK 3")
      },
      IndexCheck("documents with all tags that are asked for are listed, whatever their case") { store in
        try await store.add("a.txt", .sample("Red", "Big"))
        try await store.add("b.txt", .sample("red"))
        try await store.add("c.txt", .sample("BIG"))
        let gone = try await store.add("F/d.txt", .sample("red", "big"))
        func paths(_ tags: String..., trashed: Bool = false) async throws -> [String] {
          try await store.paths(
            DocumentQuery(tags: tags.map { try Tag($0) }, trashed: trashed, order: .name))
        }
        #expect(try await paths("RED") == ["a.txt", "b.txt", "F/d.txt"])
        #expect(try await paths("red", "big") == ["a.txt", "F/d.txt"])
        #expect(try await paths("big", "red", "Red") == ["a.txt", "F/d.txt"])
        #expect(try await paths("green").isEmpty)
        #expect(try await paths("red", "green").isEmpty)
        _ = try await store.trash(gone.id, at: .at(5))
        #expect(try await paths("red", "big") == ["a.txt"])
        #expect(try await paths("red", "big", trashed: true) == ["F/d.txt"])
        let query = DocumentQuery(
          folder: .top, types: [.plainText], text: "a", tags: [try Tag("red")], order: .name)
        #expect(try await store.paths(query) == ["a.txt"])
      },
      IndexCheck("favourites are listed in every order, in a folder and in the Trash") { store in
        for number in 0..<9 {
          try await store.add(
            "\(number % 2 == 0 ? "" : "F/")\(number).txt", .sample(favourite: number % 3 != 0))
        }
        let all = ["F/1.txt", "2.txt", "4.txt", "F/5.txt", "F/7.txt", "8.txt"]
        #expect(try await store.paths(DocumentQuery(favourite: true, order: .name)) == all)
        for order in DocumentQuery.Order.allCases {
          #expect(try await store.all(DocumentQuery(favourite: true, order: order, limit: 4)).count == 6)
        }
        let folder = try FolderPath(parsing: "F")
        let inFolder = DocumentQuery(folder: folder, favourite: true, order: .nameDescending)
        #expect(try await store.paths(inFolder) == ["F/7.txt", "F/5.txt", "F/1.txt"])
        let first = try #require(try await store.document(at: .at("2.txt")))
        _ = try await store.trash(first.id, at: .at(5))
        #expect(try await store.paths(DocumentQuery(favourite: true, trashed: true)) == ["2.txt"])
        #expect(try await store.all(DocumentQuery(favourite: true)).count == 5)
      },
      IndexCheck("a tag of very many documents is listed in pages, once each") { store in
        for number in 0..<1_100 {
          try await store.add("\(number).txt", .sample("many", number % 5 == 0 ? "fifth" : "other"))
        }
        let many = DocumentQuery(tags: [try Tag("Many")], order: .name, limit: 300)
        #expect(try await Set(store.all(many).map(\.id)).count == 1_100)
        let both = DocumentQuery(tags: [try Tag("many"), try Tag("FIFTH")], order: .nameDescending, limit: 7)
        let found = try await store.all(both).map(\.location.name.stem)
        #expect(found == (0..<220).reversed().map { "\($0 * 5)" })
        let text = DocumentQuery(text: "1", tags: [try Tag("many")], limit: 50)
        #expect(try await store.all(text).count == 211)
      },
      IndexCheck("a cursor belongs to its tags and favourites") { store in
        for number in 0..<4 { try await store.add("\(number).txt", .sample("a", "b", favourite: true)) }
        let (a, b) = (try Tag("a"), try Tag("b"))
        let cursor = try await store.documents(DocumentQuery(tags: [a], limit: 2)).next
        for query in [
          DocumentQuery(cursor: cursor), DocumentQuery(tags: [b], cursor: cursor),
          DocumentQuery(tags: [a, b], cursor: cursor),
          DocumentQuery(tags: [a], favourite: true, cursor: cursor),
        ] {
          await expectRefusal(.invalidParameter) { _ = try await store.documents(query) }
        }
        #expect(try await store.documents(DocumentQuery(tags: [a], cursor: cursor)).documents.count == 2)
      },
    ]
  }
}
