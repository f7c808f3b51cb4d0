public import DocumentModel

/// What a listener of an ``EventHub`` hears.
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

/// A listener's stream, from ``EventHub/listen(after:)``.
public struct EventListening: Sendable {
  /// Why it does not go on where the listener was, to be heeded before anything else; nil when it does.
  public let reset: EventReset?
  /// What it hears, for as long as the stream is read.
  public let messages: AsyncStream<EventMessage>
}
