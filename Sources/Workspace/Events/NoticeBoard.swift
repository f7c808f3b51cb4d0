public import DocumentModel
import Synchronization

/// Tells all who listen what is worth hearing at once.
///
/// Safe from any thread; nobody waits. A listener that falls behind misses the oldest.
public final class NoticeBoard: Sendable {
  private struct State {
    var listeners: [Int: AsyncStream<Notice>.Continuation] = [:]
    var next = 0
  }

  /// Notices kept for a listener that is slow.
  private static let backlog = 256

  private let state = Mutex(State())

  /// A board that nobody listens to yet.
  public init() {}

  /// Tells all who listen now.
  public func post(_ notice: Notice) {
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners { listener.yield(notice) }
  }

  /// All notices from now on, for as long as the stream is read.
  public func listen() -> AsyncStream<Notice> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Notice.self, bufferingPolicy: .bufferingNewest(Self.backlog))
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
