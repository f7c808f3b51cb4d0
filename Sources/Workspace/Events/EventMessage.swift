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
  /// The id behind which it begins: all later events follow, and no earlier one.
  public let start: EventID
  private let first: EventMessage?

  /// Whether it begins with a reset, after which `start` counts.
  public var beginsWithReset: Bool { first != nil }

  init(_ hub: EventHub, after sequence: Int64, first: EventMessage? = nil) {
    self.hub = hub
    self.start = EventID(epoch: hub.epoch, sequence: sequence)
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
    AsyncIterator(hub: hub, reached: start.sequence, messages: first.map { [$0] } ?? [])
  }
}
