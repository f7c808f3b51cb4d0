import DocumentModel
import HTTPServer
import HTTPTypes
import Maintenance
import Metrics
import Previews
import Storage
import Workspace

/// Health, readiness, metrics and the API's description, for operators and programs.
struct OperationRoutes: Sendable {
  let version: String
  let room: StorageRoom
  let pool: WorkerPool
  let index: IndexHealth
  let types: TypeRegistry

  func add(to router: inout Router) {
    router.on(.get, "healthz") { _, _ in
      let health = HealthResponse(
        version: version, storage: StorageResponse(await room.look()).state, workers: await pool.status,
        index: index.state, unreadable: index.unreadable, converters: types.current.available)
      return .json(try JSONResponse.encode(health), headers: [.cacheControl: "no-store"])
    }
    // After the signal to stop every request is refused with 503 before it gets here.
    router.on(.get, "readyz") { _, _ in
      if let reason = Self.obstacle(workers: await pool.status.health, index: index.state) {
        throw HTTPProblem(
          .serviceUnavailable, code: "not-ready", detail: reason,
          headers: [.retryAfter: "5", .cacheControl: "no-store"])
      }
      return .json(try JSONResponse.encode(["status": "ready"]), headers: [.cacheControl: "no-store"])
    }
  }
}

extension OperationRoutes {
  /// The reason why requests should go elsewhere or come later; nil for a ready server.
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

/// The server answers with 200 as long as it is alive, also when it cannot show documents.
///
/// Its other functions work then, and a restart would not help. The members name the missing parts. They go to every
/// client that reaches the port, so they contain no documents, paths or sizes.
struct HealthResponse: Encodable {
  struct Workers: Encodable {
    /// `starting`, `running`, `failing` or `stopping`.
    let state: String
    /// Processes that are ready or at work.
    let alive: Int
    /// The reason in words, when no worker can be started.
    let reason: String?
  }

  struct Index: Encodable {
    /// `whole`, `rebuilt`, `damaged` or `lost`.
    let state: IndexHealth.State
    /// The number of entries that cannot be documents and are left out of every list, as far as they were met.
    let unreadable: Int
    /// The reason in words, unless the index is whole.
    let reason: String?
  }

  /// `ok`, or `degraded` when a part is missing.
  let status: String
  let version: String
  let storage: StorageResponse.State
  let workers: Workers
  let index: Index
  /// The programs that make documents into PDFs or PNGs, and whether each is there; `make extras` installs
  /// the missing ones.
  let converters: [String: Bool]

  init(
    version: String, storage: StorageResponse.State, workers: PoolStatus, index: IndexHealth.State,
    unreadable: Int = 0, converters: Set<ConverterKind> = []
  ) {
    self.version = version
    self.storage = storage
    // FFmpeg is of two kinds.
    self.converters = Dictionary(
      ConverterKind.allCases.map { ($0.program, converters.contains($0)) }, uniquingKeysWith: { $0 && $1 })
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

struct APIDescriptionRoutes: Sendable {
  private let description: Representation

  init(openAPI: [UInt8]) {
    description = .prepared(
      openAPI, type: "application/json", tag: EntityTag(hashing: openAPI),
      headers: [.cacheControl: "private, no-cache"])
  }

  func add(to router: inout Router) {
    router.on(.get, "api/v1/openapi.json") { request, _ in description.response(to: request.head) }
  }
}
