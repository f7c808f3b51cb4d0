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
/// An arrival goes after its batch is done. A server that was killed between the two judges once more, which changes
/// nothing. For the document has its tags, and lies no longer in the folder that it arrived in. Documents are judged as
/// they are found, so what rules do leads to no further judgement.
public struct ArrivalJudging: Service {
  /// So many events or arrivals are looked at together.
  private static let together = 100
  /// How long it rests before it looks again whether words came; no event tells of them.
  private static let rest = Duration.seconds(2)
  /// Ways by which a document comes that is no arrival: a person made a copy of another one, or a first start its samples.
  private static let homemade: Set<Origin> = [.copy, .sample, .restored]

  private let rules: Rules
  private let store: any ArrivalStore
  private let awaitsScans: @Sendable () -> Bool
  private let ready: @Sendable () async -> Void
  private let pause: PeriodicTask.Pause
  private let complaint = Complaint()

  private var workspace: DocumentWorkspace { rules.workspace }

  /// For the rules of a workspace.
  ///
  /// - Parameters:
  ///   - rules: which act.
  ///   - store: keeps arrivals.
  ///   - awaitsScans: whether words are read in pictures, so that there may be more of them later.
  ///   - ready: returns when all documents of an index that is new are in it; these have not arrived.
  ///   - pause: waits before it looks again; to be replaced in tests alone.
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
      while !Task.isCancelled {
        await work()
        await pause(Self.rest)
      }
    }
  }

  /// Notes what arrived, and judges what can be judged now.
  func work() async {
    do throws(DocumentError) {
      guard try await catchUp() else { return }
      try await judgeAll(judged: false)
      if awaitsScans() { try await judgeAll(judged: true) }
      complaint.clear()
    } catch {
      // A full disk may stay so for days.
      guard complaint.isNew("\(error)") else { return }
      workspace.services.log.warning("rules could not act", metadata: ["reason": "\(error)"])
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

  private func judgeAll(judged isJudged: Bool) async throws(DocumentError) {
    var number = Int64.max
    while !Task.isCancelled {
      let arrivals = try await store.arrivals(judged: isJudged, before: number, limit: Self.together)
      guard let last = arrivals.last else { return }
      number = last.sequence
      try await judge(arrivals)
    }
  }

  private func judge(_ arrivals: [Arrival]) async throws(DocumentError) {
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
    try await act(on: judged)
  }

  private func hasArrived(_ document: Document) async throws(DocumentError) -> Bool {
    guard let first = try await workspace.versionIndex.version(1, of: document.id) else { return true }
    return !Self.homemade.contains(first.origin)
  }

  private func act(on judged: [JudgedArrival]) async throws(DocumentError) {
    guard !judged.isEmpty else { return }
    let judged = try await found(judged)
    let settled = await change(judged)
    try await store.keepJudged(settled.filter(\.waits).map(\.kept))
    try await store.forgetArrivals(of: settled.filter { !$0.waits }.map(\.document.id))
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
      _ = try await workspace.batches.perform(
        changed.flatMap { $0.effect(folders).operations(on: $0.document) },
        by: rules.all.filter { names.contains($0.id) })
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
