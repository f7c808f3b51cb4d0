import DocumentModel
import Synchronization

extension InMemoryIndex {
  func save(_ batch: Batch) async throws(DocumentError) {
    try transact { state throws(DocumentError) in
      if let index = state.batches.firstIndex(where: { $0.id == batch.id }) {
        state.batches[index] = batch
      } else {
        state.batches.append(batch)
      }
      let old = Set(state.batches.filter { $0.state == .done }.dropLast(100).map(\.id))
      state.batches.removeAll { old.contains($0.id) }
    }
  }

  func removeBatch(_ id: BatchID) async throws(DocumentError) {
    try transact { $0.batches.removeAll { $0.id == id } }
  }

  func batch(_ id: BatchID) async throws(DocumentError) -> Batch? {
    state.withLock { $0.batches.first { $0.id == id } }
  }

  func batches(limit: Int) async throws(DocumentError) -> [BatchSummary] {
    state.withLock { state in
      Array(state.batches.reversed().filter { $0.state == .done }.map(\.summary).prefix(max(0, limit)))
    }
  }

  func runningBatches() async throws(DocumentError) -> [Batch] {
    state.withLock { $0.batches.reversed().filter { $0.state == .running } }
  }
}
