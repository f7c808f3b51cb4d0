import DocumentModel
import Glibc

/// The limits of a worker pool.
public struct PoolLimits: Hashable, Sendable {
  /// Worker processes.
  public var workers: Int
  /// Requests that may wait; a further one is refused as `.busy`, or evicts a less urgent one.
  public var queueLength = 4_096
  /// Documents that a worker is assumed to have parsed; it is preferred for them.
  public var parsedDocuments = 8

  /// Rasters whose pixels a worker is assumed to have kept; it is preferred for their tiles.
  public var keptRasters = 4
  /// Waiting tiles of one raster above which a second worker draws that raster too.
  public var tilesPerWorker = 16

  /// Wall-clock limit of identifying a content.
  public var sniffTime: Duration = .seconds(5)
  /// Wall-clock limit of describing a document.
  public var inspectTime: Duration = .seconds(10)
  /// Wall-clock limit of drawing a page.
  public var renderTime: Duration = .seconds(20)
  /// Wall-clock limit of reading a page's text.
  public var textTime: Duration = .seconds(10)
  /// Wall-clock limit of drawing and comparing two pages.
  public var compareTime: Duration = .seconds(30)
  /// Wall-clock limit of reading a board, which may be a long file.
  public var boardReadTime: Duration = .seconds(20)
  /// Wall-clock limit of drawing a whole board.
  public var boardTime: Duration = .seconds(60)
  /// Time after which work that no caller waits for is killed; its result still goes to the cache.
  public var orphanGrace: Duration = .seconds(2)

  /// Time that a visible request waits before running work is preempted for it.
  public var patience: Duration = .seconds(1)
  /// Preemptions of one piece of work, after which it is refused.
  public var preemptions = 4

  /// Time within which a worker must say hello.
  public var startTime: Duration = .seconds(10)
  /// The wait after a failed start; it doubles with each further failure.
  public var shortestBackoff: Duration = .milliseconds(100)
  /// The longest wait between two starts.
  public var longestBackoff: Duration = .seconds(30)
  /// Failed starts in a row after which, with no worker alive, requests are refused at once.
  public var startAttempts = 3

  /// Requests after which a worker is replaced.
  public var maximumServed = 1_000
  /// Age after which a worker that served is replaced.
  public var maximumAge: Duration = .seconds(30 * 60)
  /// Bytes of answers after which a worker is replaced, because it may still hold their memory files.
  public var maximumAnsweredBytes: Int64 = 512 << 20
  /// Processor time after which the kernel ends a worker; the pool replaces an honest worker at half of it.
  public var maximumProcessorTime: Duration = .seconds(60 * 60)
  /// Processors that work may keep busy during its wall-clock limit; a worker computes on one thread.
  public var processorShare = 1.0
  /// Processor time that a worker may use beyond its work, from one answer to the next.
  public var spareProcessorTime: Duration = .seconds(5)
  /// The interval between measurements of a busy worker; an idle one is measured every ``restTime``.
  public var lookTime: Duration = .seconds(1)
  /// Resident memory above which a worker is replaced after an answer, in bytes.
  public var maximumResidentBytes = 512 << 20
  /// Idle time before a worker is measured; by then it has released its caches (`WorkerLoop`).
  public var restTime: Duration = .seconds(20)
  /// Resident memory above which a worker is replaced after ``restTime``, in bytes.
  public var maximumRestingBytes = 192 << 20

  /// Kills after which a document is quarantined.
  public var killsToQuarantine = 2
  /// Time during which a kill counts against a document that is not in quarantine.
  public var killMemory: Duration = .seconds(10 * 60)

  /// The default limits for `workers` processes.
  public init(workers: Int) {
    self.workers = max(1, workers)
  }

  func processorTime(for task: WorkerRequest.Task) -> Duration { time(for: task) * processorShare }

  func time(for task: WorkerRequest.Task) -> Duration {
    switch task {
    case .sniff: sniffTime
    case .inspect, .page, .metadata, .pictures: inspectTime
    case .render: renderTime
    case .text: textTime
    case .compare: compareTime
    case .readBoard: boardReadTime
    case .drawBoard, .print, .export, .properties, .annotations, .attachment, .entries, .entry: boardTime
    }
  }
}

enum Processors {
  static var count: Int { Int(sysconf(CInt(_SC_NPROCESSORS_ONLN))) }
}
