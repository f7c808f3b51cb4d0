import DocumentModel
import Foundation
import Testing

extension DocumentIndex {
  fileprivate func paths() async throws -> [String] {
    try await paths(DocumentQuery(order: .created, limit: 1000))
  }

  fileprivate func move(_ source: String, into target: String, at date: Date = .at(50)) async throws -> Int {
    try await moveFolder(FolderPath(parsing: source), to: FolderPath(parsing: target), at: date)
  }

  fileprivate func deep(_ folder: String, _ order: DocumentQuery.Order = .name) throws -> DocumentQuery {
    var query = DocumentQuery(folder: try FolderPath(parsing: folder), order: order)
    query.isDeep = true
    return query
  }
}

extension IndexCheck {
  static var places: [IndexCheck] {
    [
      IndexCheck("documents are found by their places, many at once") { store in
        let documents = try await store.add(["a.txt", "F/b.txt", "F/G/c.txt", "d.txt"])
        _ = try await store.trash(documents[3].id, at: .at(9))
        let places = try ["F/b.txt", "a.txt", "d.txt", "none.txt", "F/a.txt", "F"].map(Location.at)
        let found = try await store.entries(at: places)
        #expect(Set(found.map(\.document.id)) == [documents[0].id, documents[1].id])
        for entry in found { #expect(try await store.entry(entry.document.id) == entry) }
        #expect(try await store.entries(at: []).isEmpty)
      },
      IndexCheck("places are found whatever is in their names") { store in
        let names = ["Ä.txt", "a\"b'c.txt", "a,b[c].txt", "😀.txt", String(repeating: "n", count: 255)]
        try await store.add(names.map { "F \"x\"/\($0)" })
        let found = try await store.entries(at: names.map { try .at("F \"x\"/\($0)") })
        #expect(Set(found.map(\.document.location.name.description)) == Set(names))
      },
      IndexCheck("a folder is told by the documents directly in it") { store in
        let documents = try await store.add(["a.txt", "F/b.txt", "F/c.txt", "F/G/d.txt", "F/e.txt"])
        _ = try await store.trash(documents[4].id, at: .at(99))
        let folders = try ["", "F", "F/G", "none"].map(FolderPath.init(parsing:))
        let tallies = try await store.tallies(of: folders)
        #expect(tallies.count == 3 && tallies[folders[3]] == nil)
        #expect(tallies[folders[0]] == FolderTally(documents: 1, modified: .at(0)))
        #expect(tallies[folders[1]] == FolderTally(documents: 2, modified: .at(2)))
        #expect(tallies[folders[2]]?.documents == 1)
        #expect(try await store.tallies(of: []).isEmpty)
      },
    ]
  }

  static var deepListing: [IndexCheck] {
    [
      IndexCheck("a folder lists what is below it at any depth, and nothing beside it") { store in
        try await store.add([
          "a.txt", "F/b.txt", "F/G/c.txt", "F 2/d.txt", "FG/e.txt", "F-1/f.txt", "f/g.txt", "F/G/H/h.txt",
        ])
        #expect(try await store.paths(store.deep("F")) == ["F/b.txt", "F/G/c.txt", "F/G/H/h.txt"])
        #expect(try await store.paths(store.deep("F/G")) == ["F/G/c.txt", "F/G/H/h.txt"])
        #expect(try await store.paths(store.deep("none")).isEmpty)
        #expect(try await store.paths(store.deep("")).count == 8)
      },
      IndexCheck("a deep list has every order and pages of any size, few documents or many") { store in
        for number in 0..<1100 {
          let path = "F/\(number % 7)/\(number % 3)/\(number).txt"
          try await store.add(
            Sample(
              path, size: Int64(number / 3), created: .at(Double(number / 4)), modified: .at(Double(-number)))
          )
        }
        for (folder, limits) in [("F", [400]), ("F/3", [1, 50, 157]), ("F/3/1", [52, 53, 54])] {
          for order in DocumentQuery.Order.allCases {
            var query = try store.deep(folder, order)
            query.limit = 1000
            let whole = try await store.all(query)
            #expect(Set(whole.map(\.id)).count == whole.count)
            for limit in limits {
              query.limit = limit
              #expect(try await store.all(query) == whole, "\(folder) \(order) by \(limit)")
            }
          }
        }
        #expect(try await store.all(store.deep("F")).count == 1100)
        #expect(try await store.all(store.deep("F/3")).count == 157)
      },
      IndexCheck("a deep list holds all other conditions, and the Trash has one") { store in
        try await store.add(Sample("F/annual report.pdf", type: .pdf))
        try await store.add(Sample("F/G/annual report.pdf", type: .pdf))
        try await store.add(Sample("F/G/annual report.txt"))
        try await store.add(Sample("G/annual report.pdf", type: .pdf))
        let gone = try await store.add(Sample("F/G/old report.pdf", type: .pdf))
        _ = try await store.trash(gone.id, at: .at(1))
        var query = try store.deep("F")
        (query.types, query.text) = ([.pdf], "report")
        #expect(
          Set(try await store.paths(query)) == ["F/annual report.pdf", "F/G/annual report.pdf"])
        query.trashed = true
        #expect(try await store.paths(query) == ["F/G/old report.pdf"])
      },
      IndexCheck("a cursor of a deep list is not one of the folder's own") { store in
        try await store.add(["F/a.txt", "F/b.txt", "F/G/c.txt"])
        var query = try store.deep("F")
        query.limit = 1
        query.cursor = try await store.documents(query).next
        #expect(query.cursor != nil)
        query.isDeep = false
        let refused = query
        await expectRefusal(.invalidParameter) { _ = try await store.documents(refused) }
      },
    ]
  }

  static var wholeFolders: [IndexCheck] {
    [
      IndexCheck("a folder moves with all that is below it, each with its id and an event") { store in
        let documents = try await store.add(["F/a.txt", "F/G/b.txt", "F 2/c.txt", "FG/d.txt", "e.txt"])
        let last = try await store.lastEvent()
        #expect(try await store.move("F", into: "X/Ünï") == 2)
        #expect(
          try await store.paths() == ["X/Ünï/a.txt", "X/Ünï/G/b.txt", "F 2/c.txt", "FG/d.txt", "e.txt"])
        let events = try await store.events(after: last, limit: 10)
        #expect(events.map(\.kind) == [.moved, .moved])
        #expect(Set(events.map(\.document.id)) == Set(documents[0...1].map(\.id)))
        for event in events {
          #expect(try await store.document(event.document.id) == event.document)
          #expect(event.document.modified == .at(50) && event.document.version == 1)
        }
        #expect(try await store.document(documents[2].id) == documents[2])
      },
      IndexCheck("a folder whose name has letters of several bytes moves whole") { store in
        try await store.add(["Äö😀/x/a.txt", "Äö😀/b.txt"])
        #expect(try await store.move("Äö😀", into: "F") == 2)
        #expect(try await store.paths() == ["F/x/a.txt", "F/b.txt"])
      },
      IndexCheck("a folder is not moved to where documents are, nor into itself") { store in
        try await store.add(["F/a.txt", "G/b.txt", "H/I/c.txt"])
        let before = try await store.paths()
        let last = try await store.lastEvent()
        for target in ["G", "H", "H/I"] {
          await expectRefusal(.nameTaken, "\(target)") { _ = try await store.move("F", into: target) }
        }
        for (source, target) in [("F", "F/x"), ("F", "F"), ("", "X")] {
          await expectRefusal(.folderStays) { _ = try await store.move(source, into: target) }
        }
        #expect(try await store.paths() == before)
        #expect(try await store.lastEvent() == last)
        #expect(try await store.move("none", into: "X") == 0)
      },
      IndexCheck("a folder is not moved so deep that a document could not be read again") { store in
        let inner = (0..<60).map { "\($0)" }.joined(separator: "/")
        try await store.add(["F/\(inner)/a.txt", "G/\(String(repeating: "n", count: 250))/b.txt"])
        await expectRefusal(.invalidName) { _ = try await store.move("F", into: "1/2/3/4/5") }
        let (source, deep) = (try FolderPath(parsing: "F"), try FolderPath(parsing: "1/2/3/4/5"))
        await expectRefusal(.invalidName) { try await store.requireRoom(for: source, in: deep) }
        try await store.requireRoom(for: source, in: FolderPath(parsing: "1/2/3/4"))
        #expect(try await store.move("F", into: "1/2/3/4") == 1)
        let long = (0..<13).map { _ in String(repeating: "x", count: 250) }.joined(separator: "/")
        await expectRefusal(.invalidName) { _ = try await store.move("G", into: long) }
        #expect(
          try await store.paths() == [
            "1/2/3/4/\(inner)/a.txt", "G/\(String(repeating: "n", count: 250))/b.txt",
          ])
      },
      IndexCheck("a document in the Trash keeps its place of origin when its folder moves") { store in
        let document = try await store.add(Sample("F/a.txt"))
        _ = try await store.trash(document.id, at: .at(5))
        #expect(try await store.move("F", into: "G") == 0)
        #expect(try await store.document(document.id)?.location == .at("F/a.txt"))
      },
      IndexCheck("a folder goes to the Trash at one moment, each document with an event") { store in
        let documents = try await store.add(["F/a.txt", "F/G/b.txt", "F 2/c.txt", "F/d.txt"])
        _ = try await store.trash(documents[3].id, at: .at(20))
        let last = try await store.lastEvent()
        let folder = try FolderPath(parsing: "F")
        #expect(try await store.trashFolder(folder, at: .at(30)) == 2)
        #expect(try await store.paths() == ["F 2/c.txt"])
        let events = try await store.events(after: last, limit: 10)
        #expect(events.map(\.kind) == [.deleted, .deleted])
        let ids = documents[0...1].map(\.id)
        #expect(Set(events.map(\.document.id)) == Set(ids))
        #expect(events.allSatisfy { $0.document.trashed == .at(30) })
        #expect(try await store.trashFolder(folder, at: .at(31)) == 0)
        await expectRefusal(.folderStays) { _ = try await store.trashFolder(.top, at: .at(32)) }
      },
      IndexCheck("documents that went to the Trash with a folder are found again, by pages") { store in
        let documents = try await store.add(
          (0..<7).map { "F/\($0 % 2)/\($0).txt" } + ["F 2/x.txt", "F/y.txt"])
        _ = try await store.trash(documents[8].id, at: .at(20))
        let (folder, other) = (try FolderPath(parsing: "F"), try FolderPath(parsing: "F 2"))
        _ = try await store.trashFolder(folder, at: .at(30))
        _ = try await store.trashFolder(other, at: .at(30))
        var found: [Document] = []
        while true {
          let page = try await store.trashed(within: folder, at: .at(30), after: found.last?.id, limit: 3)
          found += page
          if page.isEmpty { break }
        }
        #expect(found.map(\.id.description) == documents[..<7].map(\.id.description).sorted())
        let inner = try await store.trashed(
          within: FolderPath(parsing: "F/1"), at: .at(30), after: nil, limit: 10)
        #expect(inner.count == 3)
        _ = try await store.restore(found[0].id, to: found[0].location, at: .at(40))
        #expect(try await store.trashed(within: folder, at: .at(30), after: nil, limit: 10).count == 6)
        #expect(try await store.trashed(within: folder, at: .at(31), after: nil, limit: 10).isEmpty)
      },
    ]
  }
}
