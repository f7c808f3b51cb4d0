import DocumentModel
import Testing

@testable import Previews

/// The invariants of the pool, checked with random streams of events.
@Suite struct PoolPropertyTests {
  @Test(arguments: 0..<60)
  func `no request is lost or answered twice, and no more workers live than allowed`(seed: Int) {
    var world = World(seed: UInt64(seed), workers: 1 + seed % 4)
    for _ in 0..<600 { world.step() }
    world.finish()
    #expect(world.faults == [])
    #expect(world.answered.count == Int(world.lastWaiter))
    #expect(world.state.phase == .stopped)
    #expect(world.state.items.isEmpty && world.state.shared.isEmpty && world.state.itemOfWaiter.isEmpty)
    #expect(world.state.queue.count == 0 && world.state.retries.isEmpty)
  }
}

/// Random workers and clients that check the pool's actions.
private struct World {
  private static let documents = ["a", "b", "c", "d"]
  private static let clients = documents + ["one", "two"]

  var state: PoolState
  var now: Duration = .zero
  var lastWaiter: UInt64 = 0
  var answered: Set<WaiterID> = []
  var faults: [String] = []
  private var random: SeededRandom
  /// Existing processes, with their work and whether they have said hello.
  private var processes: [WorkerID: (isReady: Bool, isDying: Bool, item: WorkItem?)] = [:]

  init(seed: UInt64, workers: Int) {
    var limits = PoolLimits(workers: workers)
    limits.queueLength = 6
    limits.maximumServed = 5
    limits.killMemory = .seconds(30)
    limits.maximumAge = .seconds(40)
    state = PoolState(limits)
    random = SeededRandom(seed: seed)
    handle(.start)
  }

  mutating func step() {
    switch Int.random(in: 0..<13, using: &random) {
    case 0...3: arrive()
    case 4: leave()
    case 5...7: withProcess { world, id in world.progress(id) }
    case 8: withProcess { world, id in world.end(id) }
    case 9: withProcess { world, id in world.handle(.misbehaved(id, "lie")) }
    case 10: handle(.forgotten(sampleHash("a")))
    case 11: passTime(.milliseconds(Int.random(in: 0...4_000, using: &random)))
    default: passTime(.milliseconds(Int.random(in: 0...50, using: &random)))
    }
  }

  /// Stops the pool and ends every process.
  mutating func finish() {
    handle(.drain(until: now + .seconds(3)))
    passTime(.seconds(3))
    while let id = processes.keys.min() { end(id) }
  }

  private mutating func arrive() {
    lastWaiter += 1
    let document = Self.documents.randomElement(using: &random) ?? "a"
    let page = Int.random(in: 1...3, using: &random)
    let client = [document, "one", "two"].randomElement(using: &random) ?? ""
    let priority = RenderPriority.allCases.randomElement(using: &random) ?? .bulk
    let key = WorkKey.sample(document, page: page, task: page == 3 ? .inspect : nil)
    let request = WorkRequest(key: key, contents: [NoContent()], priority: priority, client: client)
    handle(.arrived(WaiterID(rawValue: lastWaiter), request))
  }

  private mutating func leave() {
    guard lastWaiter > 0 else { return }
    handle(.abandoned(WaiterID(rawValue: UInt64.random(in: 1...lastWaiter, using: &random))))
  }

  private mutating func withProcess(_ body: (inout World, WorkerID) -> Void) {
    guard let id = processes.keys.sorted().randomElement(using: &random) else { return }
    body(&self, id)
  }

  private mutating func progress(_ id: WorkerID) {
    guard let process = processes[id] else { return }
    if !process.isReady {
      processes[id]?.isReady = true
      handle(.ready(id))
    } else if let item = process.item {
      processes[id]?.item = nil
      handle(.replied(id, .sample(item.id, to: item.key.task)))
      let fate = Int.random(in: 0..<10, using: &random)
      let time = Duration.seconds(fate == 1 ? 99 : 0)
      let use = WorkerUse(residentBytes: fate == 0 ? .max : 0, processorTime: time)
      if fate < 2 { handle(.measured(id, use)) }
    }
  }

  private mutating func end(_ id: WorkerID) {
    processes[id] = nil
    handle(.ended(id, WorkerEnd(code: 139)))
  }

  private mutating func passTime(_ time: Duration) {
    now += time
    handle(.tick)
    if let wake = state.nextWake, wake <= now { faults.append("the pool wants to be woken in the past") }
  }

  private mutating func handle(_ event: PoolEvent) {
    for action in state.handle(event, at: now) { check(action) }
    if processes.count > state.limits.workers { faults.append("\(processes.count) processes") }
    checkRetries()
    checkQueue()
  }

  /// Waiting work has the priority and the lines of its remaining waiters.
  private mutating func checkQueue() {
    let queued = state.items.values.filter { $0.place == .queued }
    let counts = RenderPriority.allCases.map { priority in queued.count { $0.priority == priority } }
    if RenderPriority.allCases.map({ state.queue.count($0) }) != counts {
      faults.append("work waits in another lane than its clients want")
    }
    let looking = queued.filter { $0.priority == .visible }
    for client in Self.clients {
      let others = Set(Self.clients).subtracting([client])
      if state.queue.hasVisible(notOf: others) != looking.contains(where: { $0.clients.contains(client) }) {
        faults.append("a client's line holds what it does not wait for")
      }
    }
  }

  /// Enough workers exist, or will start, for all waiting retries (Hall's condition).
  private mutating func checkRetries() {
    let yetToStart =
      state.limits.workers - state.workers.count + state.workers.values.count { $0.state == .dying }
    for after in state.retries.compactMap({ state.items[$0]?.retryAfter }) {
      let waiting = state.retries.count { (state.items[$0]?.retryAfter).map { $0 >= after } ?? false }
      let fitting = state.workers.values.count {
        $0.id > after && $0.isFresh && $0.item == nil && $0.state != .dying
      }
      if waiting > fitting + yetToStart { faults.append("a retry waits for no worker") }
    }
  }

  private mutating func check(_ action: PoolAction) {
    switch action {
    case .spawn(let id): processes[id] = (false, false, nil)
    case .kill(let id, _):
      if processes[id] == nil { faults.append("kills a process that is gone") }
      processes[id]?.isDying = true
    case .send(let id, let item):
      guard let process = processes[id], process.isReady, !process.isDying, process.item == nil else {
        return faults.append("sends to a worker that cannot take it")
      }
      processes[id]?.item = item
    case .answer(let waiters, _):
      for waiter in waiters where !answered.insert(waiter).inserted { faults.append("answers twice") }
    case .weigh(let id): if processes[id] == nil { faults.append("weighs a process that is gone") }
    case .finished, .stopped: break
    }
  }
}

/// Reproducible random numbers: SplitMix64 (Steele, Lea and Flood, 2014).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
