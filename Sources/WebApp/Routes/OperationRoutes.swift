import HTTPServer
import HTTPTypes
import Maintenance
import Metrics
import Previews
import Storage
import Workspace

/// For operators and their programs: is it well.
struct OperationRoutes: Sendable {
  let version: String
  let room: StorageRoom
  let pool: WorkerPool
  let index: IndexHealth

  func add(to router: inout Router) {
    router.on(.get, "healthz") { _, _ in
      let health = HealthAnswer(
        version: version, storage: StorageAnswer(await room.look()).state, workers: await pool.status,
        index: index.state, unreadable: index.unreadable)
      return .json(try JSONAnswer.encode(health), headers: [.cacheControl: "no-store"])
    }
    // Once the signal to stop has come, every request is refused with 503 before it gets here.
    router.on(.get, "readyz") { _, _ in
      if let reason = Self.obstacle(workers: await pool.status.health, index: index.state) {
        throw HTTPProblem(
          .serviceUnavailable, code: "not-ready", detail: reason,
          headers: [.retryAfter: "5", .cacheControl: "no-store"])
      }
      return .json(try JSONAnswer.encode(["status": "ready"]), headers: [.cacheControl: "no-store"])
    }
  }
}

extension OperationRoutes {
  /// Why requests are better sent elsewhere, or later; nil when all kinds of them are answered.
  static func obstacle(workers: PoolStatus.Health, index: IndexHealth.State) -> String? {
    switch (workers, index) {
    case (_, .lost): "The index was removed or replaced on the disk, and nothing more is taken."
    case (.starting, _): "No render worker has started yet."
    case (.failing, _): "No render worker can be started; the server's log says why."
    case (.stopping, _), (.stopped, _): "The server is stopping."
    case (.running, _): nil
    }
  }
}

/// Whether the server is well, as JSON.
///
/// It is alive as long as it answers, and says so with 200 also when it cannot show documents: all else works, and starting it
/// anew would not help. What it lacks stands in the members. They tell everybody who reaches the port; so they say nothing
/// of documents, paths and sizes.
struct HealthAnswer: Encodable {
  struct Workers: Encodable {
    /// `starting`, `running`, `failing` or `stopping`.
    let state: String
    /// Processes that are ready or at work.
    let alive: Int
    /// In words, when no worker can be started.
    let reason: String?
  }

  struct Index: Encodable {
    /// `whole`, `rebuilt`, `damaged` or `lost`.
    let state: IndexHealth.State
    /// Entries that can be no documents and are left out of every list, as far as somebody met them.
    let unreadable: Int
    /// In words, unless it is whole.
    let reason: String?
  }

  /// `ok`, or `degraded` when something is missing.
  let status: String
  let version: String
  let storage: StorageAnswer.State
  let workers: Workers
  let index: Index

  init(
    version: String, storage: StorageAnswer.State, workers: PoolStatus, index: IndexHealth.State,
    unreadable: Int = 0
  ) {
    self.version = version
    self.storage = storage
    let state = Self.state(workers.health)
    let isFailing = state == "failing"
    self.workers = Workers(
      state: state, alive: workers.workersAlive,
      reason: isFailing ? "No worker can be started; the server's log says why." : nil)
    self.index = Index(state: index, unreadable: unreadable, reason: Self.reason(index, unreadable))
    status = isFailing || [.damaged, .lost].contains(index) || unreadable > 0 ? "degraded" : "ok"
  }

  private static func reason(_ index: IndexHealth.State, _ unreadable: Int) -> String? {
    switch index {
    case .whole where unreadable > 0:
      "Entries that can be no documents are left out: sheaf verify names them, sheaf verify --repair puts them aside."
    case .whole: nil
    case .rebuilt:
      "The index was damaged or lost, and was made anew at the start; the server's log says of what."
    case .damaged:
      "The index is damaged: start the server again to have it made anew, or stop it and run sheaf verify --repair."
    case .lost:
      "The index was removed or replaced on the disk, and nothing more is taken: start the server again, which makes it anew."
    }
  }

  private static func state(_ health: PoolStatus.Health) -> String {
    switch health {
    case .starting: "starting"
    case .running: "running"
    case .failing: "failing"
    case .stopping, .stopped: "stopping"
    }
  }
}

/// What was measured, for Prometheus.
struct MetricsRoutes: Sendable {
  let metrics: PrometheusRegistry
  let root: SandboxRoot
  private let backup = Gauge(label: "sheaf_last_backup_timestamp_seconds")

  init(metrics: PrometheusRegistry, root: SandboxRoot) {
    (self.metrics, self.root) = (metrics, root)
    Gauge(label: "sheaf_build_info", dimensions: [("version", App.version)]).record(1)
  }

  func add(to router: inout Router) {
    router.on(.get, "metrics") { _, _ in
      backup.record(try await LastBackup.time(in: root) ?? 0)
      return .text(
        metrics.exposition(with: ProcessFigures().all), type: "text/plain; version=0.0.4; charset=utf-8")
    }
  }
}

/// What the API can do, for programs.
struct APIDescriptionRoutes: Sendable {
  private let description: Representation

  /// - Parameter openAPI: the description, which one answer shares with all.
  init(openAPI: [UInt8]) {
    description = .prepared(
      openAPI, type: "application/json", tag: EntityTag(hashing: openAPI),
      headers: [.cacheControl: "private, no-cache"])
  }

  func add(to router: inout Router) {
    router.on(.get, "api/v1/openapi.json") { request, _ in description.response(to: request.head) }
  }
}
