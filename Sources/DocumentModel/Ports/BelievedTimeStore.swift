public import FoundationEssentials

/// What a server last took for the time, and for how long a clock has said something else.
public struct BelievedTime: Hashable, Sendable {
  /// What was taken for the time.
  public let date: Date
  /// How long the clock has been far ahead of it while a server ran; zero when it is in step.
  public let ahead: Duration
  /// What was taken for the time before the clock went back, and would be by now; ``date`` where it did not.
  public let latest: Date

  /// A belief from its parts; nil for `latest` where the clock did not go back.
  public init(date: Date, ahead: Duration = .zero, latest: Date? = nil) {
    (self.date, self.ahead, self.latest) = (date, ahead, latest ?? date)
  }
}

/// Keeps what was taken for the time, from one run of a server to the next.
///
/// Threading and errors as in ``MetadataStore``.
public protocol BelievedTimeStore: Sendable {
  /// What was kept last; nil when nothing was, or when it cannot be understood.
  func believedTime() async throws(DocumentError) -> BelievedTime?
  /// Keeps `time` in place of the earlier one; a power cut may bring that back.
  func save(_ time: BelievedTime) async throws(DocumentError)
}
