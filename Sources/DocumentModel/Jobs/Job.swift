public import FoundationEssentials

/// A long-running task as clients see it: kind, progress and outcome.
///
/// ```
///              ┌─────────┐  done        ┌──────────┐
///   start ────▶│ running │─────────────▶│ finished │
///              └─────────┘              └──────────┘
///       suspend │ ▲   │ └── refused ───▶ failed
///        resume ▼ │   │ cancel
///        ┌───────────┐│
///        │ suspended ├┤
///        └───────────┘▼
///              ┌────────────┐  stopped  ┌───────────┐
///              │ cancelling │──────────▶│ cancelled │
///              └────────────┘           └───────────┘
/// ```
/// A download may also begin suspended. A job that is being cancelled or suspended may still finish or fail.
public struct Job: Hashable, Sendable, Identifiable {
  /// The kind of work.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// Files and index are compared.
    case reconcile
    /// Files of a drop folder are taken in.
    case importing = "import"
    /// Data that is no longer needed is removed.
    case cleanUp = "clean-up"
    /// A document is made into a PDF.
    case conversion
    /// Spaced pages of a document are drawn in small.
    case thumbnails
    /// A content of the web becomes a document.
    case download
    /// A web app does something with copies of documents.
    case action
    /// A rule is applied to the documents that are there.
    case rule
  }

  /// The pieces that a job counts.
  public enum Unit: String, Hashable, Sendable, Codable, CaseIterable {
    case items
    case bytes
  }

  /// The content that it fetches, and the document that it makes.
  public struct Transfer: Hashable, Sendable {
    /// The address that was asked for.
    public let url: String
    /// The address that it was led to.
    public var currentURL: String
    /// The document, once it is there.
    public var document: DocumentID?

    /// A transfer that begins.
    public init(url: String) {
      (self.url, currentURL) = (url, url)
    }
  }

  /// The state of a job.
  public enum State: String, Hashable, Sendable, Codable, CaseIterable {
    case running
    case suspended
    case cancelling
    case finished
    case failed
    case cancelled

    /// Whether the job has ended.
    public var isOver: Bool { self == .finished || self == .failed || self == .cancelled }

    /// Whether the job may go on to `next`.
    public func mayBecome(_ next: State) -> Bool {
      switch self {
      case .running: next != .running
      case .suspended: next != .suspended
      case .cancelling: next.isOver
      case .finished, .failed, .cancelled: false
      }
    }
  }

  /// Its number, counted since the server's start.
  public let id: Int
  /// The kind of work.
  public let kind: Kind
  /// The title for users.
  public let title: String
  /// The present state.
  public private(set) var state: State
  /// The number of finished pieces.
  public private(set) var done = 0
  /// The total number of pieces; nil while unknown.
  public private(set) var total: Int?
  /// The time at which it began.
  public let started: Date
  /// The time at which it ended.
  public private(set) var ended: Date?
  /// One sentence about its outcome, for users.
  public private(set) var detail: String?
  /// The reason of its failure, for programs.
  public private(set) var code: DocumentError.Code?
  /// The content that it fetches; nil for other work, which cannot be suspended either.
  public var transfer: Transfer?

  /// The batch by which it changed documents, once that is done; undoing it takes all back.
  public var batch: BatchID?

  /// The unit of ``done`` and ``total``.
  public var unit: Unit { transfer == nil ? .items : .bytes }

  /// A job that begins, or where `isSuspended` rests before it does.
  public init(
    id: Int, kind: Kind, title: String, total: Int? = nil, transfer: Transfer? = nil,
    isSuspended: Bool = false, started: Date
  ) {
    self.id = id
    self.kind = kind
    self.title = title
    self.total = total
    self.transfer = transfer
    state = isSuspended ? .suspended : .running
    self.started = started
  }

  /// Records progress; a smaller number than before has no effect, and none has while it is suspended.
  public mutating func advance(to done: Int, of total: Int? = nil) {
    guard !state.isOver, state != .suspended else { return }
    self.done = max(self.done, done)
    if let total { self.total = max(total, self.done) }
  }

  /// Enters state `next` and returns true; returns false, without effect, where the transition is not allowed.
  public mutating func become(
    _ next: State, at date: Date, detail: String? = nil, code: DocumentError.Code? = nil
  ) -> Bool {
    guard state.mayBecome(next) else { return false }
    state = next
    if next.isOver { (ended, self.detail, self.code) = (date, detail, code) }
    return true
  }
}
