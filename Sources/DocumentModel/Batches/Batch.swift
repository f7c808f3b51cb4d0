public import FoundationEssentials

/// Many operations that are one step: all of them are done, or none, and they are undone as one.
///
/// ```
///             all steps done
///   running ──────────────────► done
///      │ a step was refused, or the server ended
///      ▼
///   its steps are taken back, and it is forgotten
/// ```
/// The batch is kept before its first step, so that whoever starts next knows what to take back. Undoing a batch is
/// another batch, of the inverse steps in the opposite order; that can be undone as well.
public struct Batch: Hashable, Sendable, Codable, Identifiable {
  /// How far it has come.
  public enum State: String, Hashable, Sendable, Codable {
    case running
    case done
  }

  /// What an operation does.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    case move
    case trash
    case restore
    case copy
    case mark

    /// What undoes it.
    public var inverse: Kind {
      switch self {
      case .move: .move
      case .mark: .mark
      case .trash: .restore
      case .restore, .copy: .trash
      }
    }
  }

  /// One operation, as a client asked for it.
  public struct Operation: Hashable, Sendable, Codable {
    /// What it does.
    public let kind: Kind
    /// The document that it changes; for a copy, the one that it makes.
    public let document: DocumentID

    /// An operation from its parts.
    public init(_ kind: Kind, _ document: DocumentID) {
      self.kind = kind
      self.document = document
    }
  }

  /// More operations than this are refused.
  public static let maximumOperations = 1000

  /// Its name.
  public let id: BatchID
  /// How far it has come.
  public var state = State.running
  /// When it began.
  public let created: Date
  /// Who asked, by the name of their token or session.
  public let author: String?
  /// The batch that this one undoes; nil for one that undoes none.
  public let undoes: BatchID?
  /// The operations, in the order in which they were asked for.
  public let operations: [Operation]
  /// The steps, in the order in which they are done.
  public let steps: [BatchStep]
  /// The documents that it is about as they were after it, each once; empty until it is done.
  public var after: [Document] = []

  /// A batch that is about to begin.
  public init(
    id: BatchID = BatchID(), created: Date, author: String?, undoes: BatchID? = nil, operations: [Operation],
    steps: [BatchStep]
  ) {
    self.id = id
    self.created = created
    self.author = author
    self.undoes = undoes
    self.operations = operations
    self.steps = steps
  }

  /// The operations that undo this batch, and their steps.
  public var inverse: (operations: [Operation], steps: [BatchStep]) {
    let operations = operations.reversed().map { Operation($0.kind.inverse, $0.document) }
    let steps = steps.reversed().map { $0.inverse(operation: operations.count + 1 - $0.operation) }
    return (operations, steps)
  }

  /// The same batch, of whose steps only the first `count` are left to be taken back.
  public func firstSteps(_ count: Int) -> Batch {
    Batch(
      id: id, created: created, author: author, undoes: undoes, operations: operations,
      steps: Array(steps.prefix(count)))
  }

  /// What lists say of it.
  public var summary: BatchSummary {
    BatchSummary(
      id: id, state: state, created: created, author: author, undoes: undoes, operationCount: operations.count
    )
  }
}

/// A batch without its operations.
public struct BatchSummary: Hashable, Sendable, Codable {
  /// Its name.
  public let id: BatchID
  /// How far it has come.
  public let state: Batch.State
  /// When it began.
  public let created: Date
  /// Who asked.
  public let author: String?
  /// The batch that this one undoes.
  public let undoes: BatchID?
  /// How many operations it has.
  public let operationCount: Int
}
