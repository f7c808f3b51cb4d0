/// A run of events, oldest first.
public struct EventPage: Hashable, Sendable {
  /// One number of the log.
  public enum Entry: Hashable, Sendable {
    /// A readable event.
    case event(DocumentEvent)
    /// The number of an event whose record cannot be read.
    case unreadable(Int64)

    /// The number of the entry.
    public var sequence: Int64 {
      switch self {
      case .event(let event): event.sequence
      case .unreadable(let sequence): sequence
      }
    }
  }

  /// The number after which the entries follow without a gap; larger than the requested one when older events were
  /// discarded.
  public let start: Int64
  /// The entries, in order of their numbers.
  public let entries: [Entry]

  /// A page from its parts.
  public init(start: Int64, entries: [Entry]) {
    self.start = start
    self.entries = entries
  }

  /// The readable events.
  public var events: [DocumentEvent] {
    entries.compactMap { if case .event(let event) = $0 { event } else { nil } }
  }

  /// Whether the page has every event after `sequence` up to its end.
  public func isWhole(after sequence: Int64) -> Bool {
    start <= sequence && events.count == entries.count
  }
}
