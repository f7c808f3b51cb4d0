public import DocumentModel
import LinuxSystem
import Synchronization

/// The index of words that begins anew when its file is damaged or gone, and does without while the disk takes none.
///
/// ```
///           opened                    a call meets damage, or the file is gone
///   away ────────────▶ there ──────────────────────────────────────────────────▶ away
///     ▲ └── the disk refuses: calls are refused for ``pause``, then it is tried again
/// ```
///
/// Nothing is lost: what fills it reads the store through where it finds no position.
public final class MendingTextIndex: TextIndex {
  private enum State {
    case there(SQLiteTextIndex)
    /// Not opened, for a reason; tried again from a time on.
    case away(DocumentError, until: ContinuousClock.Instant)
  }

  /// So long a file that could not be opened is left alone.
  private static let pause = Duration.seconds(10)

  private let root: SandboxRoot
  private let opening = BlockingPool(threads: 1, name: "search-open")
  private let state: Mutex<State>

  /// Opens the index of the workspace at `root`, or makes it; blocks for some milliseconds.
  public init(root: SandboxRoot) {
    self.root = root
    state = Mutex(Self.opened(root))
  }

  /// Why it is not there; nil where it is.
  public var refusal: DocumentError? {
    state.withLock { if case .away(let refusal, _) = $0 { refusal } else { nil } }
  }

  private static func opened(_ root: SandboxRoot) -> State {
    do throws(DocumentError) {
      return .there(try SQLiteTextIndex(root: root))
    } catch {
      return .away(error, until: .now + pause)
    }
  }

  /// Does `body` with the index as it is there, and lets go of one that is damaged.
  private func using<Value: Sendable>(
    _ body: (SQLiteTextIndex) async throws(DocumentError) -> Value
  ) async throws(DocumentError) -> Value {
    let index = try await current()
    do throws(DocumentError) {
      return try await body(index)
    } catch {
      let isInPlace = await index.isInPlace()
      guard error.meansDamage || !isInPlace else { throw error }
      letGo(of: index, removing: isInPlace)
      throw Self.rebuilding
    }
  }

  private static var rebuilding: DocumentError {
    DocumentError(.busy, "the index of words is being made anew; ask again soon")
  }

  private func current() async throws(DocumentError) -> SQLiteTextIndex {
    switch state.withLock(\.self) {
    case .there(let index): return index
    case .away(let refusal, let until):
      guard ContinuousClock.now >= until else { throw refusal }
    }
    await opening.run { [self] in
      // Another caller may have opened it meanwhile.
      guard case .away = state.withLock(\.self) else { return }
      let opened = Self.opened(root)
      state.withLock { $0 = opened }
    }
    switch state.withLock(\.self) {
    case .there(let index): return index
    case .away(let refusal, _): throw refusal
    }
  }

  /// - Parameter isInPlace: whether the damaged file still lies there: another one is left alone.
  private func letGo(of index: SQLiteTextIndex, removing isInPlace: Bool) {
    state.withLock { state in
      guard case .there(let known) = state, known.isSame(as: index) else { return }
      index.close()
      if isInPlace { index.remove() }
      state = .away(Self.rebuilding, until: .now)
    }
  }
}

// MARK: - The port

extension MendingTextIndex {
  /// See ``TextIndex/position()``.
  public func position() async throws(DocumentError) -> EventID? {
    try await using { index throws(DocumentError) in try await index.position() }
  }

  /// See ``TextIndex/note(_:removed:upTo:)``.
  public func note(
    _ documents: [Document], removed: [DocumentID], upTo position: EventID?
  ) async throws(DocumentError) {
    try await using { index throws(DocumentError) in
      try await index.note(documents, removed: removed, upTo: position)
    }
  }

  /// See ``TextIndex/beginReading()``.
  public func beginReading() async throws(DocumentError) {
    try await using { index throws(DocumentError) in try await index.beginReading() }
  }

  /// See ``TextIndex/endReading(upTo:)``.
  public func endReading(upTo position: EventID) async throws(DocumentError) {
    try await using { index throws(DocumentError) in try await index.endReading(upTo: position) }
  }

  /// See ``TextIndex/waiting(limit:)``.
  public func waiting(limit: Int) async throws(DocumentError) -> [WaitingContent] {
    try await using { index throws(DocumentError) in try await index.waiting(limit: limit) }
  }

  /// See ``TextIndex/add(_:from:of:pageCount:isLast:)``.
  public func add(
    _ pages: [ReadPage], from first: Int, of hash: ContentHash, pageCount count: Int, isLast: Bool
  ) async throws(DocumentError) {
    try await using { index throws(DocumentError) in
      try await index.add(pages, from: first, of: hash, pageCount: count, isLast: isLast)
    }
  }

  /// See ``TextIndex/refuse(_:because:)``.
  public func refuse(_ hash: ContentHash, because code: DocumentError.Code) async throws(DocumentError) {
    try await using { index throws(DocumentError) in try await index.refuse(hash, because: code) }
  }

  /// See ``TextIndex/reconsider(refusedBecause:)``.
  public func reconsider(refusedBecause code: DocumentError.Code) async throws(DocumentError) {
    try await using { index throws(DocumentError) in try await index.reconsider(refusedBecause: code) }
  }

  /// See ``TextIndex/describe(_:as:)``.
  public func describe(_ hash: ContentHash, as description: ContentWords) async throws(DocumentError) {
    try await using { index throws(DocumentError) in try await index.describe(hash, as: description) }
  }

  /// See ``TextIndex/unmarked(limit:)``.
  public func unmarked(limit: Int) async throws(DocumentError) -> [WaitingContent] {
    try await using { index throws(DocumentError) in try await index.unmarked(limit: limit) }
  }

  /// See ``TextIndex/mark(_:with:upTo:)``.
  public func mark(
    _ hash: ContentHash, with marks: [NotedMark], upTo moment: String
  ) async throws(DocumentError) {
    try await using { index throws(DocumentError) in try await index.mark(hash, with: marks, upTo: moment) }
  }

  /// See ``TextIndex/forgetMarks(of:)``.
  public func forgetMarks(of hashes: [ContentHash]) async throws(DocumentError) {
    try await using { index throws(DocumentError) in try await index.forgetMarks(of: hashes) }
  }

  /// See ``TextIndex/forgetUnused(limit:)``.
  public func forgetUnused(limit: Int) async throws(DocumentError) -> Bool {
    try await using { index throws(DocumentError) in try await index.forgetUnused(limit: limit) }
  }

  /// See ``TextIndex/scans(limit:)``.
  public func scans(limit: Int) async throws(DocumentError) -> [WaitingScan] {
    try await using { index throws(DocumentError) in try await index.scans(limit: limit) }
  }

  /// See ``TextIndex/scans(of:)``.
  public func scans(of hash: ContentHash) async throws(DocumentError) -> ContentScans {
    try await using { index throws(DocumentError) in try await index.scans(of: hash) }
  }

  /// See ``TextIndex/addRecognized(_:ofPage:of:)``.
  public func addRecognized(
    _ text: PageText?, ofPage page: Int, of hash: ContentHash
  ) async throws(DocumentError) {
    try await using { index throws(DocumentError) in
      try await index.addRecognized(text, ofPage: page, of: hash)
    }
  }

  /// See ``TextIndex/recognizedText(ofPage:of:)``.
  public func recognizedText(
    ofPage page: Int, of hash: ContentHash
  ) async throws(DocumentError) -> PageText? {
    try await using { index throws(DocumentError) in
      try await index.recognizedText(ofPage: page, of: hash)
    }
  }

  /// See ``TextIndex/find(_:)``.
  public func find(_ search: TextSearch) async throws(DocumentError) -> TextFindings {
    try await using { index throws(DocumentError) in try await index.find(search) }
  }

  /// See ``TextIndex/similar(to:limit:)``.
  public func similar(to id: DocumentID, limit: Int) async throws(DocumentError) -> SimilarTexts? {
    try await using { index throws(DocumentError) in try await index.similar(to: id, limit: limit) }
  }

  /// See ``TextIndex/pages(of:after:)``.
  public func pages(of id: DocumentID, after page: Int) async throws(DocumentError) -> IndexedPages? {
    try await using { index throws(DocumentError) in try await index.pages(of: id, after: page) }
  }

  /// See ``TextIndex/matches(_:among:)``.
  public func matches(
    _ query: SearchQuery, among documents: [DocumentID]
  ) async throws(DocumentError) -> Set<DocumentID> {
    try await using { index throws(DocumentError) in try await index.matches(query, among: documents) }
  }

  /// See ``TextIndex/matches(_:isWhole:)``.
  public func matches(_ query: SearchQuery, isWhole: Bool) async throws(DocumentError) -> TextMatches {
    try await using { index throws(DocumentError) in try await index.matches(query, isWhole: isWhole) }
  }

  /// See ``TextIndex/readiness(of:)``.
  public func readiness(
    of documents: [DocumentID]
  ) async throws(DocumentError) -> [DocumentID: TextReadiness] {
    try await using { index throws(DocumentError) in try await index.readiness(of: documents) }
  }

  /// See ``TextIndex/progress()``.
  public func progress() async throws(DocumentError) -> TextIndexProgress {
    try await using { index throws(DocumentError) in try await index.progress() }
  }

  /// See ``TextIndex/progress(of:)``.
  public func progress(of id: DocumentID) async throws(DocumentError) -> ContentProgress? {
    try await using { index throws(DocumentError) in try await index.progress(of: id) }
  }
}
