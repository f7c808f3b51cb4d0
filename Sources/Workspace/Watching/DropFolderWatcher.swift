import DocumentModel
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
  /// How the watcher is doing.
  public struct Status: Hashable, Sendable {
    /// What it is doing.
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
    /// What it is doing.
    public var state = State.starting
    /// Why it fails; nil when it does not.
    public var reason: String?
    /// Files that are being waited for.
    public var pending = 0
    /// Files imported since the start.
    public var imported = 0
    /// Files set aside since the start.
    public var rejected = 0
  }

  private let path: String
  private let importer: FileImporter
  private let pool: BlockingPool
  private let log: Logger
  private let interval: Duration
  private let tracker: Mutex<StabilityTracker<ContinuousClock.Instant>>
  private let current: Mutex<Status>
  private let clock = ContinuousClock()

  /// How many times longer it waits after a look that failed.
  private static let patienceWithFailure = 10

  /// Where drop folders put their documents: handed over by others, not yet filed.
  private static let inbox = FolderPath([FileName(sanitizing: "Inbox")])

  /// A watcher of the folder at the absolute path `path`.
  public init(
    path: String, importer: FileImporter, pool: BlockingPool, log: Logger, interval: Duration = .seconds(1),
    quiet: Duration = .seconds(2), patience: Duration = .seconds(600)
  ) {
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

  /// Watches until the service group shuts down; a file that is being imported is finished first.
  public func run() async throws {
    await cancelWhenGracefulShutdown { [self] in
      while !Task.isCancelled {
        await look()
        let pause = status.state == .failing ? interval * Self.patienceWithFailure : interval
        try? await Task.sleep(for: pause, clock: clock)
      }
    }
  }

  /// Takes up the claims that an earlier run did not finish.
  ///
  /// A folder that is not there has none.
  public func resume() async {
    guard let directory = try? await onPool({ try Directory(opening: self.path) }) else { return }
    _ = try? await finishClaims(in: DropFolder(directory: directory))
  }

  /// True when no claim is left.
  private func finishClaims(in folder: DropFolder) async throws -> Bool {
    var isDone = true
    for claim in try await onPool({ try folder.unfinishedClaims() }) where await !take(claim, from: folder) {
      isDone = false
    }
    return isDone
  }

  /// One look at the folder: claims and imports what is ready, and what was claimed but could not be imported yet.
  func look() async {
    do {
      let folder = DropFolder(directory: try await onPool { try Directory(opening: self.path) })
      // While nothing may come in, files stay where their owners see them.
      try await importer.demandRoom()
      for path in try await ready(in: folder) {
        if Task.isCancelled { return }
        await claim(path, from: folder)
      }
      guard try await finishClaims(in: folder) else { return }
      current.withLock {
        $0.state = .watching
        $0.reason = nil
      }
    } catch {
      fail(error)
    }
  }

  /// The files that are finished.
  private func ready(in folder: DropFolder) async throws -> [DropPath] {
    let candidates = try await onPool { try folder.candidates() }
    var ready: [DropPath] = []
    for candidate in candidates {
      let now = clock.now
      var verdict = tracker.withLock { $0.saw(candidate.path.key, candidate.sighting, at: now) }
      if verdict == .examine {
        // Unreadable for the moment (a lock of the sender, a race) counts as not whole.
        let whole = (try? await onPool { try folder.isWhole(candidate.path) }) ?? false
        verdict = tracker.withLock { $0.judged(candidate.path.key, whole: whole, at: now) }
      }
      if verdict == .take { ready.append(candidate.path) }
    }
    let pending = tracker.withLock {
      $0.keep(only: Set(candidates.map(\.path.key)))
      return $0.pending
    }
    current.withLock { $0.pending = pending }
    return ready
  }

  private func claim(_ path: DropPath, from folder: DropFolder) async {
    tracker.withLock { $0.forget(path.key) }
    do {
      guard try await onPool({ try !folder.isBeingWritten(path) }) else { return }
      _ = try await onPool { try folder.claim(path) }
    } catch {
      log.warning("file in drop folder could not be claimed", metadata: ["reason": "\(error)"])
    }
  }

  /// Imports a claimed file, and removes it when its last bytes are durable.
  ///
  /// False when it has to be tried again.
  private func take(_ claim: DropFolder.Claim, from folder: DropFolder) async -> Bool {
    do {
      let file = try await onPool { try folder.open(claim) }
      // Whoever had it open when it was claimed may still write to it.
      guard file.hasWriter() != true else { return false }
      let before = try await onPool { try file.status() }
      let name = FileName(sanitizing: claim.name)
      _ = try await importer.add(file, named: name, in: Self.inbox, origin: .dropFolder, id: claim.id)
      let after = try await onPool { try file.status() }
      guard before == after, file.hasWriter() != true else { return false }
      try await onPool { try folder.remove(claim) }
      current.withLock { $0.imported += 1 }
      return true
    } catch {
      return await reject(claim, from: folder, because: error)
    }
  }

  private func reject(
    _ claim: DropFolder.Claim, from folder: DropFolder, because error: any Error
  ) async -> Bool {
    if let error = error as? DocumentError, Self.isPassing(error.code) {
      // Not the file's fault: it stays claimed and is tried again at the next look.
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

  private static func isPassing(_ code: DocumentError.Code) -> Bool {
    [.storageFull, .storageLow, .quotaExceeded, .readOnly, .storageFailed, .contentMissing, .busy].contains(
      code)
  }

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

  private func onPool<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await pool.run(body)
  }
}
