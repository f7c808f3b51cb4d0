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
  /// For one more, the one that has kept the server waiting longest is ended: for a head, for a body or for taking in
  /// an answer that lags, or for its next request. While none has for a second, more wait to be accepted. Fewer are
  /// taken where the process may open too few files. The default is 4096.
  public var connections: Int
  /// How many connections one address, or one 64-bit network of IPv6, may have, at most half of ``connections``.
  ///
  /// For one more, the one of that address that has kept the server waiting longest is ended; while none has for a
  /// second, it is closed at once. Behind a proxy all clients have one address. 0 is no limit, the default.
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
  /// How long a body, or the taking in of an answer, may be slower than ``bytesPerSecond``.
  ///
  /// A body is answered 408 after that, an answer is broken off. Time in which the client waits for the server does not
  /// count, and what comes faster makes up for pauses before it. The default is 30 s.
  public var transferGrace: Duration
  /// How many bytes of a body or an answer must come through in a second of waiting for the client.
  ///
  /// The default is 1024.
  public var bytesPerSecond: Int

  /// Limits; every value has a default.
  public init(
    headerBytes: Int = 16 * 1024, connections: Int = 4096, connectionsPerAddress: Int = 0,
    idle: Duration = .seconds(60), head: Duration = .seconds(15), transferGrace: Duration = .seconds(30),
    bytesPerSecond: Int = 1024
  ) {
    self.headerBytes = headerBytes
    self.connections = connections
    self.connectionsPerAddress = connectionsPerAddress
    self.idle = idle
    self.head = head
    self.transferGrace = transferGrace
    self.bytesPerSecond = bytesPerSecond
  }

  /// Memory of one connection, in bytes: the header section, and half of it for reading a body in one piece.
  ///
  /// The daemon clears it between requests, so more costs time. What is above 32 KiB it takes from the kernel and gives
  /// back when the connection ends; less would stay with the C library after a flood.
  var connectionMemory: Int { max(36 * 1024, headerBytes * 2) }
}
