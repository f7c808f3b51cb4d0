/// The log of what happened to documents: the indexes write an event with each change.
///
/// **Threading** and **errors** as in ``DocumentIndex``.
public protocol EventLog: Sendable {
  /// The events after `sequence`, oldest first, at most `limit` entries, as they are at one moment. An unreadable event
  /// is an entry, too: it keeps no listener from reading the other events.
  func eventPage(after sequence: Int64, limit: Int) async throws(DocumentError) -> EventPage
  /// Where the events stand. The epoch stays for as long as the numbers go on, and is a new one whenever they may not: in
  /// an index that is made anew, and in one that comes back from a backup.
  func eventLogState() async throws(DocumentError) -> EventLogState
}

extension EventLog {
  /// Events after `sequence` that can be read, oldest first, from at most `limit` entries.
  public func events(after sequence: Int64, limit: Int) async throws(DocumentError) -> [DocumentEvent] {
    try await eventPage(after: sequence, limit: limit).events
  }

  /// The sequence number of the last event; 0 when nothing ever happened.
  public func lastEvent() async throws(DocumentError) -> Int64 {
    try await eventLogState().last
  }
}
