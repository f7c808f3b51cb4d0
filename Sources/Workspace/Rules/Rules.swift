public import DocumentModel
import Synchronization

/// The rules of a workspace: searches with actions on the documents that they find.
///
/// ```
///   Rules ── keeps them ──▶ RuleStore
///     ├─ RuleTrial          tells their changes, and makes none
///     ├─ apply              changes documents that are there, as a job
///     └─ ArrivalJudging     changes documents that arrive
/// ```
///
/// Safe from any thread; reading does not wait.
public final class Rules: Sendable {
  /// Refuses a change of a rule that is not as a client knows it; nil for one that is not there.
  public typealias Check = @Sendable (Rule?) async throws(DocumentError) -> Void

  let workspace: DocumentWorkspace
  let index: any TextIndex
  private let store: any RuleStore
  private let kept: Mutex<[Rule]>
  /// One change at a time: it is kept before it holds.
  private let lock = KeyedLock<Int>()

  /// The rules that `store` keeps, for the documents of `workspace`, whose words are in `index`.
  public init(
    of workspace: DocumentWorkspace, store: any RuleStore, index: any TextIndex
  ) async throws(DocumentError) {
    (self.workspace, self.store, self.index) = (workspace, store, index)
    kept = Mutex(try await store.rules())
  }

  /// All rules in their order.
  public var all: [Rule] { kept.withLock(\.self) }

  /// One rule; throws `.notFound` when there is none.
  public func rule(_ id: RuleID) throws(DocumentError) -> Rule {
    guard let rule = all.first(where: { $0.id == id }) else { throw Self.missing(id) }
    return rule
  }

  /// Adds a rule, durably.
  ///
  /// - Parameters:
  ///   - draft: what a person chose.
  ///   - isOn: whether it acts on documents that arrive from now on.
  ///   - place: its place in the order, from 0; nil for the last one.
  /// - Throws: `.invalidParameter` for a search that asks for nothing, `.tooLarge` for one rule too many.
  public func add(_ draft: RuleDraft, isOn: Bool, at place: Int? = nil) async throws(DocumentError) -> Rule {
    _ = try query(of: draft)
    return try await change { rules throws(DocumentError) in
      guard rules.count < Rule.maximumCount else {
        throw DocumentError(.tooLarge, "there are \(Rule.maximumCount) rules at most")
      }
      let rule = Rule(draft, since: isOn ? try await self.now() : nil)
      rules.insert(rule, at: Self.within(rules.count, place))
      return rule
    }
  }

  /// Changes a rule, durably; nil for `place` leaves it where it is in the order.
  ///
  /// One that is switched on acts on documents that arrive from now on. Throws as ``add(_:isOn:at:)``, `.notFound`, and
  /// what `check` does.
  public func change(
    _ id: RuleID, to draft: RuleDraft, isOn: Bool, at place: Int? = nil, unless check: @escaping Check
  ) async throws(DocumentError) -> Rule {
    _ = try query(of: draft)
    return try await change { rules throws(DocumentError) in
      let known = try await Self.checked(id, in: rules, check)
      let since = isOn ? known.rule.since : nil
      let rule = Rule(id: id, draft, since: isOn && since == nil ? try await self.now() : since)
      rules.remove(at: known.place)
      rules.insert(rule, at: Self.within(rules.count, place ?? known.place))
      return rule
    }
  }

  /// Removes a rule; what it did stays done.
  ///
  /// Throws `.notFound`, and what `check` does.
  public func remove(_ id: RuleID, unless check: @escaping Check) async throws(DocumentError) {
    _ = try await change { rules throws(DocumentError) in
      rules.remove(at: try await Self.checked(id, in: rules, check).place)
    }
  }

  /// Whether the folder that a rule files documents in is not there.
  func isFolderMissing(_ actions: RuleActions) async throws(DocumentError) -> Bool {
    guard let folder = actions.folder else { return false }
    do throws(DocumentError) {
      _ = try await workspace.directory.folder(folder)
      return false
    } catch  where [.notFound, .invalidName].contains(error.code) {
      return true
    }
  }

  /// Whether the folder that a rule files documents in is not there, so that it cannot.
  public func isFolderMissing(of rule: Rule) async throws(DocumentError) -> Bool {
    try await isFolderMissing(rule.draft.actions)
  }

  /// The parts of a rule's search that do not mean what they seem to.
  public func remarks(on rule: Rule) -> [SearchQuery.Remark] {
    (try? query(of: rule.draft).remarks) ?? []
  }

  /// The search of a draft; throws `.invalidParameter` for one that asks for nothing.
  func query(of draft: RuleDraft) throws(DocumentError) -> SearchQuery {
    let query = try DocumentSearch(in: workspace, by: index).query(draft.query)
    guard !query.isEmpty else {
      throw DocumentError(.invalidParameter, "query: has neither a word nor a condition")
    }
    return query
  }

  private func now() async throws(DocumentError) -> EventID {
    let state = try await workspace.eventLog.eventLogState()
    return EventID(epoch: state.epoch, sequence: state.last)
  }

  private func change(
    _ body: @escaping @Sendable (inout [Rule]) async throws(DocumentError) -> Rule
  ) async throws(DocumentError) -> Rule {
    try await lock.withLock(0) { [self] () async throws(DocumentError) in
      var rules = all
      let rule = try await body(&rules)
      guard rules != all else { return rule }
      try await store.save(rules)
      let changed = rules
      kept.withLock { $0 = changed }
      workspace.notices.post(.rules(count: changed.count))
      return rule
    }
  }

  private static func checked(
    _ id: RuleID, in rules: [Rule], _ check: Check
  ) async throws(DocumentError) -> (place: Int, rule: Rule) {
    let place = rules.firstIndex { $0.id == id }
    try await check(place.map { rules[$0] })
    guard let place else { throw missing(id) }
    return (place, rules[place])
  }

  private static func within(_ count: Int, _ place: Int?) -> Int { min(max(place ?? count, 0), count) }

  private static func missing(_ id: RuleID) -> DocumentError {
    DocumentError(.notFound, "there is no rule \(id)")
  }
}
