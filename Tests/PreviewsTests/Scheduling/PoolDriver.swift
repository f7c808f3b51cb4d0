import DocumentModel

@testable import Previews

/// Drives a ``PoolState`` without processes and records its actions as readable lines.
final class PoolDriver {
  var state: PoolState
  var now: Duration = .zero
  private var names: [ContentHash: String] = [:]
  private var lastWaiter: UInt64 = 0
  /// The latest work of each worker.
  private(set) var given: [WorkerID: WorkItem] = [:]
  private(set) var actions: [PoolAction] = []

  /// A pool with ready workers, unless `started` is false.
  init(workers: Int = 2, started: Bool = true, change: (inout PoolLimits) -> Void = { _ in }) {
    var limits = PoolLimits(workers: workers)
    // Measurements would add lines to tests of other behaviour.
    limits.lookTime = .seconds(1_000_000)
    change(&limits)
    state = PoolState(limits)
    guard started else { return }
    send(.start)
    for number in 1...workers { send(.ready(WorkerID(rawValue: UInt64(number)))) }
  }

  /// The lines of the actions that follow `event`.
  @discardableResult
  func send(_ event: PoolEvent) -> [String] {
    let new = state.handle(event, at: now)
    actions += new
    for case .send(let worker, let item) in new { given[worker] = item }
    return new.compactMap(line)
  }

  @discardableResult
  func ask(
    _ document: String, page: Int = 1, _ priority: RenderPriority = .visible, client: String? = nil,
    password: String? = nil, task: WorkerRequest.Task? = nil
  ) -> [String] {
    names[sampleHash(document)] = document
    let key = WorkKey.sample(document, page: page, password: password, task: task)
    return ask(key, priority, client: client ?? document)
  }

  @discardableResult
  func ask(_ key: WorkKey, _ priority: RenderPriority = .visible, client: String = "") -> [String] {
    lastWaiter += 1
    let request = WorkRequest(key: key, contents: [NoContent()], priority: priority, client: client)
    return send(.arrived(WaiterID(rawValue: lastWaiter), request))
  }

  @discardableResult
  func reply(_ worker: Int, failing failure: WorkerFailure? = nil) -> [String] {
    let id = WorkerID(rawValue: UInt64(worker))
    guard let item = given[id] else { return ["worker \(worker) has nothing to answer"] }
    let answer = failure.map { WorkerResponse(id: item.id, payload: .failed($0)) }
    return send(.replied(id, answer ?? .sample(item.id, to: item.key.task)))
  }

  @discardableResult
  func leave(_ waiter: Int) -> [String] { send(.abandoned(WaiterID(rawValue: UInt64(waiter)))) }

  @discardableResult
  func ready(_ worker: Int) -> [String] { send(.ready(WorkerID(rawValue: UInt64(worker)))) }

  /// A worker's process ends, by SIGSEGV by default.
  @discardableResult
  func die(_ worker: Int, code: Int32 = 139) -> [String] {
    send(.ended(WorkerID(rawValue: UInt64(worker)), WorkerEnd(code: code)))
  }

  /// Advances the time and sends a tick.
  @discardableResult
  func wait(_ time: Duration) -> [String] {
    now += time
    return send(.tick)
  }

  /// "spawn 3", "send 1 a.2", "kill 1 timeout", "answer 4,5 ok", "stopped".
  private func line(_ action: PoolAction) -> String? {
    switch action {
    case .spawn(let worker): "spawn \(worker.rawValue)"
    case .send(let worker, let item): "send \(worker.rawValue) \(name(item.key))"
    case .weigh(let worker): "weigh \(worker.rawValue)"
    case .kill(let worker, let reason): "kill \(worker.rawValue) \(reason.rawValue)"
    case .answer(let waiters, let outcome):
      "answer \(waiters.map { "\($0.rawValue)" }.joined(separator: ",")) \(name(outcome))"
    case .finished: nil
    case .stopped: "stopped"
    }
  }

  private func name(_ key: WorkKey) -> String {
    let document = key.hash.flatMap { names[$0] } ?? "-"
    return if case .render(let request) = key.task { "\(document).\(request.page)" } else { "\(document)" }
  }

  private func name(_ outcome: WorkOutcome) -> String {
    switch outcome {
    case .done: "ok"
    case .failed(let failure): failure.code.rawValue
    }
  }
}
