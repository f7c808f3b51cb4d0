import DocumentModel
import Foundation
import Testing

extension IndexCheck {
  /// Twelve documents in which every order has ties.
  private static func fill(_ store: any CheckedIndex) async throws -> [Document] {
    var added: [Document] = []
    for number in 0..<12 {
      added.append(
        try await store.add(
          Sample(
            "\(number % 2)/Name \(number / 2).txt", content: "\(number)", size: Int64(number / 3),
            created: .at(Double(number / 4)), modified: .at(Double(100 - number / 5)))))
    }
    return added
  }

  private static func sorted(_ documents: [Document], _ order: DocumentQuery.Order) -> [Document] {
    let ascending = documents.sorted { one, other in
      switch order {
      case .name, .nameDescending:
        (one.location.name, one.id.description) < (other.location.name, other.id.description)
      case .modified, .modifiedDescending:
        (one.modified, one.id.description) < (other.modified, other.id.description)
      case .created, .createdDescending:
        (one.created, one.id.description) < (other.created, other.id.description)
      case .size, .sizeDescending: (one.size, one.id.description) < (other.size, other.id.description)
      case .type, .typeDescending, .tags, .tagsDescending:
        (one.location.name, one.id.description) < (other.location.name, other.id.description)
      case .folder, .folderDescending:
        (one.location.folder.description, one.location.name, one.id.description)
          < (other.location.folder.description, other.location.name, other.id.description)
      }
    }
    return order.rawValue.hasPrefix("-") ? ascending.reversed() : ascending
  }

  static var listing: [IndexCheck] {
    [
      IndexCheck("a list of one content has those documents alone, with any other condition") { store in
        for (path, content) in [
          ("F/a.txt", "same"), ("b.txt", "same"), ("F/G/c.txt", "same"), ("d.txt", "other"),
        ] {
          try await store.add(Sample(path, content: content))
        }
        func names(_ change: (inout DocumentQuery) throws -> Void) async throws -> [String] {
          var query = DocumentQuery(order: .name)
          query.content = .of("same")
          try change(&query)
          return try await store.documents(query).documents.map(\.location.name.description)
        }
        #expect(try await names { _ in } == ["a.txt", "b.txt", "c.txt"])
        #expect(try await names { $0.order = .nameDescending } == ["c.txt", "b.txt", "a.txt"])
        #expect(try await names { $0.folder = try FolderPath(parsing: "F") } == ["a.txt"])
        #expect(
          try await names {
            $0.folder = try FolderPath(parsing: "F")
            $0.isDeep = true
          } == ["a.txt", "c.txt"])
        #expect(try await names { $0.text = "b" } == ["b.txt"])
        #expect(try await names { $0.tags = [try Tag("none")] } == [])
        #expect(try await names { $0.content = .of("neither") } == [])
      },
      IndexCheck("a list is in the order of types, folders or tags, and then of names") { store in
        let (pdf, text) = (TypeIdentifier.pdf, TypeIdentifier.plainText)
        for (path, type, metadata) in [
          ("b/a.txt", pdf, try DocumentMetadata.sample("Zoo")), ("B/b.txt", text, .none),
          ("a/d.txt", text, try .sample("art", "Zoo")), ("a/c.txt", pdf, .none),
          ("e.txt", pdf, try .sample("Art")), ("a b/f.txt", text, try .sample("zoo")),
        ] {
          var sample = try Sample(path, content: path, type: type)
          sample.document.metadata = metadata
          try await store.add(sample)
        }
        func names(_ order: DocumentQuery.Order) async throws -> String {
          var (query, names) = (DocumentQuery(order: order, limit: 2), "")
          repeat {
            let page = try await store.documents(query)
            names += page.documents.map(\.location.name.stem).joined()
            query.cursor = page.next
          } while query.cursor != nil
          return names
        }
        for (order, wanted) in [
          (DocumentQuery.Order.type, "acebdf"), (.folder, "ecdfab"), (.tags, "edafbc"),
        ] {
          #expect(try await names(order) == wanted)
          let reversed = try #require(DocumentQuery.Order(rawValue: "-" + order.rawValue))
          #expect(try await names(reversed) == String(wanted.reversed()))
        }
      },
      IndexCheck("a list is in the order that is asked for, ties by id") { store in
        let documents = try await fill(store)
        for order in DocumentQuery.Order.allCases {
          let found = try await store.documents(DocumentQuery(order: order)).documents
          #expect(found == sorted(documents, order), "\(order)")
        }
      },
      IndexCheck("names are in the order that people expect") { store in
        let expected = [
          "1.txt", "2.txt", "10.txt", "Äpfel.txt", "apfelbaum.txt", "B.txt", "page 2 a.pdf", "page 2 b.pdf",
          "Page 010.pdf", "page 11.pdf", "report.pdf", "report 2.pdf", "Report 10.pdf", "zoë.txt",
          "Zoltan.txt",
        ]
        try await store.add(expected.shuffled())
        #expect(try await store.paths(DocumentQuery(order: .name)) == expected)
        #expect(try await store.paths(DocumentQuery(order: .nameDescending)) == expected.reversed())
      },
      IndexCheck("a folder lists only what lies directly in it") { store in
        try await store.add(["a.txt", "F/b.txt", "F/G/c.txt", "F 2/d.txt", "FG/e.txt", "f/g.txt"])
        func paths(_ folder: String) async throws -> [String] {
          try await store.paths(DocumentQuery(folder: FolderPath(parsing: folder), order: .name))
        }
        #expect(try await paths("") == ["a.txt"])
        #expect(try await paths("F") == ["F/b.txt"])
        #expect(try await paths("F/G") == ["F/G/c.txt"])
        #expect(try await paths("none").isEmpty)
      },
      IndexCheck("only documents of the types that are asked for are listed") { store in
        try await store.add(Sample("a.txt"))
        try await store.add(Sample("b.pdf", type: .pdf))
        try await store.add(Sample("c.svg", type: .svg))
        func paths(_ types: Set<TypeIdentifier>?) async throws -> [String] {
          try await store.paths(DocumentQuery(types: types, order: .name))
        }
        #expect(try await paths([.pdf]) == ["b.pdf"])
        #expect(try await paths([.pdf, .svg, .board]) == ["b.pdf", "c.svg"])
        #expect(try await paths([]).isEmpty)
        #expect(try await paths(nil).count == 3)
        let many = Set((0..<2_000).compactMap { TypeIdentifier("com.example.t\($0)") }).union([.svg])
        #expect(try await paths(many) == ["c.svg"])
      },
      IndexCheck("all conditions of a query hold at once") { store in
        try await store.add(Sample("F/annual report.pdf", type: .pdf))
        try await store.add(Sample("F/annual report.txt"))
        try await store.add(Sample("F/annual plan.pdf", type: .pdf))
        try await store.add(Sample("G/annual report.pdf", type: .pdf))
        let gone = try await store.add(Sample("F/old report.pdf", type: .pdf))
        _ = try await store.trash(gone.id, at: .at(1))
        var query = DocumentQuery(folder: try FolderPath(parsing: "F"), types: [.pdf], text: "report")
        for order in DocumentQuery.Order.allCases {
          query.order = order
          #expect(try await store.paths(query) == ["F/annual report.pdf"])
        }
        query.trashed = true
        #expect(try await store.paths(query) == ["F/old report.pdf"])
      },
      IndexCheck("the Trash has every order too") { store in
        for document in try await fill(store) { _ = try await store.trash(document.id, at: .at(500)) }
        let trashed = try await store.documents(DocumentQuery(trashed: true)).documents
        for order in DocumentQuery.Order.allCases {
          let found = try await store.all(DocumentQuery(trashed: true, order: order, limit: 5))
          #expect(found == sorted(trashed, order), "\(order)")
        }
      },
    ]
  }

  static var paging: [IndexCheck] {
    [
      IndexCheck("pages of any size together are the list, once each") { store in
        let documents = try await fill(store)
        for order in DocumentQuery.Order.allCases {
          for limit in [1, 2, 5, 11, 12, 13] {
            let found = try await store.all(DocumentQuery(order: order, limit: limit))
            #expect(found == sorted(documents, order), "\(order) by \(limit)")
          }
        }
      },
      IndexCheck("the last page says that it is the last, also when it is full") { store in
        _ = try await fill(store)
        #expect(try await store.documents(DocumentQuery(limit: 12)).next == nil)
        #expect(try await store.documents(DocumentQuery(limit: 11)).next != nil)
      },
      IndexCheck("documents that come and go between pages neither repeat nor hide others") { store in
        let documents = try await store.add((10..<20).map { "\($0).txt" })
        var query = DocumentQuery(order: .name, limit: 4)
        let first = try await store.documents(query)
        #expect(first.documents.map(\.id) == documents[0..<4].map(\.id))
        try await store.add(["05.txt", "13 b.txt", "15 b.txt"])
        _ = try await store.trash(documents[3].id, at: .at(50))
        _ = try await store.trash(documents[4].id, at: .at(50))
        query.cursor = first.next
        query.limit = 100
        #expect(
          try await store.paths(query) == [
            "13 b.txt", "15.txt", "15 b.txt", "16.txt", "17.txt", "18.txt", "19.txt",
          ])
      },
      IndexCheck("a cursor outlives the document that it was given for") { store in
        let documents = try await store.add(["a.txt", "b.txt", "c.txt"])
        var query = DocumentQuery(order: .name, limit: 2)
        query.cursor = try await store.documents(query).next
        _ = try await store.move(documents[1].id, to: .at("z.txt"), at: .at(9))
        #expect(try await store.paths(query) == ["c.txt", "z.txt"])
      },
      IndexCheck("a cursor of another query is refused") { store in
        _ = try await fill(store)
        let cursor = try await store.documents(DocumentQuery(limit: 3)).next
        let folder = try FolderPath(parsing: "0")
        let others = [
          DocumentQuery(order: .name, cursor: cursor), DocumentQuery(folder: .top, cursor: cursor),
          DocumentQuery(folder: folder, cursor: cursor), DocumentQuery(types: [.plainText], cursor: cursor),
          DocumentQuery(text: "name", cursor: cursor), DocumentQuery(trashed: true, cursor: cursor),
        ]
        for other in others {
          await expectRefusal(.invalidParameter) { _ = try await store.documents(other) }
        }
        #expect(try await store.documents(DocumentQuery(cursor: cursor, limit: 100)).documents.count == 9)
      },
      IndexCheck("a cursor that the index never gave out is refused") { store in
        _ = try await fill(store)
        let inventions = [
          "", "x", "1", "e30", "%00", "../..", "eyJxIjoiIiwiayI6MSwiaSI6IiJ9",
          String(repeating: "A", count: 100_000),
          "漢字", "====", "null",
        ]
        for cursor in inventions {
          await expectRefusal(.invalidParameter) {
            _ = try await store.documents(DocumentQuery(cursor: cursor))
          }
        }
      },
      IndexCheck("a page of nothing is refused") { store in
        for limit in [0, -1, .min] {
          await expectRefusal(.invalidParameter) {
            _ = try await store.documents(DocumentQuery(limit: limit))
          }
        }
      },
    ]
  }
}
