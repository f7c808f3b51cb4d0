import Synchronization

/// Sends each element to all listeners at once.
///
/// Safe from any thread; sending does not wait. A listener that falls behind misses the oldest.
public final class Broadcast<Element: Sendable>: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<Element>.Continuation] = [:]
    var next = 0
  }

  private let backlog: Int
  private let state = Mutex(State())

  /// A broadcast without listeners, which keeps so many elements for a slow one.
  public init(backlog: Int = 256) {
    self.backlog = backlog
  }

  /// Tells all who listen now.
  public func post(_ element: Element) {
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners { listener.yield(element) }
  }

  /// `first`, if there is one, and then all that is posted from now on, for as long as the stream is read.
  public func listen(first: Element? = nil) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Element.self, bufferingPolicy: .bufferingNewest(backlog))
    if let first { continuation.yield(first) }
    let number = state.withLock { state in
      defer { state.next += 1 }
      state.listeners[state.next] = continuation
      return state.next
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
    }
    return stream
  }
}
