import DocumentModel
import Storage
import Synchronization
import Testing

@testable import Workspace

/// A workspace with an index of words, rules, and their judgement of what arrives.
struct RuleBench {
  let test: TestWorkspace
  let index: SQLiteTextIndex
  let store: any ArrivalStore
  let rules: Rules
  let judging: ArrivalJudging
  let filling: TextFilling

  var workspace: DocumentWorkspace { test.workspace }

  init(_ test: TestWorkspace? = nil, awaitsScans: Bool = false) async throws {
    let test = try await test.orMade()
    self.test = test
    index = try SQLiteTextIndex(root: test.root)
    store = test.arrivals
    filling = TextFilling(test.workspace, into: index, pause: { _ in })
    rules = try await Rules(of: test.workspace, store: RuleFile(root: test.root), index: index)
    judging = ArrivalJudging(rules, store: store, awaitsScans: awaitsScans, pause: { _ in })
  }

  static func draft(
    _ name: String, _ query: String, tags: [String] = [], folder: String? = nil, favourite: Bool = false
  ) throws -> RuleDraft {
    try RuleDraft(
      name: name, query: query,
      actions: RuleActions(
        tags: tags.map { try Tag($0) }, folder: folder.map { try FolderPath(parsing: $0) },
        favourite: favourite))
  }

  @discardableResult
  func add(
    _ name: String, _ query: String, tags: [String] = [], folder: String? = nil, favourite: Bool = false,
    isOn: Bool = true
  ) async throws -> Rule {
    try await rules.add(
      Self.draft(name, query, tags: tags, folder: folder, favourite: favourite), isOn: isOn)
  }

  func folder(_ path: String) async throws {
    _ = try await workspace.folders.makeFolder(FolderPath(parsing: path), parents: true)
  }

  /// Brings the index of words in step with the documents.
  func fill() async throws {
    try await filling.catchUp()
    while await filling.fillSome() {}
  }

  func judge() async throws {
    try await fill()
    await judging.work()
  }

  /// Runs the filling of the index and the judgement while `body` runs.
  ///
  /// Their clocks stand, so that they work when they are called and at no other time.
  func following(_ body: () async throws -> Void) async throws {
    let filling = TextFilling(workspace, into: index, pause: Self.stand)
    let judging = ArrivalJudging(rules, store: store, awaitsScans: false, pause: Self.stand)
    try await withThrowingTaskGroup { group in
      group.addTask { try await filling.run() }
      group.addTask { try await judging.run() }
      try await body()
      group.cancelAll()
    }
  }

  /// Breathes between two works, and waits for no sweep: that pause lasts until the group is cancelled.
  private static let stand: PeriodicTask.Pause = { duration in
    if duration > .seconds(20) { await PeriodicTask.sleep(.seconds(3_600)) }
  }

  func now(_ document: Document) async throws -> Document {
    try await workspace.document(document.id, includingTrash: true)
  }

  func batches() async throws -> [BatchSummary] { try await workspace.batches.batches(limit: 99) }

  func waiting() async throws -> [Arrival] {
    try await store.arrivals(judged: false, before: .max, limit: 99)
      + store.arrivals(judged: true, before: .max, limit: 99)
  }

  /// The end of a job, as people read it.
  func end(of job: Job) async throws -> Job { try await workspace.jobs.ended(job.id, within: .seconds(30)) }
}

extension TestWorkspace? {
  fileprivate func orMade() async throws -> TestWorkspace {
    if let self { return self }
    return try await TestWorkspace(renderer: PagedText())
  }
}

extension Document {
  var path: String { location.relativePath }
  var tags: [String] { metadata.tags.map(\.description) }
}
