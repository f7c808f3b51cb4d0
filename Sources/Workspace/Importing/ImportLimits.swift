/// The bounds of contents that are fetched from the web.
public struct ImportLimits: Sendable {
  /// The largest content.
  public var bytes: Int64
  /// The longest time of one import, without the time for which it is suspended.
  public var total = Duration.seconds(6 * 3600)
  /// The time that the sender has before its pace counts.
  public var grace = Duration.seconds(30)
  /// The slowest pace on the average, after the grace.
  public var bytesPerSecond = 1024
  /// The most redirects, one after the other.
  public var redirects = 5
  /// How often a connection that broke is taken up again.
  public var reconnects = 3
  /// The most machines of one name that are tried.
  public var peers = 4
  /// The most imports at a time; others wait.
  public var concurrent = 4
  /// The most of them from one host.
  public var perHost = 2
  /// The most imports that are under way or wait.
  public var waiting = 200
  /// How often an import is begun by servers that end before it has ended.
  public var tries = 3

  /// Bounds for contents of so many bytes at most.
  public init(bytes: Int64) { self.bytes = bytes }
}
