import HTTPServer
import HTTPTypes
import Workspace

/// For operators and their programs: is it well, what can it do.
struct OperationRoutes: Sendable {
  let openAPI: [UInt8]
  let version: String
  let room: StorageRoom

  func add(to router: inout Router) {
    router.on(.get, "healthz") { _, _ in
      let answer = [
        "status": "ok", "version": version, "storage": StorageAnswer(await room.look()).state.rawValue,
      ]
      return .json(try JSONAnswer.encode(answer), headers: [.cacheControl: "no-store"])
    }
    router.on(.get, "api/v1/openapi.json") { _, _ in .json(openAPI) }
  }
}

/// What was measured, for Prometheus.
struct MetricsRoutes: Sendable {
  let metrics: PrometheusRegistry

  func add(to router: inout Router) {
    router.on(.get, "metrics") { _, _ in
      .text(metrics.exposition(), type: "text/plain; version=0.0.4; charset=utf-8")
    }
  }
}
