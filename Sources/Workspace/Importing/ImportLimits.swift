/// The bounds of contents that are fetched from the web.
public struct ImportLimits: Sendable {
  /// The largest content.
  public var bytes: Int64
  /// The longest time of one import, without the time for which it is suspended.
  public var total = Duration.seconds(6 * 3600)
  /// The longest silence of the sender: before the head, and in the body.
  public var gap = Duration.seconds(30)
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

  /// Bounds for contents of so many bytes at most; what an operator chose in place of a default is not nil.
  ///
  /// A sender that may be silent for long may also be slow for so long. Where more of one host may come than at all, so
  /// many come.
  public init(bytes: Int64, gap: Duration? = nil, total: Duration? = nil, perHost: Int? = nil) {
    self.bytes = bytes
    if let gap { (self.gap, grace) = (gap, max(grace, gap)) }
    if let total { self.total = total }
    if let perHost { (self.perHost, concurrent) = (perHost, max(concurrent, perHost)) }
  }
}
