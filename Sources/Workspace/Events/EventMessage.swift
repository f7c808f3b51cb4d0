public import DocumentModel

/// A message to a listener of an ``EventHub``.
public enum EventMessage: Hashable, Sendable {
  /// Something happened.
  case event(DocumentEvent)
  /// Something happened that cannot be told: all that was read before is to be read anew.
  case reset(EventReset)

  /// Behind which number it leaves who hears it.
  var sequence: Int64 {
    switch self {
    case .event(let event): event.sequence
    case .reset(let reset): reset.id.sequence
    }
  }
}

/// All that a listener of an ``EventHub`` hears, one after the other and however slowly it takes them; from
/// ``EventHub/listen(after:)``.
///
/// Ends when the task is cancelled that reads it.
public struct EventFeed: AsyncSequence, Sendable {
  private let hub: EventHub
  private let start: Int64
  private let first: EventMessage?

  init(_ hub: EventHub, after start: Int64, first: EventMessage? = nil) {
    self.hub = hub
    self.start = start
    self.first = first
  }

  /// Takes one message after the other.
  public struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let hub: EventHub
    fileprivate var reached: Int64
    fileprivate var messages: ArraySlice<EventMessage>

    /// The next message, waiting for it; nil once the task is cancelled.
    public mutating func next() async -> EventMessage? {
      if messages.isEmpty { messages = await hub.next(after: reached)[...] }
      guard let message = messages.popFirst() else { return nil }
      reached = message.sequence
      return message
    }
  }

  /// A reader of its own, from the beginning.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(hub: hub, reached: start, messages: first.map { [$0] } ?? [])
  }
}
