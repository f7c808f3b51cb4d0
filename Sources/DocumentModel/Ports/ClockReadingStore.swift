public import FoundationEssentials

/// When a server last ran, and for how long it still lets nothing expire.
public struct ClockReading: Hashable, Sendable {
  /// The latest moment that had surely come.
  public let date: Date
  /// How long servers have to run until things expire again; zero when the clock did not leap.
  public let wait: Duration

  /// A reading from its parts.
  public init(date: Date, wait: Duration = .zero) {
    (self.date, self.wait) = (date, wait)
  }
}

/// Keeps the reading of the clock from one run of a server to the next.
///
/// Threading and errors as in ``DocumentIndex``.
public protocol ClockReadingStore: Sendable {
  /// The reading that was kept last; nil when none was, or when it cannot be understood.
  func clockReading() async throws(DocumentError) -> ClockReading?
  /// Keeps `reading` in place of the earlier one; a power cut may bring that back.
  func save(_ reading: ClockReading) async throws(DocumentError)
}
