import Synchronization

/// Lets few imports work at a time, and fewer from one host; the others wait in the order of their coming.
final class ImportLane: Sendable {
  private struct State {
    var running: [String: Int] = [:]
    var waiting: [(number: Int, host: String, continuation: CheckedContinuation<Bool, Never>)] = []
    var next = 0

    func hasRoom(for host: String, _ limits: ImportLimits) -> Bool {
      running.values.reduce(0, +) < limits.concurrent && running[host, default: 0] < limits.perHost
    }

    mutating func remove(_ number: Int) -> CheckedContinuation<Bool, Never>? {
      guard let index = waiting.firstIndex(where: { $0.number == number }) else { return nil }
      return waiting.remove(at: index).continuation
    }

    /// Ends one of a host, and returns the next one that may begin.
    mutating func leave(_ host: String, _ limits: ImportLimits) -> CheckedContinuation<Bool, Never>? {
      let left = running[host, default: 1] - 1
      running[host] = left > 0 ? left : nil
      for (index, next) in waiting.enumerated() where hasRoom(for: next.host, limits) {
        running[next.host, default: 0] += 1
        return waiting.remove(at: index).continuation
      }
      return nil
    }
  }

  private let limits: ImportLimits
  private let state = Mutex(State())

  init(_ limits: ImportLimits) { self.limits = limits }

  /// Runs `body` when its turn has come.
  ///
  /// Throws `CancellationError` when the task is cancelled before, and what `body` throws.
  func run<Value: Sendable>(from host: String, _ body: () async throws -> Value) async throws -> Value {
    guard await enter(host) else { throw CancellationError() }
    defer { leave(host) }
    return try await body()
  }

  private func enter(_ host: String) async -> Bool {
    let number = state.withLock { state in
      state.next += 1
      return state.next
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isIn: Bool? = state.withLock { state in
          if Task.isCancelled { return false }
          guard state.hasRoom(for: host, limits) else {
            state.waiting.append((number, host, continuation))
            return nil
          }
          state.running[host, default: 0] += 1
          return true
        }
        if let isIn { continuation.resume(returning: isIn) }
      }
    } onCancel: {
      state.withLock { $0.remove(number) }?.resume(returning: false)
    }
  }

  private func leave(_ host: String) {
    state.withLock { $0.leave(host, limits) }?.resume(returning: true)
  }
}
