import DocumentModel
import Logging
import ServiceLifecycle
import Synchronization

/// When index and disk are brought in line: soon after something was noticed, and everywhere at the latest after the interval.
extension Reconciler {
  /// What a look left to be done.
  struct Outcome: Sendable {
    var report = Report()
    /// Places where files are being written.
    var again: Set<Location> = []
    /// After which pause the whole tree is to be looked at; nil for not at all.
    var treeAfter: Duration?
  }

  /// Works off the queue until the service group shuts down.
  public func run() async throws {
    await cancelWhenGracefulShutdown { [self] in
      await withTaskGroup(of: Void.self) { group in
        // A sleep that is cancelled ends the listening.
        group.addTask { await self.listen { (try? await Task.sleep(for: $0)) != nil } }
        group.addTask { await self.workOff() }
      }
    }
    await workspace.longFiles.cancel()
  }

  private func workOff() async {
    while !Task.isCancelled {
      switch waiting.withLock({ $0.next(at: now()) }) {
      case .work(let work): await makeCurrent(work)
      case .nap(let nap):
        await withTaskCancellationHandler {
          await nap.value
        } onCancel: {
          nap.cancel()
        }
      }
    }
  }

  /// One pass, of which the log tells.
  func passAndReport() async {
    waiting.withLock { $0.queue.begin() }
    await makeCurrent(.tree)
  }

  private func makeCurrent(_ work: PlaceQueue<ContinuousClock.Instant>.Work) async {
    var outcome = Outcome()
    do {
      outcome = try await workspace.jobs.run(
        .reconcile, "Comparing files and index", summary: { $0.report.summary }
      ) { [self] progress in
        switch work {
        case .tree: try await passOverTree(progress)
        case .places(let places): try await pass(over: places)
        }
      }
      if outcome.report.hasNews {
        log.notice("index brought in line with the files", metadata: outcome.report.metadata)
      }
      said.withLock { _ = $0.remove(Self.failure) }
    } catch {
      sayOnce(Self.failure, "files and index could not be compared", because: error)
    }
    waiting.withLock { [outcome] in
      $0.queue.finish(
        work, at: now(), again: outcome.again, after: writers.quiet, treeAfter: outcome.treeAfter)
    }
  }

  private static let failure = "pass"

  private func passOverTree(_ progress: JobProgress) async throws -> Outcome {
    let report = try await pass(progress)
    let written = writers.places
    // The others are missing, and somebody may be about to write them again.
    return Outcome(
      report: report, again: written, treeAfter: report.unfinished > written.count ? writers.quiet : nil)
  }

  /// Brings single places in line, where nothing but a file's content is new.
  ///
  /// A file that is missing, or that is another than the document's, may have been renamed: then nothing is done, and the
  /// whole tree is wanted.
  func pass(over places: [Location]) async throws -> Outcome {
    awaited.withLock { $0 = nil }
    let looks = try await workspace.contents.fingerprints(at: places)
    let sorted = try await sort(looks.map { PlacedContent(location: $0.key, fingerprint: $0.value) })
    let absent = try await workspace.metadata.entries(at: places.filter { looks[$0] == nil })
    guard absent.isEmpty, sorted.displaced.isEmpty,
      !sorted.own.contains(where: { $0.entry.fingerprint.isOtherFile(than: $0.file.fingerprint) })
    else { return Outcome(treeAfter: .zero) }
    var outcome = Outcome(report: Report(files: looks.count))
    for (entry, file) in sorted.own where !entry.fingerprint.isUnchanged(from: file.fingerprint) {
      if await isUnfinished(file, &outcome.report) {
        outcome.again.insert(file.location)
      } else {
        try await refresh(entry, file, &outcome.report)
      }
    }
    let unfinished = await unfinished(among: sorted, &outcome.report)
    outcome.again.formUnion(unfinished)
    try await adopt(sorted.strangers.filter { !unfinished.contains($0.location) }, &outcome.report)
    if outcome.report.unfinished > outcome.again.count { outcome.treeAfter = writers.quiet }
    return outcome
  }

  /// Listens to hints, and begins again when they end: there may be too many folders now, or too little memory, and not
  /// for ever.
  ///
  /// - Parameter rest: waits for so long; false to end, as when the task is cancelled.
  func listen(_ rest: (Duration) async -> Bool) async {
    repeat {
      if let notices = workspace.contents.notices() {
        for await notice in notices { await hear(notice) }
      }
      guard !Task.isCancelled else { return }
      sayOnce(
        "deafness", at: .notice,
        "the machine does not tell of changes in Documents; they are seen by looking at it now and then")
    } while await rest(Self.deafPause)
  }

  /// From the end of the hints to the next try to get some.
  static let deafPause = Duration.seconds(300)

  /// Queues the places that are not in line: most of what happens in the tree this server does itself.
  private func hear(_ notice: TreeNotice) async {
    guard case .places(let places) = notice else {
      return waiting.withLock { $0.queue.notice(notice, at: now()) }
    }
    for place in places where await !isInOrder(place) {
      waiting.withLock { $0.queue.notice(.places([place]), at: now()) }
    }
  }

  /// Looks when nobody is at work there.
  private func isInOrder(_ place: Location) async -> Bool {
    let isInOrder = try? await workspace.gate.pass(place) { () async throws(DocumentError) in
      let entry = try await workspace.metadata.entries(at: [place]).first
      let looks = try await workspace.contents.fingerprints(at: [place])[place]
      guard let entry else { return looks == nil || Self.isPassedOver(place) }
      guard let looks else { return false }
      noteThere(entry.document.id)
      return entry.fingerprint.hasContent(of: looks)
    }
    return isInOrder ?? false
  }
}

/// The queue, and the sleep until something in it is due.
struct WaitingPlaces {
  enum Next {
    case work(PlaceQueue<ContinuousClock.Instant>.Work)
    case nap(Task<Void, Never>)
  }

  /// What changes it ends the sleep.
  var queue: PlaceQueue<ContinuousClock.Instant> {
    didSet { nap?.cancel() }
  }
  private var nap: Task<Void, Never>?

  init(interval: Duration, at now: ContinuousClock.Instant) {
    queue = PlaceQueue(interval: interval, at: now)
  }

  /// What is due, or the sleep until it is.
  mutating func next(at now: ContinuousClock.Instant) -> Next {
    if let work = queue.take(at: now) { return .work(work) }
    let pause = queue.due.map { now.duration(to: $0) } ?? queue.interval
    let nap = Task { _ = try? await Task.sleep(for: pause) }
    self.nap = nap
    return .nap(nap)
  }
}
