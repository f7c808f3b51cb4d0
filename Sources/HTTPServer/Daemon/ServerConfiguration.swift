import Glibc

/// A server's address, threads and limits.
public struct ServerConfiguration: Sendable {
  /// The address to listen on: an IPv4 or IPv6 literal, or a host name.
  ///
  /// The default is `127.0.0.1`.
  public var host: String
  /// The port; 0 takes a free one, which ``Server/start()`` returns.
  ///
  /// The default is 8080.
  public var port: Int
  /// The number of threads that serve connections; the default is one per core.
  ///
  /// Handlers run on them up to their first wait at most.
  public var threads: Int
  /// The limits per client and in total.
  public var limits: ServerLimits
  /// Whether each request is logged at level info; the default is true.
  public var logsRequests: Bool

  /// A configuration; all defaults suit a small server.
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

  /// The number of online processor cores.
  public static var coreCount: Int { max(1, sysconf(CInt(_SC_NPROCESSORS_ONLN))) }
}

/// The limits per client and in total.
public struct ServerLimits: Sendable {
  /// The largest header section, in bytes, request line included.
  ///
  /// The default is 16 KiB.
  public var headerBytes: Int
  /// The largest number of connections.
  ///
  /// A further connection ends the one that has made the server wait longest: for a request, for a body, or for
  /// reading a response. While none has for a second, new connections wait in the backlog. The process's limit of
  /// open files may reduce the number. The default is 4096.
  public var connections: Int
  /// The largest number of connections of one IPv4 address or one 64-bit IPv6 network, at most half of ``connections``.
  ///
  /// A further connection ends the one of that network that has made the server wait longest. While none has for a
  /// second, the new one is closed at once. Behind a proxy all clients have one address. 0, the default, sets no limit.
  public var connectionsPerAddress: Int
  /// The longest silence of a client that the server waits for, in whole seconds.
  ///
  /// It also limits the time without acknowledgement of sent bytes. A handler's time and an idle event stream do not
  /// count. The default is 60 s.
  public var idle: Duration
  /// The longest time of a request's head, from its first byte to its last.
  ///
  /// A connection's first head counts from the accept. The response is 408 if the request line was read. The default
  /// is 15 s.
  public var head: Duration
  /// The longest time for which a body or the reading of a response may be slower than ``bytesPerSecond``.
  ///
  /// A slow body gets a 408, a slow response is aborted. Time in which the client waits for the server does not
  /// count, and faster transfer makes up for pauses. The default is 30 s.
  public var transferGrace: Duration
  /// As ``transferGrace``, for bodies alone; nil for the same time.
  ///
  /// A client may be silent for so long in the middle of a body, also where that is longer than ``idle``.
  public var bodyGap: Duration?
  /// The longest time of a body, without the time in which the client waits for the server.
  ///
  /// A body that takes longer gets a 408, however steadily it comes. The default is 24 hours.
  public var bodyTime = Duration.seconds(24 * 3600)
  /// The smallest rate of a body or a response while the server waits for the client, in bytes per second.
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

  /// The longest silence in a body.
  var gap: Duration { bodyGap ?? transferGrace }

  /// The silence after which the daemon closes a connection; the pace of a body is judged before.
  var longestSilence: Duration { bodyGap.map { max(idle, $0 + Self.judgement) } ?? idle }

  /// More than the time between two looks at a connection.
  private static let judgement = Duration.seconds(10)

  /// The memory of one connection, in bytes: the header section, and half of it for reading a body in one piece.
  ///
  /// The daemon clears it between requests, so more memory costs time. Blocks above 32 KiB come from the kernel and
  /// are returned when the connection ends; the C library would keep smaller ones.
  var connectionMemory: Int { max(36 * 1024, headerBytes * 2) }
}
