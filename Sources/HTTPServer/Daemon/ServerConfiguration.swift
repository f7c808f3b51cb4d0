import Glibc

/// Where a server listens and how much it takes.
public struct ServerConfiguration: Sendable {
  /// The address to listen on: an IPv4 or IPv6 literal, or a name.
  ///
  /// The default is this machine only.
  public var host: String
  /// The port; 0 takes a free one, which ``Server/start()`` returns.
  ///
  /// The default is 8080.
  public var port: Int
  /// How many threads serve connections; the default is one per core.
  ///
  /// Handlers run on them up to their first wait at most.
  public var threads: Int
  /// What one client, and all of them, may ask for.
  public var limits: ServerLimits
  /// Whether each answered request is logged at level info; the default is true.
  public var logsRequests: Bool

  /// A configuration; every value has a default that suits a small server.
  public init(
    host: String = "127.0.0.1", port: Int = 8080, threads: Int = Self.coreCount,
    limits: ServerLimits = ServerLimits(), logsRequests: Bool = true
  ) {
    self.host = host
    self.port = port
    self.threads = threads
    self.limits = limits
    self.logsRequests = logsRequests
  }

  /// The number of cores that this process may use.
  public static var coreCount: Int { max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN))) }
}

/// What one client, and all of them, may ask for.
public struct ServerLimits: Sendable {
  /// The largest header section, in bytes, request line included.
  ///
  /// The default is 16 KiB.
  public var headerBytes: Int
  /// How many connections there may be.
  ///
  /// For one more, the one that has kept the server waiting longest is ended: for a head, for a body that lags, or
  /// for its next request. While none has for a second, more wait to be accepted. The default is 4096.
  public var connections: Int
  /// How many connections one address may have; more are closed at once.
  ///
  /// 0 is no limit, the default, because behind a proxy all clients have one address.
  public var connectionsPerAddress: Int
  /// How long a connection may be silent, in whole seconds, while the server waits for it; also how long it may
  /// take in nothing of what is sent to it.
  ///
  /// The time that a handler takes does not count, nor that of an idle event stream. The default is 60 s.
  public var idle: Duration
  /// How long the head of a request may take, from its first byte to its last; that of a connection's first request
  /// counts from when it was accepted.
  ///
  /// Answered 408 when the request line was read. The default is 15 s.
  public var head: Duration
  /// How long a body may be slower than ``bodyBytesPerSecond``; answered 408 after that.
  ///
  /// Time in which the server does not read does not count, and what comes faster makes up for pauses before it. The
  /// default is 30 s.
  public var bodyGrace: Duration
  /// How many bytes of a body must come in a second of waiting.
  ///
  /// The default is 1024.
  public var bodyBytesPerSecond: Int

  /// Limits; every value has a default.
  public init(
    headerBytes: Int = 16 * 1024, connections: Int = 4096, connectionsPerAddress: Int = 0,
    idle: Duration = .seconds(60), head: Duration = .seconds(15), bodyGrace: Duration = .seconds(30),
    bodyBytesPerSecond: Int = 1024
  ) {
    self.headerBytes = headerBytes
    self.connections = connections
    self.connectionsPerAddress = connectionsPerAddress
    self.idle = idle
    self.head = head
    self.bodyGrace = bodyGrace
    self.bodyBytesPerSecond = bodyBytesPerSecond
  }

  /// Memory of one connection, in bytes: the header section, and half of it for reading a body in one piece.
  ///
  /// The daemon clears it between requests, so more costs time.
  var connectionMemory: Int { max(32 * 1024, headerBytes * 2) }
}
