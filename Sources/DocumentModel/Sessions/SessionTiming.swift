/// When a session saves by itself, and when it is given up (spec documents UID-6).
public struct SessionTiming: Hashable, Sendable {
  /// So long after the last change: a pause between two strokes is no reason.
  public var quiet = Duration.seconds(1)
  /// No longer than this after the first change.
  public var longest = Duration.seconds(5)
  /// The pause between two saves of one session, doubled from save to save while somebody goes on working.
  ///
  /// So an hour of work is a hundred versions and not a thousand; what is handed over is durable before that.
  public var spacing = Duration.seconds(2)
  /// The longest such pause.
  public var longestSpacing = Duration.seconds(30)
  /// After so long without a save the pauses are short again.
  public var rest = Duration.seconds(60)
  /// The first wait after a save that failed: doubled from failure to failure.
  public var retry = Duration.seconds(1)
  /// The longest such wait.
  public var longestRetry = Duration.seconds(60)
  /// A client of which nothing was heard for so long is gone.
  public var lifetime = Duration.seconds(600)

  /// The usual times.
  public static let standard = SessionTiming()
}
