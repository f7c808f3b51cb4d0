import DocumentModel
import Synchronization

/// How far batches are taken back that could not be to their end, for as long as the server runs.
///
/// The store goes on changing: a later try must do no more than what is left, and must know what the batch's own
/// steps had made of documents. Safe from any thread.
final class InterruptedBatches: Sendable {
  struct Rest: Sendable {
    let count: Int
    let current: [DocumentID: Document]
  }

  private let rests = Mutex<[BatchID: Rest]>([:])

  subscript(id: BatchID) -> Rest? {
    get { rests.withLock { $0[id] } }
    set { rests.withLock { $0[id] = newValue } }
  }
}
