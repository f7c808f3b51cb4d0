import DocumentModel
import Foundation
import Testing

extension IndexCheck {
  static var eventPages: [IndexCheck] {
    [
      IndexCheck("before anything happened the log is empty, and whole") { store in
        #expect(try await store.eventLogState().last == 0)
        let page = try await store.eventPage(after: 0, limit: 10)
        #expect(page == EventPage(start: 0, entries: []))
        #expect(page.isWhole(after: 0))
      },
      IndexCheck("a page of events begins behind the number that was asked for, while all are kept") {
        store in
        try await store.add((0..<5).map { "\($0).txt" })
        let all = try await store.eventPage(after: 0, limit: 100)
        #expect(all.start == 0 && all.isWhole(after: 0) && all.entries.count == 5)
        let sequence = all.entries[2].sequence
        let rest = try await store.eventPage(after: sequence, limit: 1)
        #expect(rest.start == sequence && rest.entries == [all.entries[3]])
        let beyond = try await store.eventPage(after: .max, limit: 10)
        #expect(beyond.entries.isEmpty && beyond.isWhole(after: .max))
      },
      IndexCheck("a page of no events is one") { store in
        try await store.add(Sample("a.txt"))
        for limit in [0, -1] {
          #expect(try await store.eventPage(after: 0, limit: limit) == EventPage(start: 0, entries: []))
        }
      },
      IndexCheck("the epoch stays while numbers go on, and the last number is that of the last event") {
        store in
        let before = try await store.eventLogState()
        let documents = try await store.add(["a.txt", "b.txt"])
        _ = try await store.trash(documents[0].id, at: .at(5))
        _ = try await store.remove(documents[0].id, trashedAt: .at(5), at: .at(6))
        let after = try await store.eventLogState()
        #expect(after.epoch == before.epoch && after.unmarked == before.unmarked)
        #expect(try await store.eventPage(after: 0, limit: 9).entries.last?.sequence == after.last)
      },
      IndexCheck("a reader of page after page beside writers misses nothing and hears nothing twice") {
        store in
        let writing = Task { await race(60) { number in try await store.add(Sample("\(number).txt")) } }
        var (heard, names): ([Int64], Set<String>) = ([], [])
        for _ in 0..<1_000_000 where names.count < 60 {
          let page = try await store.eventPage(after: heard.last ?? 0, limit: 7)
          #expect(page.isWhole(after: heard.last ?? 0))
          heard += page.events.map(\.sequence)
          names.formUnion(page.events.map(\.document.location.relativePath))
          if page.entries.isEmpty { await Task.yield() }
        }
        #expect(await writing.value.wins == 60)
        #expect(heard.count == 60 && heard == heard.sorted() && Set(heard).count == 60)
      },
    ]
  }
}
