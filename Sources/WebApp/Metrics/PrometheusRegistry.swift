import CoreMetrics
import Synchronization

/// Collects the measurements of swift-metrics, and writes them in Prometheus' text format (exposition format 0.0.4).
///
/// Series live as long as the process; labels must therefore come from small sets (route patterns, not paths).
final class PrometheusRegistry: MetricsFactory {
  struct Series: Hashable, Comparable {
    let name: String
    /// Written as they appear between braces, sorted by name.
    let labels: String

    init(_ label: String, _ dimensions: [(String, String)]) {
      name = String(label.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
      labels = dimensions.sorted { $0.0 < $1.0 }.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }.joined(
        separator: ",")
    }

    static func < (left: Series, right: Series) -> Bool {
      (left.name, left.labels) < (right.name, right.labels)
    }

    private static func escaped(_ value: String) -> String {
      value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
  }

  private let counters = Mutex<[Series: PrometheusCounter]>([:])
  private let gauges = Mutex<[Series: PrometheusGauge]>([:])
  private let histograms = Mutex<[Series: PrometheusHistogram]>([:])

  func exposition(with figures: [ProcessFigures.Figure] = []) -> String {
    var text = ""
    for figure in figures {
      text += "\(Self.heading(figure.name, figure.kind))\(figure.name) \(figure.value)\n"
    }
    write(counters.withLock { $0 }, kind: "counter", to: &text) { "\($0.value)" }
    write(gauges.withLock { $0 }, kind: "gauge", to: &text) { "\($0.value)" }
    writeHistograms(to: &text)
    return text
  }

  /// The comment lines above the series of one name.
  private static func heading(_ name: String, _ kind: String) -> String {
    let help = MetricDescriptions.all[name].map { "# HELP \(name) \($0)\n" } ?? ""
    return "\(help)# TYPE \(name) \(kind)\n"
  }

  private func write<Instrument>(
    _ all: [Series: Instrument], kind: String, to text: inout String, value: (Instrument) -> String
  ) {
    var last = ""
    for (series, instrument) in all.sorted(by: { $0.key < $1.key }) {
      if series.name != last { text += Self.heading(series.name, kind) }
      last = series.name
      let labels = series.labels.isEmpty ? "" : "{\(series.labels)}"
      text += "\(series.name)\(labels) \(value(instrument))\n"
    }
  }

  private func writeHistograms(to text: inout String) {
    var last = ""
    for (series, histogram) in histograms.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
      if series.name != last { text += Self.heading(series.name, "histogram") }
      last = series.name
      text += histogram.exposition(of: series)
    }
  }

  // MARK: MetricsFactory

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    counters.withLock { $0.instrument(Series(label, dimensions)) { PrometheusCounter() } }
  }

  func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    gauges.withLock { $0.instrument(Series(label, dimensions)) { PrometheusGauge() } }
  }

  func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
    guard aggregate else {
      return gauges.withLock { $0.instrument(Series(label, dimensions)) { PrometheusGauge() } }
    }
    return histograms.withLock { $0.instrument(Series(label, dimensions)) { PrometheusHistogram(unit: 1) } }
  }

  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    // Timers report nanoseconds; Prometheus counts in seconds.
    histograms.withLock { $0.instrument(Series(label, dimensions)) { PrometheusHistogram(unit: 1e-9) } }
  }

  func destroyCounter(_ handler: any CounterHandler) {}
  func destroyMeter(_ handler: any MeterHandler) {}
  func destroyRecorder(_ handler: any RecorderHandler) {}
  func destroyTimer(_ handler: any TimerHandler) {}
}

extension Dictionary where Key == PrometheusRegistry.Series {
  fileprivate mutating func instrument(_ series: Key, make: () -> Value) -> Value {
    if let known = self[series] { return known }
    let new = make()
    self[series] = new
    return new
  }
}
