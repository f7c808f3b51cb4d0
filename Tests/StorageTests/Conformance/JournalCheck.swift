import DocumentModel
import Foundation
import Testing

extension Batch {
  /// A batch of one step of each kind.
  fileprivate static func sample(_ number: Int, author: String? = nil) throws -> Batch {
    let document = try Sample("a.txt").document
    let actions: [BatchStep.Action] = [
      .move(from: try .at("a.txt"), to: try .at("F/ü.txt")), .trash(from: try .at("F/ü.txt")),
      .restore(to: try .at("b.txt")), .copy(of: document.id, content: .of("x"), to: try .at("c.txt")),
      .setMetadata(before: .none, after: try .sample("a", favourite: true, note: "n\n", handler: "h")),
    ]
    return Batch(
      created: .at(Double(number) + 0.000001), author: author, undoes: author == nil ? nil : BatchID(),
      operations: [Operation(.move, document.id), Operation(.copy, DocumentID())],
      steps: actions.map { BatchStep(operation: 1, document: document.id, $0) })
  }

  fileprivate func done(_ after: [Document] = []) -> Batch {
    var done = self
    (done.state, done.after) = (.done, after)
    return done
  }
}

typealias JournalCheck = PortCheck<any BatchJournal>

extension JournalCheck {
  static var all: [JournalCheck] {
    [
      JournalCheck("a batch comes back as it was kept, running and done") { store in
        let batch = try Batch.sample(1, author: "ann")
        #expect(try await store.batch(batch.id) == nil)
        try await store.save(batch)
        #expect(try await store.batch(batch.id) == batch)
        #expect(try await store.runningBatches() == [batch])
        #expect(try await store.batches(limit: 9).isEmpty)
        var document = try Sample("a.txt", created: .at(0.25)).document
        document.metadata = try .sample("a")
        let done = batch.done([document])
        try await store.save(done)
        #expect(try await store.batch(batch.id) == done)
        #expect(try await store.runningBatches().isEmpty)
        #expect(try await store.batches(limit: 9) == [done.summary])
        #expect(done.summary.operationCount == 2 && done.summary.undoes == batch.undoes)
      },
      JournalCheck("batches are listed with the last one first") { store in
        let batches = try (0..<5).map { try Batch.sample($0) }
        for batch in batches { try await store.save(batch) }
        #expect(try await store.runningBatches().map(\.id) == batches.reversed().map(\.id))
        for batch in batches { try await store.save(batch.done()) }
        #expect(try await store.batches(limit: 2).map(\.id) == [batches[4].id, batches[3].id])
        #expect(try await store.batches(limit: 0).isEmpty)
        #expect(try await store.batches(limit: -1).isEmpty)
      },
      JournalCheck("the last hundred batches stay, and all that run") { store in
        let running = try Batch.sample(0)
        try await store.save(running)
        let batches = try (1...103).map { try Batch.sample($0) }
        for batch in batches { try await store.save(batch.done()) }
        #expect(try await store.batches(limit: 999).map(\.id) == batches.suffix(100).reversed().map(\.id))
        #expect(try await store.batch(batches[2].id) == nil)
        #expect(try await store.runningBatches() == [running])
      },
      JournalCheck("a batch is forgotten, once and for all") { store in
        let (batch, other) = (try Batch.sample(1), try Batch.sample(2))
        for batch in [batch, other] { try await store.save(batch) }
        try await store.removeBatch(batch.id)
        try await store.removeBatch(batch.id)
        #expect(try await store.batch(batch.id) == nil)
        #expect(try await store.runningBatches() == [other])
      },
    ]
  }
}
