/// The times of automatic saving, and the lifetime of a session (spec documents UID-6).
public struct SessionTiming: Hashable, Sendable {
  /// The wait after the last change before a save; longer than the pause between two strokes.
  public var quiet = Duration.seconds(1)
  /// The longest wait after the first change.
  public var longest = Duration.seconds(5)
  /// The pause between two saves of one session, doubled from save to save while changes continue.
  ///
  /// An hour of work so gives a hundred versions instead of a thousand; drafts are durable before that.
  public var spacing = Duration.seconds(2)
  /// The longest such pause.
  public var longestSpacing = Duration.seconds(30)
  /// The time without a save after which the pauses are short again.
  public var rest = Duration.seconds(60)
  /// The first wait after a failed save, doubled from failure to failure.
  public var retry = Duration.seconds(1)
  /// The longest wait after a failed save.
  public var longestRetry = Duration.seconds(60)
  /// The time without a sign of the client after which its session ends.
  public var lifetime = Duration.seconds(600)

  /// The default times.
  public static let standard = SessionTiming()
}
