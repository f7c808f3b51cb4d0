import CoreMetrics
import Synchronization

final class PrometheusCounter: CounterHandler {
  private let count = Atomic<Int64>(0)

  var value: Int64 { count.load(ordering: .relaxed) }

  func increment(by amount: Int64) {
    count.wrappingAdd(amount, ordering: .relaxed)
  }

  func reset() {
    count.store(0, ordering: .relaxed)
  }
}

final class PrometheusGauge: MeterHandler, RecorderHandler {
  private let number = Mutex<Double>(0)

  var value: Double { number.withLock { $0 } }

  func set(_ value: Int64) { set(Double(value)) }
  func set(_ value: Double) { number.withLock { $0 = value } }
  func increment(by amount: Double) { number.withLock { $0 += amount } }
  func decrement(by amount: Double) { number.withLock { $0 -= amount } }
  func record(_ value: Int64) { set(Double(value)) }
  func record(_ value: Double) { set(value) }
}

/// A histogram: the number of values below each of a row of bounds.
final class PrometheusHistogram: TimerHandler, RecorderHandler {
  private struct State {
    var counts = [Int](repeating: 0, count: PrometheusHistogram.bounds.count + 1)
    var sum = 0.0
  }

  /// In the unit of the exposition.
  ///
  /// From a cached response (50 µs) to the longest render (20 s).
  private static let bounds = [
    0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
  ]

  private let unit: Double
  private let state = Mutex(State())

  init(unit: Double) {
    self.unit = unit
  }

  func recordNanoseconds(_ duration: Int64) { record(Double(duration)) }
  func record(_ value: Int64) { record(Double(value)) }

  func record(_ value: Double) {
    let value = value * unit
    let bucket = Self.bounds.firstIndex { value <= $0 } ?? Self.bounds.count
    state.withLock {
      $0.counts[bucket] += 1
      $0.sum += value
    }
  }

  func exposition(of series: PrometheusRegistry.Series) -> String {
    let (counts, sum) = state.withLock { ($0.counts, $0.sum) }
    let separator = series.labels.isEmpty ? "" : ","
    let braces = series.labels.isEmpty ? "" : "{\(series.labels)}"
    var total = 0
    var text = ""
    for (bound, count) in zip(Self.bounds.map { "\($0)" } + ["+Inf"], counts) {
      total += count
      text += "\(series.name)_bucket{\(series.labels)\(separator)le=\"\(bound)\"} \(total)\n"
    }
    return text + "\(series.name)_sum\(braces) \(sum)\n\(series.name)_count\(braces) \(total)\n"
  }
}
