import CoreMetrics
import DocumentModel
import Metrics
import Synchronization

/// The pool's metrics.
///
/// | name | kind | labels |
/// |---|---|---|
/// | `sheaf_renders_total` | counter | `task`, `outcome` ("ok" or the refusal's code) |
/// | `sheaf_render_seconds` | timer | `task` |
/// | `sheaf_render_queue` | gauge | `priority` |
/// | `sheaf_workers_alive`, `sheaf_workers_busy` | gauges | |
/// | `sheaf_worker_ends_total` | counter | `reason` ("died", or why it was killed) |
struct PoolMetrics: Sendable {
  private let alive = Gauge(label: "sheaf_workers_alive")
  private let busy = Gauge(label: "sheaf_workers_busy")
  private let queue: [RenderPriority: Gauge]
  private let durations: [String: Timer]

  init() {
    queue = Dictionary(
      uniqueKeysWithValues: RenderPriority.allCases.map { priority in
        (priority, Gauge(label: "sheaf_render_queue", dimensions: [("priority", "\(priority)")]))
      })
    durations = Dictionary(
      uniqueKeysWithValues: [
        "sniff", "inspect", "page", "render", "text", "compare", "read-board", "draw-board",
      ].map { task in
        (task, Timer(label: "sheaf_render_seconds", dimensions: [("task", task)]))
      })
  }

  func finished(_ work: FinishedWork) {
    let task = work.key.task.name
    let outcome =
      switch work.outcome {
      case .done: "ok"
      case .failed(let failure): failure.code.rawValue
      }
    Counter(label: "sheaf_renders_total", dimensions: [("task", task), ("outcome", outcome)]).increment()
    if let running = work.running {
      let nanoseconds =
        running.components.seconds * 1_000_000_000 + running.components.attoseconds / 1_000_000_000
      durations[task]?.recordNanoseconds(nanoseconds)
    }
  }

  func workerEnded(_ reason: String) {
    Counter(label: "sheaf_worker_ends_total", dimensions: [("reason", reason)]).increment()
  }

  func observe(_ state: PoolState) {
    alive.record(state.workers.values.count(where: \.isAlive))
    busy.record(state.workers.values.count { $0.item != nil })
    for (priority, gauge) in queue { gauge.record(state.queue.count(priority)) }
  }
}

extension WorkerRequest.Task {
  var name: String {
    switch self {
    case .sniff: "sniff"
    case .inspect: "inspect"
    case .page: "page"
    case .render: "render"
    case .text: "text"
    case .compare: "compare"
    case .readBoard: "read-board"
    case .drawBoard: "draw-board"
    case .print: "print"
    case .export: "export"
    case .annotations: "annotations"
    case .metadata: "metadata"
    case .pictures: "pictures"
    case .properties: "properties"
    case .attachment: "attachment"
    case .entries: "entries"
    case .entry: "entry"
    }
  }
}
