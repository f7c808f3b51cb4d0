/// The journal of batches: what each of them does, step by step, so that it can be taken back.
///
/// **Atomicity**, **threading** and **errors** as in ``DocumentIndex``.
public protocol BatchJournal: Sendable {
  /// Keeps a batch, in place of what was kept under its id. Of those that are done the last hundred stay.
  func save(_ batch: Batch) async throws(DocumentError)
  /// Forgets a batch; nothing happens when there is none of this name.
  func removeBatch(_ id: BatchID) async throws(DocumentError)
  /// The batch of this name; nil when there is none (any more).
  func batch(_ id: BatchID) async throws(DocumentError) -> Batch?
  /// The batches that are done, the one that was begun last first, at most `limit`.
  func batches(limit: Int) async throws(DocumentError) -> [BatchSummary]
  /// The batches that were begun and not done, the one that was begun last first.
  func runningBatches() async throws(DocumentError) -> [Batch]
}
