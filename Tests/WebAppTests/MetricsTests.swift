import CoreMetrics
import Testing

@testable import WebApp

@Suite("Metrics, in Prometheus' text")
struct MetricsTests {
  @Test("counters, gauges and timers are written with their labels in order")
  func exposition() {
    let registry = PrometheusRegistry()
    registry.makeCounter(label: "http_requests_total", dimensions: [("status", "2xx"), ("method", "GET")])
      .increment(by: 3)
    registry.makeMeter(label: "workers", dimensions: []).set(Int64(2))
    registry.makeTimer(label: "render_seconds", dimensions: []).recordNanoseconds(3_000_000)
    let lines = registry.exposition().split(separator: "\n").map(String.init)
    #expect(lines.contains("# TYPE http_requests_total counter"))
    #expect(lines.contains("http_requests_total{method=\"GET\",status=\"2xx\"} 3"))
    #expect(lines.contains("workers 2.0"))
    #expect(lines.contains("render_seconds_bucket{le=\"0.0025\"} 0"))
    #expect(lines.contains("render_seconds_bucket{le=\"0.005\"} 1"))
    #expect(lines.contains("render_seconds_bucket{le=\"+Inf\"} 1"))
    #expect(lines.contains("render_seconds_count 1"))
  }

  @Test("the same series is one instrument, and values in labels are escaped")
  func series() {
    let registry = PrometheusRegistry()
    for _ in 0..<2 {
      registry.makeCounter(label: "a.b", dimensions: [("what", "a \"b\"\\\n")]).increment(by: 1)
    }
    #expect(registry.exposition() == "# TYPE a_b counter\na_b{what=\"a \\\"b\\\"\\\\\\n\"} 2\n")
  }
}
