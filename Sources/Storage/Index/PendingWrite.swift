import DocumentModel
import GRDB
import Synchronization

/// A write that waits for its turn in a ``GroupCommit``.
protocol PendingWrite: Sendable {
  /// Whether it does something outside the database, which is not taken back: then it is attempted once, after all before
  /// it is durable.
  var reachesOut: Bool { get }
  /// Writes; called again when the transaction that it shared was taken back.
  func attempt(_ database: Database) throws
  /// Tells who waits for it what became of it: nil when it is durable.
  func settle(refusal: (any Error)?)
}

/// A write that gives a value.
///
/// Used on the thread of the writer alone.
final class ValuedWrite<Value: Sendable>: PendingWrite {
  let reachesOut: Bool
  private let body: @Sendable (Database) throws -> Value
  private let completion: @Sendable (Result<Value, any Error>) -> Void
  private let written = Mutex<Value?>(nil)

  init(
    reachingOut reachesOut: Bool = false, _ body: @escaping @Sendable (Database) throws -> Value,
    completion: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    self.reachesOut = reachesOut
    self.body = body
    self.completion = completion
  }

  func attempt(_ database: Database) throws {
    let value = try body(database)
    written.withLock { $0 = value }
  }

  func settle(refusal: (any Error)?) {
    if let refusal { return completion(.failure(refusal)) }
    guard let value = written.withLock(\.self) else {
      return completion(.failure(DocumentError(.storageFailed, "the index lost what was written")))
    }
    completion(.success(value))
  }
}
