import Synchronization
import Testing

@testable import HTTPServer

@Suite("A byte stream")
struct ByteStreamTests {
  final class Sink: StreamSink {
    let wakes = Mutex(0)
    func wake() { wakes.withLock { $0 += 1 } }
  }

  static func read(_ stream: ByteStream, upTo count: Int = 100, park: Bool = true) -> (StreamRead, [UInt8]) {
    var buffer = [UInt8](repeating: 0, count: count)
    let result = buffer.withUnsafeMutableBytes { stream.read(into: $0, park: { park }) }
    guard case .bytes(let count) = result else { return (result, []) }
    return (result, [UInt8](buffer.prefix(count)))
  }

  @Test("hands out what was written, then waits, then ends")
  func order() async throws {
    let (stream, sink) = (ByteStream(), Sink())
    stream.start(sink: sink)
    try await stream.write("abc")
    try await stream.write("de")
    #expect(Self.read(stream, upTo: 4).1 == [UInt8]("abcd".utf8))
    #expect(Self.read(stream).1 == [UInt8]("e".utf8))
    #expect(Self.read(stream).0 == .parked)
    #expect(sink.wakes.withLock { $0 } == 0)
    try await stream.write("f")
    try await stream.write("g")
    #expect(sink.wakes.withLock { $0 } == 1, "a reader that is awake is not woken")
    #expect(Self.read(stream).1 == [UInt8]("fg".utf8))
    #expect(Self.read(stream).0 == .parked)
    stream.finish()
    #expect(sink.wakes.withLock { $0 } == 2)
    #expect(Self.read(stream).0 == .end)
  }

  @Test("makes its writer wait while it is full")
  func backPressure() async throws {
    let stream = ByteStream()
    let written = Mutex(0)
    let big = [UInt8](repeating: 7, count: ByteStream.capacity)
    try await stream.write(big)
    let writer = Task {
      try await stream.write([1])
      written.withLock { $0 += 1 }
      try await stream.write([2])
      written.withLock { $0 += 1 }
    }
    for _ in 0..<100 { await Task.yield() }
    #expect(written.withLock { $0 } == 0)
    _ = Self.read(stream, upTo: ByteStream.capacity)
    try await writer.value
    #expect(written.withLock { $0 } == 2)
  }

  @Test("tells its writer when no reader listens any more")
  func closed() async throws {
    let stream = ByteStream()
    stream.close()
    #expect(!stream.isOpen)
    await #expect(throws: HTTPError.disconnected) { try await stream.write("a") }
    #expect(Self.read(stream).0 == .broken)
  }

  @Test("releases a waiting writer when the client leaves")
  func closedWhileWaiting() async throws {
    let stream = ByteStream()
    try await stream.write([UInt8](repeating: 7, count: ByteStream.capacity))
    let writer = Task { try await stream.write([1]) }
    for _ in 0..<100 { await Task.yield() }
    stream.close()
    await #expect(throws: HTTPError.disconnected) { try await writer.value }
  }

  @Test("releases a waiting writer whose task is cancelled")
  func cancelledWhileWaiting() async throws {
    let stream = ByteStream()
    try await stream.write([UInt8](repeating: 7, count: ByteStream.capacity))
    let writer = Task { try await stream.write([1]) }
    for _ in 0..<100 { await Task.yield() }
    writer.cancel()
    await #expect(throws: CancellationError.self) { try await writer.value }
  }

  @Test("does not park for a reader that may not wait")
  func noParking() {
    #expect(Self.read(ByteStream(), park: false).0 == .broken)
  }

  @Test("is broken off, not ended, when its producer throws")
  func failing() async {
    let stream = ByteStream { stream in
      try await stream.write("half")
      throw Sample.Unexpected()
    }
    stream.start(sink: Sink())
    while stream.isOpen { await Task.yield() }
    #expect(Self.read(stream).0 == .broken)
  }

  @Test("ends in good order when the server drains, and cancels its producer")
  func drained() async throws {
    let cancelled = Mutex(false)
    let stream = ByteStream { stream in
      try await stream.write("a")
      while !Task.isCancelled { await Task.yield() }
      cancelled.withLock { $0 = Task.isCancelled }
    }
    stream.start(sink: Sink())
    while Self.read(stream).0 != .bytes(1) { await Task.yield() }
    stream.end()
    #expect(Self.read(stream).0 == .end)
    while !cancelled.withLock({ $0 }) { await Task.yield() }
  }

  @Test("a body of known length goes on when all others are ended")
  func whole() async {
    let stream = ByteStream(length: 2) { stream in
      try await stream.write([1])
      try await stream.write([2])
    }
    stream.end()
    #expect(stream.isOpen)
    stream.start(sink: Sink())
    var count = 0
    while count < 2 {
      if case .bytes(let more) = Self.read(stream).0 { count += more }
      await Task.yield()
    }
    while Self.read(stream).0 != .end { await Task.yield() }
  }
}
