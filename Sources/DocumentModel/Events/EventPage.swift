/// A part of what happened, oldest first.
public struct EventPage: Hashable, Sendable {
  /// One number of the log.
  public enum Entry: Hashable, Sendable {
    /// What happened.
    case event(DocumentEvent)
    /// Something happened, and what it was cannot be read.
    case unreadable(Int64)

    /// Its number.
    public var sequence: Int64 {
      switch self {
      case .event(let event): event.sequence
      case .unreadable(let sequence): sequence
      }
    }
  }

  /// Behind which number the entries begin, without a gap: beyond the one that was asked for when what came next is no
  /// longer kept.
  public let start: Int64
  /// What happened then.
  public let entries: [Entry]

  /// A page from its parts.
  public init(start: Int64, entries: [Entry]) {
    self.start = start
    self.entries = entries
  }

  /// Those that can be read.
  public var events: [DocumentEvent] {
    entries.compactMap { if case .event(let event) = $0 { event } else { nil } }
  }

  /// Whether it tells all that happened after `sequence` up to its end.
  public func isWhole(after sequence: Int64) -> Bool {
    start <= sequence && events.count == entries.count
  }
}
