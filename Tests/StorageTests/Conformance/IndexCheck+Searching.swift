import DocumentModel
import Foundation
import Testing

extension IndexCheck {
  private static func search(_ text: String?, in store: any CheckedIndex) async throws -> [String] {
    try await store.paths(DocumentQuery(text: text, order: .name))
  }

  static var searching: [IndexCheck] {
    [
      IndexCheck("a text finds the names that have all its words") { store in
        try await store.add(["Annual Report 2024.pdf", "annual plan.txt", "Report_final.docx", "other.txt"])
        #expect(try await search("annual report", in: store) == ["Annual Report 2024.pdf"])
        #expect(try await search("REPORT", in: store) == ["Annual Report 2024.pdf", "Report_final.docx"])
        #expect(try await search("2024", in: store) == ["Annual Report 2024.pdf"])
        #expect(try await search("final", in: store) == ["Report_final.docx"])
        #expect(try await search("pdf", in: store) == ["Annual Report 2024.pdf"])
        #expect(try await search("annual other", in: store).isEmpty)
      },
      IndexCheck("the beginning of a word is enough") { store in
        try await store.add(["Rechnung Mai.pdf", "Rechenschaft.txt"])
        #expect(try await search("rech", in: store).count == 2)
        #expect(try await search("rechn m", in: store) == ["Rechnung Mai.pdf"])
      },
      IndexCheck("case and accents do not matter, on either side") { store in
        try await store.add(["Übersicht Café.pdf", "resume.txt"])
        for text in ["ubersicht", "ÜBERSICHT", "u\u{308}bersicht", "cafe", "CAFÉ"] {
          #expect(try await search(text, in: store) == ["Übersicht Café.pdf"], "\(text)")
        }
        #expect(try await search("résumé", in: store) == ["resume.txt"])
      },
      IndexCheck("an empty text is no condition") { store in
        try await store.add(["a.txt", "b.txt"])
        for text in [nil, "", "   ", "\t\n"] { #expect(try await search(text, in: store).count == 2) }
      },
      IndexCheck("no text is taken for a command") { store in
        try await store.add(["a.txt", "b OR c.txt", "d.txt"])
        let hostile = [
          "\"", "'", "a\" OR \"d", "a OR d", "words:a", "a*", "^a", "a NEAR d", "(a)", "a AND", "-a", "{a}",
          "a;--",
          "\\", "\u{0}", "a\u{0}d", "NOT", String(repeating: "long ", count: 5_000),
        ]
        for text in hostile { #expect(try await search(text, in: store).count <= 3, "\(text.prefix(20))") }
        #expect(try await search("a OR d", in: store).isEmpty)
        #expect(try await search("b or c", in: store) == ["b OR c.txt"])
      },
      IndexCheck("a renamed document is found by its new name only") { store in
        let document = try await store.add(Sample("old.txt"))
        _ = try await store.move(document.id, to: .at("new.txt"), at: .at(1))
        #expect(try await search("new", in: store) == ["new.txt"])
        #expect(try await search("old", in: store).isEmpty)
      },
      IndexCheck("a document in the Trash is found there only") { store in
        let documents = try await store.add(["plan a.txt", "plan b.txt"])
        _ = try await store.trash(documents[0].id, at: .at(1))
        #expect(try await search("plan", in: store) == ["plan b.txt"])
        #expect(try await store.paths(DocumentQuery(text: "plan", trashed: true)) == ["plan a.txt"])
        _ = try await store.restore(documents[0].id, to: .at("plan a.txt"), at: .at(2))
        #expect(try await search("plan", in: store).count == 2)
      },
      IndexCheck("a search with thousands of hits has pages as well") { store in
        try await store.add((0..<1_100).map { "scan \($0).pdf" } + ["other.txt"])
        for order in [DocumentQuery.Order.name, .createdDescending] {
          let found = try await store.all(DocumentQuery(text: "scan", order: order, limit: 700))
          #expect(found.count == 1_100)
          #expect(Set(found.map(\.id)).count == 1_100)
        }
        #expect(try await store.all(DocumentQuery(text: "scan 109", limit: 3)).count == 11)
      },
    ]
  }

  static var events: [IndexCheck] {
    [
      IndexCheck("everything that happens is an event with the document as it was then") { store in
        let document = try await store.add(Sample("a.txt"))
        _ = try await store.setContent(
          of: document.id, to: .sample(2, "two"), fingerprint: .of("f"), expecting: document.sha256)
        _ = try await store.move(document.id, to: .at("b.txt"), at: .at(20.5))
        _ = try await store.trash(document.id, at: .at(30))
        _ = try await store.restore(document.id, to: .at("c.txt"), at: .at(40))
        let events = try await store.events(after: 0, limit: 100)
        #expect(events.map(\.kind) == [.created, .changed, .moved, .deleted, .restored])
        #expect(events.map(\.date) == [.at(0), .at(10), .at(20.5), .at(30), .at(40)])
        #expect(events.map(\.document.version) == [1, 2, 2, 2, 2])
        #expect(
          events.map(\.document.location.relativePath) == ["a.txt", "a.txt", "b.txt", "b.txt", "c.txt"])
        #expect(events.first?.document == document)
        #expect(events.last?.document == (try await store.document(document.id)))
      },
      IndexCheck("events are given from any point on, as many as are asked for") { store in
        try await store.add((0..<10).map { "\($0).txt" })
        let all = try await store.events(after: 0, limit: 100)
        #expect(try await store.lastEvent() == all.last?.sequence)
        #expect(try await store.events(after: all[3].sequence, limit: 2) == Array(all[4...5]))
        #expect(try await store.events(after: all[9].sequence, limit: 5).isEmpty)
        #expect(try await store.events(after: 0, limit: 0).isEmpty)
        #expect(try await store.events(after: .max, limit: 5).isEmpty)
        #expect(try await store.events(after: .min, limit: 1) == [all[0]])
      },
      IndexCheck("events of simultaneous changes have one order without repeats") { store in
        let result = await race(60) { number in try await store.add(Sample("\(number).txt")) }
        #expect(result.wins == 60)
        let sequences = try await store.events(after: 0, limit: 100).map(\.sequence)
        #expect(sequences == sequences.sorted() && Set(sequences).count == 60)
      },
      IndexCheck("a refused change is no event") { store in
        try await store.add(Sample("a.txt"))
        await expectRefusal(.nameTaken) { try await store.add(Sample("a.txt")) }
        await expectRefusal(.notFound) { _ = try await store.trash(DocumentID(), at: .at(1)) }
        #expect(try await store.events(after: 0, limit: 10).count == 1)
      },
    ]
  }
}
