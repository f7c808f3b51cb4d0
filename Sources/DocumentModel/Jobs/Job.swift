public import FoundationEssentials

/// Long work, as seen from outside: what it is, how far it has come, how it ended.
///
/// ```
///              ┌─────────┐  done        ┌──────────┐
///   start ────▶│ running │─────────────▶│ finished │
///              └─────────┘              └──────────┘
///                │  │   └── refused ───▶ failed
///          cancel│  ▼
///              ┌────────────┐  stopped  ┌───────────┐
///              │ cancelling │──────────▶│ cancelled │
///              └────────────┘           └───────────┘
/// ```
/// What is being cancelled may still finish or fail: it was too far.
public struct Job: Hashable, Sendable, Identifiable {
  /// What kind of work it is.
  public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
    /// Files and index are compared.
    case reconcile
    /// Files of a drop folder are taken in.
    case importing = "import"
    /// What nobody needs any more is removed.
    case cleanUp = "clean-up"
  }

  /// Where it stands.
  public enum State: String, Hashable, Sendable, Codable, CaseIterable {
    case running
    case cancelling
    case finished
    case failed
    case cancelled

    /// Whether nothing more will happen.
    public var isOver: Bool { self == .finished || self == .failed || self == .cancelled }

    /// Whether `next` may follow.
    public func mayBecome(_ next: State) -> Bool {
      switch self {
      case .running: next != .running
      case .cancelling: next.isOver
      case .finished, .failed, .cancelled: false
      }
    }
  }

  /// Its number among all since the server's start.
  public let id: Int
  /// What kind of work it is.
  public let kind: Kind
  /// What people read.
  public let title: String
  /// Where it stands.
  public private(set) var state = State.running
  /// How many pieces are done.
  public private(set) var done = 0
  /// How many pieces there are; nil while that is not known.
  public private(set) var total: Int?
  /// When it began.
  public let started: Date
  /// When it was over.
  public private(set) var ended: Date?
  /// One sentence on how it ended.
  public private(set) var detail: String?

  /// A job that begins.
  public init(id: Int, kind: Kind, title: String, total: Int? = nil, started: Date) {
    self.id = id
    self.kind = kind
    self.title = title
    self.total = total
    self.started = started
  }

  /// Notes how far it has come; never back.
  public mutating func advance(to done: Int, of total: Int? = nil) {
    guard !state.isOver else { return }
    self.done = max(self.done, done)
    if let total { self.total = max(total, self.done) }
  }

  /// Goes on to another state; false, and nothing happens, where that may not follow.
  public mutating func become(_ next: State, at date: Date, detail: String? = nil) -> Bool {
    guard state.mayBecome(next) else { return false }
    state = next
    if next.isOver { (ended, self.detail) = (date, detail) }
    return true
  }
}
