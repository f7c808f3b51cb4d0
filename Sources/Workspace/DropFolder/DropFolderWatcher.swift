import DocumentModel
import Glibc
public import LinuxSystem
public import Logging
public import ServiceLifecycle
import Synchronization

/// Imports what is put into a drop folder: waits until a file is finished, claims it, imports it once.
///
/// It looks at the folder again and again instead of trusting notifications, which network folders do not send. A
/// failure of one file sets that file aside; a failure of the folder is shown in ``status`` and tried again for
/// ever.
public final class DropFolderWatcher: Service {
  /// A file that cannot be moved out of the folder.
  public struct Stuck: Hashable, Sendable {
    /// Its name, without characters that no document's name may hold.
    public let name: String
    /// The system's reason.
    public let reason: String
  }

  /// How the watcher is doing.
  public struct Status: Hashable, Sendable {
    /// The activity of the watcher.
    public enum State: String, Hashable, Sendable {
      /// Not started yet.
      case starting
      /// Looking.
      case watching
      /// The folder cannot be read; see ``Status/reason``.
      case failing
    }

    /// The folder's name, without its path.
    public let name: String
    /// The activity.
    public var state = State.starting
    /// Why it fails; nil when it does not.
    public var reason: String?
    /// Files that are being waited for.
    public var pending = 0
    /// Files and folders that are left alone.
    ///
    /// Some have a name of ``IgnoredNames``, are links or pipes, or are packages with such in them. Others lie
    /// too deep or cannot be read.
    public var passedOver = 0
    /// Files imported since the start.
    public var imported = 0
    /// Files set aside since the start.
    public var rejected = 0
    /// Files that cannot be moved out of the folder, the first few by name.
    public var stuck: [Stuck] = []

    static let mostStuck = 10
  }

  private let path: String
  let importer: FileImporter
  private let pool: BlockingPool
  private let log: Logger
  private let interval: Duration
  private let tracker: Mutex<StabilityTracker<ContinuousClock.Instant>>
  private let stuck = Mutex(StuckFiles<ContinuousClock.Instant>())
  private let current: Mutex<Status>
  /// Claims whose documents are durable and whose files could not be removed yet, as they were imported.
  private let imported = Mutex<[DocumentID: DropContent.Sighting]>([:])
  /// Whether importing was stopped: claimed files wait for the next file, or the next start.
  private let isStopped = Mutex(false)
  private let onStep: @Sendable (DropFolder.Step) throws(SystemError) -> Void
  private let bearing: PeriodicTask.Pause
  private let now: @Sendable () -> ContinuousClock.Instant
  private let clock = ContinuousClock()

  /// How long a folder that does not answer is waited for at the start and at the end of the server.
  private static let answerTime = Duration.seconds(5)

  private static let patienceWithFailure = 10

  private static let inbox = FolderPath([FileName(sanitizing: "Inbox")])

  /// A watcher of the folder at the absolute path `path`.
  public convenience init(
    path: String, importer: FileImporter, pool: BlockingPool, log: Logger, interval: Duration = .seconds(1),
    quiet: Duration = .seconds(2), patience: Duration = .seconds(600)
  ) {
    self.init(
      path: path, importer: importer, pool: pool, log: log, interval: interval, quiet: quiet,
      patience: patience, onStep: { _ in })
  }

  init(
    path: String, importer: FileImporter, pool: BlockingPool, log: Logger, interval: Duration = .seconds(1),
    quiet: Duration, patience: Duration = .seconds(600),
    bearing: @escaping PeriodicTask.Pause = PeriodicTask.sleep,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    onStep: @escaping @Sendable (DropFolder.Step) throws(SystemError) -> Void
  ) {
    self.onStep = onStep
    self.bearing = bearing
    self.now = now
    self.path = path
    self.importer = importer
    self.pool = pool
    self.log = log
    self.interval = interval
    tracker = Mutex(StabilityTracker(quiet: quiet, patience: patience))
    let name = path.split(separator: "/").last.map(String.init) ?? "/"
    current = Mutex(Status(name: name))
  }

  /// How the watcher is doing.
  public var status: Status { current.withLock { $0 } }

  /// Watches until the service group shuts down.
  ///
  /// A file that is being imported is finished first, if that is soon. What hangs is not waited for, and is taken
  /// up by the next start.
  public func run() async throws {
    await cancelWhenGracefulShutdown { [self] in
      while !Task.isCancelled {
        await lookOrLeave()
        let pause = status.state == .failing ? interval * Self.patienceWithFailure : interval
        try? await Task.sleep(for: pause, clock: clock)
      }
    }
  }

  /// One look, which is left to itself when it goes on for long after the task was cancelled.
  private func lookOrLeave() async {
    let latch = Latch<Void>()
    let look = Task {
      await self.look()
      latch.open(())
    }
    await withTaskCancellationHandler {
      await latch.wait()
    } onCancel: { [bearing] in
      look.cancel()
      Task {
        await bearing(Self.answerTime)
        latch.open(())
      }
    }
  }

  /// Takes up the claims that an earlier run did not finish.
  ///
  /// A folder that is not there has none; one that does not answer is left to the first look.
  public func resume() async {
    guard let (folder, claims) = await claimsSoon(), !claims.isEmpty else { return }
    _ = try? await takeIn(claims, from: folder)
  }

  /// The folder with what an earlier run did not finish; nil when it cannot be read, or does not answer in time.
  private func claimsSoon() async -> (folder: DropFolder, claims: [DropFolder.Claim])? {
    let latch = Latch<(folder: DropFolder, claims: [DropFolder.Claim])?>()
    Task {
      guard let folder = try? await open(), let claims = try? await claims(in: folder) else {
        return latch.open(nil)
      }
      latch.open((folder, claims))
    }
    let limit = Task { [bearing] in
      await bearing(Self.answerTime)
      if !Task.isCancelled { fail(Self.isSilent) }
      latch.open(nil)
    }
    defer { limit.cancel() }
    return await latch.wait()
  }

  private func open() async throws -> DropFolder {
    DropFolder(
      directory: try await onPool { [path, onStep] in
        try onStep(.entering)
        return try Directory(opening: path)
      }, packages: importer.packageNames, onStep: onStep)
  }

  private func claims(in folder: DropFolder) async throws -> [DropFolder.Claim] {
    try await onPool { try folder.unfinishedClaims() }
  }

  private func finishClaims(in folder: DropFolder) async throws -> Bool {
    let claims = try await claims(in: folder)
    return claims.isEmpty ? true : try await takeIn(claims, from: folder)
  }

  /// One look at the folder: claims and imports what is ready, and what was claimed but could not be imported yet.
  func look() async {
    do {
      let folder = try await open()
      // While nothing may come in, files stay where their owners see them.
      try await importer.requireRoom()
      for path in try await ready(in: folder) {
        if Task.isCancelled { return }
        await claim(path, from: folder)
        isStopped.withLock { $0 = false }
      }
      reportOfStuck()
      let isDone = isStopped.withLock(\.self) ? true : try await finishClaims(in: folder)
      guard isDone else { return }
      current.withLock {
        $0.state = .watching
        $0.reason = nil
      }
    } catch is CancellationError {
      isStopped.withLock { $0 = true }
    } catch {
      fail(error)
    }
  }

  private func ready(in folder: DropFolder) async throws -> [DropPath] {
    let walk = try await onPool { try folder.look() }
    var ready: [DropPath] = []
    for candidate in walk.candidates {
      let now = now()
      var verdict = tracker.withLock { $0.saw(candidate.path.bytes, candidate.sighting, at: now) }
      if verdict == .examine {
        // Unreadable for the moment (a lock of the sender, a race) counts as not whole.
        let whole = (try? await onPool { try folder.content(candidate.path).isWhole() }) ?? false
        verdict = tracker.withLock { $0.judged(candidate.path.bytes, whole: whole, at: now) }
      }
      if verdict == .take { ready.append(candidate.path) }
    }
    note(walk)
    return ready
  }

  private func note(_ walk: DropFolderWalk) {
    let seen = Set(walk.candidates.map(\.path.bytes))
    let pending = tracker.withLock { tracker in
      tracker.keep(only: seen)
      return tracker.pending
    }
    stuck.withLock { $0.keep(only: seen) }
    current.withLock { $0.pending = pending }
    report(passedOver: walk.passedOver)
  }

  private func report(passedOver count: Int) {
    let isNews = current.withLock { status in
      defer { status.passedOver = count }
      return status.passedOver != count
    }
    if isNews { log.info("names in drop folder are passed over", metadata: ["count": "\(count)"]) }
  }

  private func claim(_ path: DropPath, from folder: DropFolder) async {
    tracker.withLock { $0.forget(path.bytes) }
    do {
      guard try await onPool({ try !folder.content(path).isBeingWritten() }) else { return }
      _ = try await onPool { try folder.claim(path) }
      stuck.withLock { $0.moved(path.bytes) }
    } catch {
      let file = Stuck(name: FileName(sanitizing: path.name).description, reason: "\(error)")
      stuck.withLock { $0.failed(path.bytes, file) }
    }
  }

  private func reportOfStuck() {
    let (news, first) = stuck.withLock { ($0.news(at: now()), $0.first(Status.mostStuck)) }
    current.withLock { $0.stuck = first }
    guard let news else { return }
    log.warning(
      "files cannot be moved out of the drop folder; they are tried again and again",
      metadata: ["count": "\(news.count)", "name": "\(news.file.name)", "reason": "\(news.file.reason)"])
  }

  /// Imports a claimed file, and removes it when its last bytes are durable.
  ///
  /// False when it has to be tried again.
  func take(_ claim: DropFolder.Claim, from folder: DropFolder) async -> Bool {
    do {
      let file = try await onPool { try folder.open(claim) }
      guard let taken = try await importing(claim, file) else { return false }
      imported.withLock { $0[claim.id] = taken }
    } catch {
      return await reject(claim, from: folder, because: error)
    }
    return await remove(claim, from: folder)
  }

  private func importing(
    _ claim: DropFolder.Claim, _ content: DropContent
  ) async throws -> DropContent.Sighting? {
    // A program that had it open when it was claimed may still write to it.
    guard let before = try await onPool({ try content.isBeingWritten() ? nil : content.sighting() }) else {
      return nil
    }
    if imported.withLock({ $0[claim.id] }) == before { return before }
    let name = FileName(sanitizing: claim.name)
    switch content {
    case .file(let file):
      _ = try await importer.add(file, named: name, in: Self.inbox, origin: .dropFolder, id: claim.id)
    case .package(let folder):
      _ = try await importer.add(
        package: folder, named: name, in: Self.inbox, origin: .dropFolder, id: claim.id)
    }
    let after = try await onPool { try content.isBeingWritten() ? nil : content.sighting() }
    return before == after ? after : nil
  }

  /// A document's file is never set aside as well: when it cannot be removed, that is tried again.
  private func remove(_ claim: DropFolder.Claim, from folder: DropFolder) async -> Bool {
    do {
      try await onPool { try folder.remove(claim) }
    } catch {
      fail(error)
      return false
    }
    imported.withLock { $0[claim.id] = nil }
    current.withLock { $0.imported += 1 }
    return true
  }

  private func reject(
    _ claim: DropFolder.Claim, from folder: DropFolder, because error: any Error
  ) async -> Bool {
    guard Self.isOwnFault(error) else {
      // It stays claimed and is tried again at the next look.
      fail(error)
      return false
    }
    log.warning("file in drop folder was set aside", metadata: ["reason": "\(error)"])
    let reason = (error as? DocumentError)?.detail ?? "\(error)"
    do {
      try await onPool { try folder.reject(claim, reason: reason) }
      current.withLock { $0.rejected += 1 }
      return true
    } catch {
      fail(error)
      return false
    }
  }

  /// Whether a failure is the file's, and not that of the machine or the store.
  ///
  /// A machine that runs out of room, descriptors or memory recovers, and so does a store.
  private static func isOwnFault(_ error: any Error) -> Bool {
    switch error {
    case let error as DocumentError: !passing.contains(error.code)
    case let error as SystemError: [EACCES, EPERM, EINVAL, ELOOP].contains(error.errno)
    default: false
    }
  }

  private static let passing: Set<DocumentError.Code> = [
    .storageFull, .storageLow, .quotaExceeded, .readOnly, .storageFailed, .contentMissing,
    .contentUnreadable, .busy, .contentChanged,
  ]

  private func fail(_ error: any Error) {
    let reason = (error as? DocumentError)?.detail ?? "\(error)"
    let isNews = current.withLock { status in
      defer {
        status.state = .failing
        status.reason = reason
      }
      return status.reason != reason
    }
    if isNews { log.error("drop folder fails", metadata: ["reason": "\(reason)"]) }
  }

  /// One look at the disk, of which people read when it hangs.
  private func onPool<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    let limit = Task { [bearing] in
      await bearing(Self.answerTime)
      if !Task.isCancelled { fail(Self.isSilent) }
    }
    defer { limit.cancel() }
    return try await pool.run(body)
  }

  private static let isSilent = DocumentError(
    .storageFailed, "the folder does not answer; it is waited for")
}

// MARK: - Taking in

extension DropFolderWatcher {
  private struct Outcome: Sendable {
    var taken = 0
    var left = 0

    /// One file is nothing that users would look for in a list of long work.
    var sentence: String? { taken > 1 ? "\(taken) files were taken in" : nil }
  }

  /// Takes in what is claimed; true when nothing of it is left.
  ///
  /// Ends after the file that is being taken in when the task or the job is cancelled, and throws `CancellationError` then.
  private func takeIn(_ claims: [DropFolder.Claim], from folder: DropFolder) async throws -> Bool {
    let outcome = try await importer.jobs.run(
      .importing, "Taking in files from \"\(status.name)\"",
      summary: { (outcome: Outcome) in outcome.sentence }
    ) { progress in
      var outcome = Outcome()
      for (number, claim) in claims.enumerated() {
        try Task.checkCancellation()
        progress.advance(to: number, of: claims.count)
        // A task of its own: what is being taken in is not given up half way.
        let isTaken = await Task { await self.take(claim, from: folder) }.value
        if isTaken { outcome.taken += 1 } else { outcome.left += 1 }
      }
      progress.advance(to: claims.count, of: claims.count)
      return outcome
    }
    return outcome.left == 0
  }
}
