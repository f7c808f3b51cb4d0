public import HTTPTypes

/// Writes server-sent events to one client.
///
/// ```swift
/// router.on(.get, "events") { request, _ in
///   .events { events in
///     for await change in feed { try await events.send(ServerSentEvent(data: change.json)) }
///   }
/// } ```
public struct EventStream: Sendable {
  private let stream: ByteStream

  init(_ stream: ByteStream) { self.stream = stream }

  /// Sends an event, waiting while the client is slow.
  ///
  /// - Throws: ``HTTPError/disconnected`` when the client left or the server stops; `CancellationError`.
  public func send(_ event: ServerSentEvent) async throws { try await stream.write(event.encoded()) }

  /// Sends a comment line, which clients skip.
  public func comment(_ text: String = "") async throws {
    try await stream.write(ServerSentEvent.comment(text))
  }
}

extension Response {
  /// The buffer limit of an event stream, in bytes; it is small because streams, and slow clients, last for hours.
  private static let unsentEvents = 32 * 1024

  /// Server-sent events from a closure, until the client leaves.
  ///
  /// A comment is sent at once, so that the client knows it is connected. One follows after every `heartbeat`, so
  /// that a dead connection is noticed and proxies keep a quiet one open. Headers ask proxies not to buffer events:
  /// `no-transform` those that compress, `X-Accel-Buffering` nginx.
  public static func events(
    heartbeat: Duration = .seconds(15), headers: HTTPFields = [:],
    _ producer: @escaping @Sendable (EventStream) async throws -> Void
  ) -> Response {
    var headers = headers
    headers[.cacheControl] = headers[.cacheControl] ?? "no-store, no-transform"
    headers[.contentType] = "text/event-stream"
    headers[.xAccelBuffering] = "no"
    let stream = ByteStream(filler: ServerSentEvent.comment(), capacity: unsentEvents) { stream in
      let events = EventStream(stream)
      try await events.comment()
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await producer(events) }
        group.addTask {
          while true {
            try await Task.sleep(for: heartbeat)
            try await events.comment()
          }
        }
        // The first task to end is the producer, or a heartbeat on a closed stream.
        try await group.next()
        group.cancelAll()
      }
    }
    return Response(headers: headers, body: .stream(stream))
  }
}

extension HTTPField.Name {
  /// nginx's switch for buffering one response (`proxy_buffering`).
  static let xAccelBuffering = Self("X-Accel-Buffering") ?? .cacheControl
}
