import Synchronization

/// Opens once, for one task that waits for it, with the value of the first opener.
///
/// For work that may hang for ever, as on a share that does not answer: a caller that awaits a task cannot leave it.
/// ```swift
/// let latch = Latch<Bool>()
/// let work = Task { latch.open(await lookAtShare()) }
/// let limit = Task { await pause(.seconds(5)); latch.open(false) }
/// let answered = await latch.wait()
/// ```
/// Safe from any task; whether the one that waits is cancelled makes no difference.
final class Latch<Value: Sendable>: Sendable {
  private enum State {
    case closed
    case waiting(CheckedContinuation<Value, Never>)
    case open(Value)
  }

  private let state = Mutex(State.closed)

  /// Lets the one who waits go on, now or when it comes; a second time does nothing.
  func open(_ value: Value) {
    let waiting: CheckedContinuation<Value, Never>? = state.withLock { state in
      switch state {
      case .open: return nil
      case .closed:
        state = .open(value)
        return nil
      case .waiting(let waiting):
        state = .open(value)
        return waiting
      }
    }
    waiting?.resume(returning: value)
  }

  /// Returns once it is open; only one task may wait.
  func wait() async -> Value {
    await withCheckedContinuation { continuation in
      let value: Value? = state.withLock { state in
        if case .open(let value) = state { return value }
        state = .waiting(continuation)
        return nil
      }
      if let value { continuation.resume(returning: value) }
    }
  }
}
