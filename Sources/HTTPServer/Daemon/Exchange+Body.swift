import Synchronization

extension Exchange: BodySource {
  func next() async throws -> [UInt8]? {
    let result = await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let (now, resume) = state.withLock { $0.read(continuation, cancelled: Task.isCancelled) }
        if resume { unpark() }
        if let now { continuation.resume(returning: now) }
      }
    } onCancel: {
      state.withLock { $0.takeReader() }?.resume(returning: .failure(CancellationError()))
    }
    return try result.get()
  }
}

extension Exchange.State {
  typealias Reader = UnsafeContinuation<Result<[UInt8]?, any Error>, Never>

  /// The bytes available now, or nil when the reader has to wait; and whether to resume the connection.
  mutating func read(_ continuation: Reader, cancelled: Bool) -> (Result<[UInt8]?, any Error>?, Bool) {
    if !body.isEmpty {
      defer { body = [] }
      return (.success(body), flow.take())
    }
    if let failure { return (.failure(failure), false) }
    if cancelled { return (.failure(CancellationError()), false) }
    if flow.isBodyComplete { return (.success(nil), false) }
    // A body has one reader; a second concurrent reader gets an error.
    if reader != nil { return (.failure(HTTPError.bodyIncomplete), false) }
    reader = continuation
    return (nil, flow.wait())
  }

  mutating func takeReader() -> Reader? {
    defer { reader = nil }
    return reader
  }

  /// Adds bytes from the daemon; a waiting reader gets all available bytes.
  mutating func append(_ bytes: UnsafeRawBufferPointer) -> (Reader, [UInt8])? {
    if body.isEmpty { body.reserveCapacity(max(bytes.count, 128 * 1024)) }
    body.append(contentsOf: bytes)
    guard let reader = takeReader() else { return nil }
    defer { body = [] }
    _ = flow.take()
    return (reader, body)
  }
}
