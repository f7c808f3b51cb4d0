import DocumentModel
import Logging
import ServiceLifecycle
import Synchronization

/// When passes come: at the latest after the interval, and soon after something was noticed.
extension Reconciler {
  /// Passes again and again until the service group shuts down.
  public func run() async throws {
    await cancelWhenGracefulShutdown { [self] in
      await withTaskGroup(of: Void.self) { group in
        // A sleep that is cancelled ends the listening.
        group.addTask { await self.listen { (try? await Task.sleep(for: $0)) != nil } }
        group.addTask { await self.keepTime() }
      }
    }
    await workspace.longFiles.cancel()
  }

  private func keepTime() async {
    while !Task.isCancelled {
      guard let nap = timing.withLock({ $0.nap(at: now()) }) else {
        await passAndReport()
        continue
      }
      await withTaskCancellationHandler {
        await nap.value
      } onCancel: {
        nap.cancel()
      }
    }
  }

  /// Listens to hints, and begins again when they end: there may be too many folders now, or too little memory, and not
  /// for ever.
  ///
  /// - Parameter rest: waits for so long; false to end, as when the task is cancelled.
  func listen(_ rest: (Duration) async -> Bool) async {
    var (pause, began) = (GrowingPause(), now())
    repeat {
      began = now()
      if let notices = workspace.contents.notices() {
        for await notice in notices where await isNews(notice) {
          timing.withLock { $0.notice(at: now()) }
        }
      }
      guard !Task.isCancelled else { return }
      sayOnce(
        Self.deafness, at: .notice,
        "the machine does not tell of changes in Documents; they are seen by looking at it now and then")
    } while await rest(pause.next(after: began.duration(to: now())))
  }

  private static let deafness = "deafness"

  /// Whether index and disk are not in line where something was noticed: most of what happens in the tree this server
  /// does itself.
  private func isNews(_ notice: TreeNotice) async -> Bool {
    guard case .places(let places) = notice else { return true }
    for place in places where await !isInOrder(place) { return true }
    return false
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

/// The schedule of passes, and the sleep until the next.
struct PassTiming {
  var schedule: PassSchedule<ContinuousClock.Instant>
  private var nap: Task<Void, Never>?
  /// Whether a pass is under way; there is one at a time.
  private var isPassing = false

  init(schedule: PassSchedule<ContinuousClock.Instant>) {
    self.schedule = schedule
  }

  /// Sleeps until the next pass is due, or until something is noticed; nil when it is due.
  mutating func nap(at now: ContinuousClock.Instant) -> Task<Void, Never>? {
    let pause = isPassing ? Self.shortNap : now.duration(to: schedule.due)
    guard pause > .zero else { return nil }
    let nap = Task { _ = try? await Task.sleep(for: pause) }
    self.nap = nap
    return nap
  }

  /// How long to wait for another pass to end, as the first does when the server starts.
  private static let shortNap = Duration.milliseconds(250)

  /// A pass begins at `now`.
  mutating func begin() {
    isPassing = true
    schedule.begin()
  }

  /// A pass ended, as ``PassSchedule/end(at:cost:quiet:)``.
  mutating func end(at now: ContinuousClock.Instant, cost: Duration, quiet: Duration?) {
    isPassing = false
    schedule.end(at: now, cost: cost, quiet: quiet)
  }

  /// Something may have happened: the next pass may be due sooner.
  mutating func notice(at now: ContinuousClock.Instant) {
    schedule.notice(at: now)
    nap?.cancel()
  }
}
