public import FoundationEssentials

/// Many operations as one step: all of them are done or none, and one undo takes all back.
///
/// ```
///             all steps done
///   running ──────────────────► done
///      │ a step was refused, or the server ended
///      ▼
///   its steps are taken back, and it is forgotten
/// ```
/// The batch is recorded before its first step, so that the next start of the server can take its steps back. Undoing a
/// batch is another batch, of the inverse steps in the opposite order; it can be undone as well.
public struct Batch: Hashable, Sendable, Codable, Identifiable {
  /// The progress of a batch.
  public enum State: String, Hashable, Sendable, Codable {
    case running
    case done
  }

  /// The kind of an operation.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    case move
    case trash
    case restore
    case copy
    case setMetadata = "mark"

    /// The kind of the operation that undoes it.
    public var inverse: Kind {
      switch self {
      case .move: .move
      case .setMetadata: .setMetadata
      case .trash: .restore
      case .restore, .copy: .trash
      }
    }
  }

  /// One operation, as a client asked for it.
  public struct Operation: Hashable, Sendable, Codable {
    /// The kind of the operation.
    public let kind: Kind
    /// The document that it changes; for a copy, the new document.
    public let document: DocumentID

    /// An operation from its parts.
    public init(_ kind: Kind, _ document: DocumentID) {
      self.kind = kind
      self.document = document
    }
  }

  /// The largest number of operations; batches with more are refused.
  public static let maximumOperations = 1000

  /// Its name.
  public let id: BatchID
  /// The progress of the batch.
  public var state = State.running
  /// The time at which it began.
  public let created: Date
  /// The name of the token or session that asked for it.
  public let author: String?
  /// The batch that this one undoes; nil for one that undoes none.
  public let undoes: BatchID?
  /// The rules that asked for it; nil for a batch of a person or a program.
  public let rules: [RuleID]?
  /// The operations, in the order of the request.
  public let operations: [Operation]
  /// The steps, in the order of execution.
  public let steps: [BatchStep]
  /// The affected documents after the batch, each once; empty until it is done.
  public var after: [Document] = []

  /// A batch that is about to begin.
  public init(
    id: BatchID = BatchID(), created: Date, author: String?, undoes: BatchID? = nil, rules: [RuleID]? = nil,
    operations: [Operation], steps: [BatchStep]
  ) {
    self.id = id
    self.created = created
    self.author = author
    self.undoes = undoes
    self.rules = rules
    self.operations = operations
    self.steps = steps
  }

  /// The operations that undo this batch, and their steps.
  public var inverse: (operations: [Operation], steps: [BatchStep]) {
    let operations = operations.reversed().map { Operation($0.kind.inverse, $0.document) }
    let steps = steps.reversed().map { $0.inverse(operation: operations.count + 1 - $0.operation) }
    return (operations, steps)
  }

  /// The same batch reduced to its first `count` steps, which are to be taken back.
  public func firstSteps(_ count: Int) -> Batch {
    Batch(
      id: id, created: created, author: author, undoes: undoes, rules: rules, operations: operations,
      steps: Array(steps.prefix(count)))
  }

  /// The batch as lists show it.
  public var summary: BatchSummary {
    BatchSummary(
      id: id, state: state, created: created, author: author, undoes: undoes, rules: rules,
      operationCount: operations.count)
  }
}

/// A batch without its operations.
public struct BatchSummary: Hashable, Sendable, Codable {
  /// Its name.
  public let id: BatchID
  /// The progress of the batch.
  public let state: Batch.State
  /// The time at which it began.
  public let created: Date
  /// The name of the token or session that asked for it.
  public let author: String?
  /// The batch that this one undoes.
  public let undoes: BatchID?
  /// The rules that asked for it; nil for a batch of a person or a program.
  public let rules: [RuleID]?
  /// The number of operations.
  public let operationCount: Int
}

/// The name of a batch.
public typealias BatchID = Identifier<Batch>
