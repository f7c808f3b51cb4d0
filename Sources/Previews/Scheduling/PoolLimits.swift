import DocumentModel

/// The bounds within which a pool of workers does its work.
public struct PoolLimits: Hashable, Sendable {
  /// Worker processes.
  public var workers: Int
  /// Requests that may wait; one more is refused as `.busy`, or pushes out a less urgent one.
  public var queueLength = 4_096
  /// Documents that a worker is taken to have parsed; it is preferred for them.
  public var parsedDocuments = 8

  /// Pages at a scale of which a worker is taken to have kept the pixels; it is preferred for their tiles.
  public var keptRasters = 4
  /// When more tiles of one raster than this wait for the worker that has it, another one draws it too.
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
  /// How much longer work may run that nobody wants any more; its result still goes to the cache.
  public var orphanGrace: Duration = .seconds(2)

  /// How long somebody who looks waits at most for work that is not looked at, or of a client that holds several workers.
  public var patience: Duration = .seconds(1)
  /// How often work that nobody looks at makes way for a look before it is refused.
  public var preemptions = 4

  /// How soon a worker must say hello.
  public var startTime: Duration = .seconds(10)
  /// The wait after a failed start; doubles with each further one.
  public var shortestBackoff: Duration = .milliseconds(100)
  /// The longest wait between two starts.
  public var longestBackoff: Duration = .seconds(30)
  /// After so many failed starts in a row, with no worker alive, requests are refused at once.
  public var startAttempts = 3

  /// Requests after which a worker is replaced.
  public var maximumServed = 1_000
  /// Age after which a worker that served is replaced.
  public var maximumAge: Duration = .seconds(30 * 60)
  /// Bytes of answers after which a worker is replaced: it may still hold them all, where nobody sees them.
  public var maximumAnsweredBytes: Int64 = 512 << 20
  /// Processor time after which the kernel ends a worker, whatever it does; at half of it, an honest one is replaced.
  public var maximumProcessorTime: Duration = .seconds(60 * 60)
  /// Processors that work may keep busy for as long as it may take: a worker computes on one thread.
  public var processorShare = 1.0
  /// What a worker may compute beside its work, from one answer to the next.
  public var spareProcessorTime: Duration = .seconds(5)
  /// How often a worker at work is looked at from outside; one that rests every ``restTime``.
  public var lookTime: Duration = .seconds(1)
  /// Resident memory above which a worker is replaced after its answer, in bytes.
  public var maximumResidentBytes = 512 << 20
  /// How long a worker must have had nothing to do before it is weighed; by then it gave back what it can (`WorkerLoop`).
  public var restTime: Duration = .seconds(20)
  /// Resident memory above which a worker is replaced that has had nothing to do for so long, in bytes.
  public var maximumRestingBytes = 192 << 20

  /// Kills after which a document is not tried again.
  public var killsToQuarantine = 2
  /// How long a kill is held against a document that is not in quarantine yet.
  public var killMemory: Duration = .seconds(10 * 60)

  /// Limits with their defaults, for so many workers.
  public init(workers: Int) {
    self.workers = max(1, workers)
  }

  /// The processor time of a task.
  func processorTime(for task: WorkerRequest.Task) -> Duration { time(for: task) * processorShare }

  /// The wall-clock limit of a task.
  func time(for task: WorkerRequest.Task) -> Duration {
    switch task {
    case .sniff: sniffTime
    case .inspect, .page: inspectTime
    case .render: renderTime
    case .text: textTime
    case .compare: compareTime
    case .readBoard: boardReadTime
    case .drawBoard: boardTime
    }
  }
}
