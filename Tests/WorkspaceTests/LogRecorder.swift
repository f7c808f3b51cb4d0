import Logging
import Synchronization

final class LogRecorder: Sendable {
  private let lines = Mutex<[String]>([])

  var logger: Logger { Logger(label: "test") { _ in RecordingHandler(recorder: self) } }
  var all: [String] { lines.withLock { $0 } }

  fileprivate func add(_ line: String) { lines.withLock { $0.append(line) } }
}

private struct RecordingHandler: LogHandler {
  let recorder: LogRecorder
  var metadata: Logger.Metadata = [:]
  var logLevel: Logger.Level = .info

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let pairs = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    recorder.add((["\(event.level)", "\(event.message)"] + pairs).joined(separator: " "))
  }
}
