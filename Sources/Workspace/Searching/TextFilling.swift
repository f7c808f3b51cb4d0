public import DocumentModel
import Logging
public import ServiceLifecycle
import Synchronization

/// Keeps the index of words in step with the documents, behind everything that a user waits for.
///
/// ```
///  events ──▶ noted in the index ──▶ contents that wait ──▶ read page by page, as bulk work ──▶ words
///     └ none can be told: the store is read through                   └ cannot be read: why
/// ```
///
/// The index keeps its position among the events, and how many pages of a content are in it. So a server that was killed
/// goes on where it was.
public struct TextFilling: Service {
  /// So many events, or documents of the store, are noted at once.
  private static let batch = 500
  /// So many pages are added at once.
  private static let pagesTogether = 16
  /// So many bytes of a content's words are taken at most, of a book some hundred times as many as it has.
  private static let mostBytes = 64 << 20
  /// How long it rests before it looks again for what no event tells.
  private static let rest = Duration.seconds(30)
  /// So many pages of forgotten contents are removed at once.
  private static let forgottenTogether = 200

  private let workspace: DocumentWorkspace
  private let index: any TextIndex
  private let lanes: Int
  private let pause: PeriodicTask.Pause
  private let postponed = Postponed()

  /// For the documents of a workspace.
  ///
  /// - Parameters:
  ///   - workspace: whose documents.
  ///   - index: takes their words.
  ///   - lanes: how many contents are read at once.
  ///   - pause: waits before what failed is tried again; to be replaced in tests alone.
  public init(
    _ workspace: DocumentWorkspace, into index: any TextIndex, lanes: Int = 1,
    pause: @escaping PeriodicTask.Pause = PeriodicTask.sleep
  ) {
    self.workspace = workspace
    self.index = index
    self.lanes = max(1, lanes)
    self.pause = pause
  }

  /// Runs until shutdown.
  public func run() async throws {
    await cancelWhenGracefulShutdown {
      let (calls, call) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
      let (news, tell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
      async let heard: Void = hear { call.yield() }
      async let looked: Void = lookAgain { call.yield() }
      async let followed: Void = follow(calls) { tell.yield() }
      async let filled: Void = fill(news)
      _ = await (heard, looked, followed, filled)
    }
  }

  // MARK: - Documents

  private func hear(_ call: @Sendable () -> Void) async {
    let feed = await workspace.events.listen()
    call()
    for await _ in feed { call() }
  }

  /// Calls now and then: the index may have begun anew, and what could not be read may be there.
  private func lookAgain(_ call: @Sendable () -> Void) async {
    while !Task.isCancelled {
      await pause(Self.rest)
      call()
    }
  }

  private func follow(_ calls: AsyncStream<Void>, _ noted: @Sendable () -> Void) async {
    // A program that converts may have been installed since.
    try? await index.reconsider(refusedBecause: .converterMissing)
    var known = ""
    for await _ in calls {
      do {
        try await catchUp()
        known = ""
        // A content that is in the index already has its words as soon as its document is noted.
        workspace.services.wordsSettled.post(())
        noted()
      } catch {
        // Said once: a full disk may stay so for days.
        if known != "\(error)" {
          workspace.services.log.warning(
            "the index of words is not written", metadata: ["reason": "\(error)"])
        }
        known = "\(error)"
      }
    }
  }

  /// Notes what happened since the last event that the index knows, or all documents.
  func catchUp() async throws(DocumentError) {
    let state = try await workspace.eventLog.eventLogState()
    guard let position = try await index.position(), state.obstacle(to: position) == nil else {
      return try await readThrough()
    }
    var last = position.sequence
    while true {
      let page = try await workspace.eventLog.eventPage(after: last, limit: Self.batch)
      guard page.isWhole(after: last) else { return try await readThrough() }
      guard let end = page.entries.last?.sequence else { return }
      try await note(page.events, upTo: EventID(epoch: state.epoch, sequence: end))
      last = end
    }
  }

  private func note(_ events: [DocumentEvent], upTo position: EventID) async throws(DocumentError) {
    var latest: [DocumentID: DocumentEvent] = [:]
    for event in events { latest[event.document.id] = event }
    let removed = latest.values.filter { $0.kind == .removed }.map(\.document.id)
    let documents = latest.values.filter { $0.kind != .removed }.sorted { $0.sequence < $1.sequence }
    try await index.note(documents.map(\.document), removed: removed, upTo: position)
  }

  private func readThrough() async throws(DocumentError) {
    // Events from here on are noted again.
    let state = try await workspace.eventLog.eventLogState()
    try await index.beginReading()
    var batch: [Document] = []
    do {
      for try await entry in workspace.index.entries() {
        batch.append(entry.document)
        guard batch.count == Self.batch else { continue }
        try await index.note(batch, removed: [], upTo: nil)
        batch.removeAll()
      }
    } catch let error as DocumentError {
      throw error
    } catch {
      throw DocumentError(.storageFailed, "the documents could not be read", cause: error)
    }
    try await index.note(batch, removed: [], upTo: nil)
    try await index.endReading(upTo: EventID(epoch: state.epoch, sequence: state.last))
  }

  // MARK: - Words

  private func fill(_ news: AsyncStream<Void>) async {
    for await _ in news {
      postponed.removeAll()
      while !Task.isCancelled, await fillSome() {}
    }
  }

  /// Reads some of the contents that wait; false when none is left that can be read now.
  func fillSome() async -> Bool {
    guard let waiting = try? await index.waiting(limit: lanes + postponed.count) else { return false }
    let next = waiting.filter { !postponed.contains($0.hash) }.prefix(lanes)
    guard !next.isEmpty else {
      return (try? await index.forgetUnused(limit: Self.forgottenTogether)) ?? false
    }
    await withTaskGroup(of: Void.self) { group in
      for content in next { group.addTask { await fill(content) } }
    }
    return true
  }

  private func fill(_ content: WaitingContent) async {
    defer { workspace.services.wordsSettled.post(()) }
    do throws(DocumentError) {
      let document = try await workspace.document(content.document)
      // Another content of it comes with an event.
      guard document.sha256 == content.hash else { return postponed.insert(content.hash) }
      if !content.isDescribed { try await describe(document) }
      guard isReadable(document) else { return try await index.refuse(content.hash, because: .notShowable) }
      try await read(document, from: content.pagesDone + 1)
    } catch {
      await failed(content, because: error)
    }
  }

  /// Notes title, author and the like; a file that cannot tell them may have words all the same.
  private func describe(_ document: Document) async throws(DocumentError) {
    guard let words = try? await workspace.pages.ownWords(of: document) else { return }
    try await index.describe(document.sha256, as: words)
  }

  /// Bytes as pages of numbers have no words; a board has cards and ink alone.
  private func isReadable(_ document: Document) -> Bool {
    let source = workspace.types.current.pageSource(for: document.type)
    return source != nil && source != .renderer(.bytes)
  }

  private func read(_ document: Document, from first: Int) async throws(DocumentError) {
    let facts = try await workspace.pages.pages(of: document, priority: .bulk).facts
    let count = facts.pageCount
    var (page, bytes): (Int, Int) = (first, 0)
    var pages: [ReadPage] = []
    while page <= count {
      guard !Task.isCancelled else { return }
      let text = try await text(ofPage: page, of: document)
      if let last = pages.popLast() {
        pages.append(ReadPage(last.text.continued(on: text), size: last.size, mayBeScan: last.mayBeScan))
      }
      pages.append(
        ReadPage(
          text, size: try await size(ofPage: page, of: document, facts), mayBeScan: mayBeScan(document)))
      bytes += text.words.reduce(0) { $0 + $1.text.utf8.count }
      let isLast = page == count || bytes > Self.mostBytes
      // A word that goes on on the next page is added together with that.
      let mayGoOn = text.words.last?.endsInHyphen == true && pages.count < 4 * Self.pagesTogether
      if isLast || (pages.count >= Self.pagesTogether && !mayGoOn) {
        try await index.add(
          pages, from: page - pages.count + 1, of: document.sha256, pageCount: count, isLast: isLast)
        pages.removeAll(keepingCapacity: true)
      }
      if isLast { return }
      page += 1
    }
    try await index.add([], from: first, of: document.sha256, pageCount: count, isLast: true)
  }

  /// Only pages that are pictures, or may be: texts that are set as pages have all their words.
  private func mayBeScan(_ document: Document) -> Bool {
    let source = workspace.types.current.pageSource(for: document.type)
    return source == .renderer(.pdf) || source == .renderer(.image) || source == .converter(.djvu)
  }

  private func size(
    ofPage page: Int, of document: Document, _ facts: DocumentFacts
  ) async throws(DocumentError) -> PageSize {
    if let listed = try facts.page(page) { return listed.size }
    return try await workspace.pages.page(page, of: document, priority: .bulk).facts.size
  }

  /// The words of a page; none where this page alone cannot be read.
  private func text(ofPage page: Int, of document: Document) async throws(DocumentError) -> PageText {
    do throws(DocumentError) {
      return try await workspace.pages.text(ofPage: page, of: document, priority: .bulk)
    } catch  where [.damaged, .renderTimeout, .renderMemory, .documentTooLarge].contains(error.code) {
      return PageText(words: [], links: [])
    }
  }

  private func failed(_ content: WaitingContent, because error: DocumentError) async {
    switch error.code {
    case .busy, .contentChanged, .contentMissing, .contentUnreadable, .notFound, .storageFull, .storageFailed,
      .storageLow:
      // It passes, and news come with it.
      postponed.insert(content.hash)
      if error.code == .busy { await pause(.seconds(1)) }
    default:
      try? await index.refuse(content.hash, because: error.code)
    }
  }
}

/// Contents that cannot be read now, until there is news.
private final class Postponed: Sendable {
  private let hashes = Mutex<Set<ContentHash>>([])

  var count: Int { hashes.withLock { $0.count } }

  func contains(_ hash: ContentHash) -> Bool { hashes.withLock { $0.contains(hash) } }

  func insert(_ hash: ContentHash) { hashes.withLock { _ = $0.insert(hash) } }

  func removeAll() { hashes.withLock { $0.removeAll() } }
}
