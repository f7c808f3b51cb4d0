import CoreMetrics
import HTTPServer
import HTTPTypes
import Synchronization
import Testing

@Suite("Metrics", .serialized)
struct MetricsTests {
  /// Records the server's metrics; installed once for the process.
  final class Recorder: MetricsFactory, Sendable {
    static let shared: Recorder = {
      let recorder = Recorder()
      MetricsSystem.bootstrap(recorder)
      return recorder
    }()

    final class Instrument: CounterHandler, TimerHandler, RecorderHandler, MeterHandler, Sendable {
      let value = Mutex(0.0)
      func add(_ amount: Double) { value.withLock { $0 += amount } }
      func increment(by amount: Int64) { add(Double(amount)) }
      func reset() { value.withLock { $0 = 0 } }
      func recordNanoseconds(_ duration: Int64) { add(1) }
      func record(_ value: Int64) { add(1) }
      func record(_ value: Double) { add(1) }
      func set(_ value: Int64) { self.value.withLock { $0 = Double(value) } }
      func set(_ value: Double) { self.value.withLock { $0 = value } }
      func increment(by amount: Double) { add(amount) }
      func decrement(by amount: Double) { add(-amount) }
    }

    private let instruments = Mutex<[String: Instrument]>([:])

    func value(_ name: String) -> Double? { instruments.withLock { $0[name] }?.value.withLock { $0 } }
    var names: [String] { instruments.withLock { Array($0.keys) } }

    private func make(_ label: String, _ dimensions: [(String, String)]) -> Instrument {
      let name = ([label] + dimensions.map { "\($0.0)=\($0.1)" }).joined(separator: " ")
      return instruments.withLock { all in
        let instrument = all[name] ?? Instrument()
        all[name] = instrument
        return instrument
      }
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
      make(label, dimensions)
    }
    func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
      make(label, dimensions)
    }
    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
      make(label, dimensions)
    }
    func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
      make(label, dimensions)
    }
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyMeter(_ handler: any MeterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
  }

  @Test("count requests by route pattern, and never by path or by a method that a client made up")
  func requests() async throws {
    let recorder = Recorder.shared
    var router = Router()
    router.on(.get, "metered/:id") { _, _ in .text("x") }
    try await TestClient.run(Sample.application(router), .live) { client in
      for id in 0..<5 { _ = try await client.execute(.get, "/metered/\(id)") }
      _ = try await client.execute(.init("BREW") ?? .get, "/metered/1")
    }
    #expect(recorder.value("http_requests_total method=GET route=metered/:id status=2xx") == 5)
    #expect(recorder.value("http_request_duration_seconds method=GET route=metered/:id") == 5)
    #expect((recorder.value("http_requests_total method=other route=none status=4xx") ?? 0) >= 1)
    #expect(recorder.value("http_requests_in_flight") != nil)
    #expect(recorder.value("http_connections") != nil)
    #expect(!recorder.names.contains { $0.contains("metered/1") || $0.contains("BREW") })
  }
}
