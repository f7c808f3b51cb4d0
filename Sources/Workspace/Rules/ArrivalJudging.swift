public import DocumentModel
import Logging
public import ServiceLifecycle
import Synchronization

/// Lets rules act on documents that arrive, once the words of these are in the index or cannot be had.
///
/// ```
///  events ──▶ arrivals noted, durably ──▶ words settled? ──▶ judged: one batch ──▶ forgotten
///                                                                └ scans in it: judged again when they are read
/// ```
///
/// It works when a document changed, when words came, and when rules did. A call tells only that there may be work; the
/// work itself goes on behind the last event that was noted durably. So a call that was missed loses no arrival.
///
/// An arrival goes after its batch is done. A server that was killed between the two judges once more, which changes
/// nothing. For the document has its tags, and lies no longer in the folder that it arrived in. Documents are judged as
/// they are found, so what rules do leads to no further judgement.
public struct ArrivalJudging: Service {
  /// So many events or arrivals are looked at together.
  private static let together = 100
  /// How long it rests before it works uncalled: nothing tells that events can be read again, or that scans are.
  private static let rest = Duration.seconds(60)
  /// After so long it tries again what could not be done just then, as on a full disk.
  private static let again = Duration.seconds(5)
  /// It takes this share of the time at most where it is called all the time, as by thousands of arrivals: one in so many.
  private static let share = 5
  private static let longestBreath = Duration.seconds(10)
  /// Ways by which a document comes that is no arrival: a person made a copy of another one, or a first start its samples.
  private static let homemade: Set<Origin> = [.copy, .sample, .restored]

  private let rules: Rules
  private let store: any ArrivalStore
  private let awaitsScans: @Sendable () -> Bool
  private let ready: @Sendable () async -> Void
  private let pause: PeriodicTask.Pause
  private let clock = ContinuousClock()
  private let complaint = Complaint()

  private var workspace: DocumentWorkspace { rules.workspace }

  /// For the rules of a workspace.
  ///
  /// - Parameters:
  ///   - rules: which act.
  ///   - store: keeps arrivals.
  ///   - awaitsScans: whether words are read in pictures, so that there may be more of them later.
  ///   - ready: returns when all documents of an index that is new are in it; these have not arrived.
  ///   - pause: waits before it works again; to be replaced in tests alone.
  public init(
    _ rules: Rules, store: any ArrivalStore, awaitsScans: @escaping @autoclosure @Sendable () -> Bool,
    ready: @escaping @Sendable () async -> Void = {}, pause: @escaping PeriodicTask.Pause = PeriodicTask.sleep
  ) {
    (self.rules, self.store, self.awaitsScans) = (rules, store, awaitsScans)
    (self.ready, self.pause) = (ready, pause)
  }

  /// Runs until shutdown.
  public func run() async throws {
    await cancelWhenGracefulShutdown {
      await ready()
      let (calls, call) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
      // Heard from before the first work on: words that come while it goes on are not missed.
      let (notices, words) = (workspace.notices.listen(), workspace.services.wordsSettled.listen())
      async let heard: Void = hearEvents { call.yield() }
      async let noticed: Void = hear(notices) { call.yield() }
      async let settled: Void = hear(words) { call.yield() }
      async let looked: Void = lookAgain { call.yield() }
      async let worked: Void = work(on: calls)
      _ = await (heard, noticed, settled, looked, worked)
    }
  }

  // MARK: - Calls

  private func hearEvents(_ call: @Sendable () -> Void) async {
    let feed = await workspace.events.listen()
    call()
    for await _ in feed { call() }
  }

  /// A rule that is new, or on again, may be for what waits.
  private func hear(_ notices: AsyncStream<Notice>, _ call: @Sendable () -> Void) async {
    for await notice in notices {
      if case .rules = notice { call() }
    }
  }

  private func hear(_ words: AsyncStream<Void>, _ call: @Sendable () -> Void) async {
    for await _ in words { call() }
  }

  private func lookAgain(_ call: @Sendable () -> Void) async {
    while !Task.isCancelled {
      await pause(Self.rest)
      call()
    }
  }

  private func work(on calls: AsyncStream<Void>) async {
    for await _ in calls {
      var isDone = false
      while !isDone, !Task.isCancelled {
        let duration = await clock.measure { isDone = await work() }
        // Calls that come meanwhile are one.
        let breath = min(duration * (Self.share - 1), Self.longestBreath)
        await pause(isDone ? breath : max(breath, Self.again))
      }
    }
  }

  /// Notes what arrived, and judges what can be judged now; false when some of it could not be done just then.
  @discardableResult
  func work() async -> Bool {
    do throws(DocumentError) {
      guard try await catchUp() else { return true }
      var isDone = try await judgeAll(judged: false)
      if awaitsScans(), try await !judgeAll(judged: true) { isDone = false }
      complaint.clear()
      return isDone
    } catch {
      // A full disk may stay so for days.
      if complaint.isNew("\(error)") {
        workspace.services.log.warning("rules could not act", metadata: ["reason": "\(error)"])
      }
      return false
    }
  }

  // MARK: - Arrivals

  /// Notes the documents that arrived since a rule was switched on; false where none is on.
  private func catchUp() async throws(DocumentError) -> Bool {
    let sinces = rules.all.compactMap(\.since)
    guard !sinces.isEmpty else { return false }
    let state = try await workspace.eventLog.eventLogState()
    let known = try await store.arrivalPosition().map { [$0] } ?? []
    // Events before the first of these are of no rule; events after the position are not noted yet.
    let first = sinces.filter { state.obstacle(to: $0) == nil }.map(\.sequence).min()
    let noted = known.filter { state.obstacle(to: $0) == nil }.map(\.sequence).max()
    guard var last = Self.later(first, noted) else {
      // The events are numbered anew: all documents of now are those that were there.
      try await store.note([], upTo: EventID(epoch: state.epoch, sequence: state.last))
      return true
    }
    while last < state.last {
      let page = try await workspace.eventLog.eventPage(after: last, limit: Self.together)
      guard let end = page.entries.last?.sequence else { break }
      let arrivals = page.events.filter { $0.kind == .created }.map {
        Arrival($0.document.id, in: $0.document.location.folder, sequence: $0.sequence)
      }
      try await store.note(arrivals, upTo: EventID(epoch: state.epoch, sequence: end))
      last = end
    }
    return true
  }

  private static func later(_ first: Int64?, _ noted: Int64?) -> Int64? {
    guard let first, let noted else { return first ?? noted }
    return max(first, noted)
  }

  // MARK: - Judging

  private func judgeAll(judged isJudged: Bool) async throws(DocumentError) -> Bool {
    var (number, isDone) = (Int64.max, true)
    while !Task.isCancelled {
      let arrivals = try await store.arrivals(judged: isJudged, before: number, limit: Self.together)
      guard let last = arrivals.last else { break }
      number = last.sequence
      if try await !judge(arrivals) { isDone = false }
    }
    return isDone
  }

  private func judge(_ arrivals: [Arrival]) async throws(DocumentError) -> Bool {
    let readiness = try await rules.index.readiness(of: arrivals.map(\.document))
    var (judged, gone): ([JudgedArrival], [DocumentID]) = ([], [])
    for arrival in arrivals {
      guard let document = try await workspace.index.document(arrival.document), document.trashed == nil
      else {
        gone.append(arrival.document)
        continue
      }
      guard let ready = readiness[document.id], ready.hash == document.sha256, ready.isSettled else {
        continue
      }
      let waits = awaitsScans() && ready.scans > 0
      if arrival.isJudged, waits { continue }
      if !arrival.isJudged {
        guard try await hasArrived(document) else {
          gone.append(arrival.document)
          continue
        }
      }
      judged.append(JudgedArrival(arrival, document, waits: waits))
    }
    try await store.forgetArrivals(of: gone)
    return try await act(on: judged)
  }

  private func hasArrived(_ document: Document) async throws(DocumentError) -> Bool {
    guard let first = try await workspace.versionIndex.version(1, of: document.id) else { return true }
    return !Self.homemade.contains(first.origin)
  }

  private func act(on judged: [JudgedArrival]) async throws(DocumentError) -> Bool {
    guard !judged.isEmpty else { return true }
    let judged = try await found(judged)
    let settled = await change(judged)
    try await store.keepJudged(settled.filter(\.waits).map(\.kept))
    try await store.forgetArrivals(of: settled.filter { !$0.waits }.map(\.document.id))
    return settled.count == judged.count
  }

  /// The arrivals with the rules that find each.
  private func found(_ judged: [JudgedArrival]) async throws(DocumentError) -> [JudgedArrival] {
    let epoch = try await workspace.eventLog.eventLogState().epoch
    var judged = judged
    for rule in rules.all where rule.isOn {
      let asked = judged.filter { rule.isFor($0.arrival, in: epoch) && !$0.arrival.rules.contains(rule.id) }
      guard !asked.isEmpty, let query = try? rules.query(of: rule.draft) else { continue }
      let found = try await rules.index.matches(query, among: asked.map(\.document.id))
      for place in judged.indices where found.contains(judged[place].document.id) {
        judged[place].rules.append(rule)
      }
    }
    return judged
  }

  /// Changes documents as their rules say; returns those that need not be judged in this way again.
  private func change(_ judged: [JudgedArrival]) async -> [JudgedArrival] {
    let folders = await existingFolders(of: judged.flatMap(\.rules))
    let changed = judged.filter { !$0.effect(folders).isEmpty }
    guard !changed.isEmpty else { return judged }
    let outcome = await isDone(changed, folders)
    if outcome == .done { return judged }
    // One of them was changed by others in this moment, or cannot be: the others do not wait for it.
    var settled = judged.filter { $0.effect(folders).isEmpty }
    for one in changed {
      let outcome = await isDone([one], folders)
      if outcome != .later { settled.append(one) }
    }
    return settled
  }

  private enum Outcome {
    case done
    case refused
    case later
  }

  private func isDone(_ changed: [JudgedArrival], _ folders: Set<FolderPath>) async -> Outcome {
    let names = Set(changed.flatMap { $0.effect(folders).rules })
    do throws(DocumentError) {
      let acting = rules.all.filter { names.contains($0.id) }
      let batch = try await workspace.batches.perform(
        changed.flatMap { $0.effect(folders).operations(on: $0.document) }, by: acting)
      let changes = changed.map { (document: $0.document.id, effect: $0.effect(folders)) }
      workspace.notices.post(.rulesApplied(RuleReport(batch.id, acting, changes)))
      return .done
    } catch {
      let passes: Set<DocumentError.Code> = [
        .versionConflict, .notFound, .busy, .storageFull, .storageFailed, .storageLow, .readOnly,
        .contentMissing,
      ]
      if passes.contains(error.code) { return .later }
      workspace.services.log.warning(
        "a rule could not change a document",
        metadata: ["documents": "\(changed.map(\.document.id))", "reason": "\(error)"])
      return .refused
    }
  }

  /// The folders of rules that are there; documents are not filed in others.
  private func existingFolders(of found: [Rule]) async -> Set<FolderPath> {
    var folders: Set<FolderPath> = []
    for actions in Set(found.map(\.draft.actions)) {
      guard let folder = actions.folder, (try? await rules.isFolderMissing(actions)) == false else {
        continue
      }
      folders.insert(folder)
    }
    return folders
  }
}

/// An arrival with its document as it is now, and the rules that find it.
private struct JudgedArrival: Sendable {
  let arrival: Arrival
  let document: Document
  /// Whether there may be more words of it later.
  let waits: Bool
  var rules: [Rule] = []

  init(_ arrival: Arrival, _ document: Document, waits: Bool) {
    (self.arrival, self.document, self.waits) = (arrival, document, waits)
  }

  /// The arrival as it waits for words in its pictures.
  var kept: Arrival {
    var kept = arrival
    (kept.isJudged, kept.rules) = (true, arrival.rules + rules.map(\.id))
    return kept
  }

  /// The changes of the document; one that was moved since it arrived stays where it is.
  func effect(_ folders: Set<FolderPath>) -> RuleEffect {
    RuleEffect(of: rules.map { ($0.id, $0.draft.actions) }, on: document) { folder in
      folders.contains(folder) && document.location.folder == arrival.folder
    }
  }
}

/// The last complaint, which is said once.
private final class Complaint: Sendable {
  private let last = Mutex("")

  func isNew(_ text: String) -> Bool {
    last.withLock { last in
      defer { last = text }
      return last != text
    }
  }

  func clear() { last.withLock { $0 = "" } }
}
