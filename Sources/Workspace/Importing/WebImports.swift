public import DocumentModel
public import Logging
import Synchronization

/// Makes documents of contents of the web, each as a job.
///
/// An order is durable before it is answered, and goes when its job has ended. A server that is killed or stopped before
/// leaves it. The next one begins the import anew, and gives the document the same id, so that none comes twice. An order
/// whose job was never resumed rests there, too.
///
/// ```
///   begin ──▶ kept ──▶ job (waits, runs, rests) ──▶ document, refusal or cancellation ──▶ forgotten
///              ▲                │ the server ends
///              └── next start ──┘ (three times; then it is told as failed)
/// ```
public final class WebImports: Sendable {
  /// The machines that a name leads to; throws `.fetchFailed` for a name that leads nowhere.
  public typealias LookUp = @Sendable (_ host: String) async throws(DocumentError) -> [NetworkAddress]

  let workspace: DocumentWorkspace
  let fetcher: (any WebFetcher)?
  let lookUp: LookUp
  let allowsPrivate: Bool
  let limits: ImportLimits
  let clock: @Sendable () -> ContinuousClock.Instant
  let forgetMade: @Sendable (ContentHash) async -> Void
  private let store: any ImportOrderStore
  private let log: Logger
  private let lane: ImportLane
  private let state = Mutex<[ImportOrder]>([])
  private let saving = KeyedLock<Int>()

  /// Imports into `workspace`.
  ///
  /// - Parameters:
  ///   - fetcher: asks the web; nil where that cannot be done.
  ///   - store: keeps orders.
  ///   - limits: the bounds of contents.
  ///   - allowsPrivate: whether machines of private networks may be asked, this one among them.
  ///   - log: notes what comes of each import.
  ///   - forgetMade: removes what was made of a content.
  ///   - lookUp: asks for the machines of a name.
  ///   - clock: tells the time; to be replaced in tests alone.
  public init(
    into workspace: DocumentWorkspace, fetcher: (any WebFetcher)?, store: any ImportOrderStore,
    limits: ImportLimits, allowsPrivate: Bool = false, log: Logger,
    forgetMade: @escaping @Sendable (ContentHash) async -> Void = { _ in }, lookUp: @escaping LookUp,
    clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    self.workspace = workspace
    self.fetcher = fetcher
    self.store = store
    self.limits = limits
    self.allowsPrivate = allowsPrivate
    self.log = log
    self.forgetMade = forgetMade
    self.lookUp = lookUp
    self.clock = clock
    lane = ImportLane(limits)
  }

  /// Takes an order and begins its job; when it returns, the order is durable.
  ///
  /// Throws `.fetcherMissing`, `.busy` for too many, `.quotaExceeded` and `.storageLow` where nothing may come in now.
  public func begin(_ order: ImportOrder) async throws(DocumentError) -> Job {
    guard fetcher != nil else { throw Self.missing }
    try await workspace.contents.requireRoom(for: 0)
    let kept = order.triedAgain
    try await change { (orders) throws(DocumentError) in
      guard orders.count < self.limits.waiting else {
        throw DocumentError(.busy, "too many imports wait already; try again when some have ended")
      }
      return orders + [kept]
    }
    return try start(kept)
  }

  /// Begins the orders anew that an earlier server did not come to the end of.
  public func resume() async {
    do throws(DocumentError) {
      let orders = try await store.orders()
      state.withLock { $0 = orders }
      guard !orders.isEmpty else { return }
      try await change { orders in orders.map(\.triedAgain) }
      for order in state.withLock(\.self) { _ = try start(order) }
    } catch {
      log.error("imports of an earlier start could not be begun", metadata: ["reason": "\(error)"])
    }
  }

  static let missing = DocumentError(
    .fetcherMissing,
    "fetching from the web needs curl and bubblewrap on the server; make extras installs them")

  private func start(_ order: ImportOrder) throws(DocumentError) -> Job {
    let jobs = workspace.jobs
    let id = jobs.begin(
      .download, "Fetch \(Self.title(of: order))", transfer: Job.Transfer(url: order.address),
      isSuspended: order.isSuspended)
    let job = try jobs.job(id)
    Task {
      do {
        _ = try await jobs.conduct(
          id, summary: { (made: Document) in "\(made.location.relativePath), \(made.size) bytes" }
        ) { [self] progress in try await work(on: order, progress) }
      } catch {
        // Nothing was done yet where it was cancelled before it began.
        await forget(order, error)
      }
    }
    return job
  }

  /// Forgets the order before its job ends, so that no later start begins it again.
  private func work(on order: ImportOrder, _ progress: JobProgress) async throws -> Document {
    do {
      let document = try await carryOut(try await resumed(order, progress), progress)
      await forget(order, nil)
      return document
    } catch {
      await forget(order, error)
      throw error
    }
  }

  /// The order once its job is resumed; a later server begins it at once, too.
  private func resumed(_ order: ImportOrder, _ progress: JobProgress) async throws -> ImportOrder {
    guard order.isSuspended else { return order }
    try await progress.waitWhileSuspended()
    let begun = order.resumed.triedAgain
    try await change { orders in orders.map { $0.id == begun.id ? begun : $0 } }
    return begun
  }

  /// The name or the last part of the address, and the host; never the query, which may hold a secret.
  private static func title(of order: ImportOrder) -> String {
    guard let address = try? WebAddress(order.address) else { return "an address" }
    let name = order.name?.description ?? address.lastComponent.map { FileName(sanitizing: $0).description }
    return (name.map { "\($0) from " } ?? "") + address.host
  }

  private func carryOut(_ order: ImportOrder, _ progress: JobProgress) async throws -> Document {
    guard let fetcher else { throw Self.missing }
    guard order.tries <= limits.tries else {
      throw DocumentError(
        .fetchFailed, "the server ended \(limits.tries) times while this went on; ask again")
    }
    // An earlier server may have come so far.
    if let made = try await workspace.index.document(order.id) {
      progress.note { $0.document = made.id }
      return made
    }
    let address = try WebAddress(order.address)
    return try await lane.run(from: address.host) {
      try await WebDownload(order, by: fetcher, of: self, progress).document(from: address)
    }
  }

  private func forget(_ order: ImportOrder, _ error: (any Error)?) async {
    guard state.withLock({ orders in orders.contains { $0.id == order.id } }) else { return }
    log.info(
      "an import from the web ended",
      metadata: ["document": "\(order.id)", "refusal": "\(error.map { "\($0)" } ?? "none")"])
    do throws(DocumentError) {
      try await change { orders in orders.filter { $0.id != order.id } }
    } catch {
      log.warning("an import that ended could not be noted", metadata: ["reason": "\(error)"])
    }
  }

  private func change(
    _ changed: @escaping @Sendable ([ImportOrder]) throws(DocumentError) -> [ImportOrder]
  ) async throws(DocumentError) {
    try await saving.withLock(0) { [self] () async throws(DocumentError) in
      let orders = try changed(state.withLock(\.self))
      try await store.save(orders)
      state.withLock { $0 = orders }
    }
  }
}
