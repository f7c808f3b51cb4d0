public import DocumentModel
import Logging
public import ServiceLifecycle
import Synchronization

/// Reads the words of scans, one page after the other, behind everything else.
///
/// Pages without words wait in the index of words, and get there those that are read in their pictures. So a server that was
/// killed goes on with the next page. What people choose is obeyed at once: a page that is being read when it is paused is given up,
/// and read later.
public final class ScanReading: Service {
  /// The longer side of a page is drawn at least so large, in pixels: A4 at 300 dots per inch, for which recognizers are made.
  private static let leastPixels = 3_508
  /// A larger page is drawn at 300 dots per inch up to this side: A2.
  private static let mostPixels = 7_016
  private static let pixelsPerPoint = 300.0 / 72
  /// So many pages are looked up at once.
  private static let together = 16
  /// How long it rests where nothing waits.
  private static let rest = Duration.seconds(20)

  private let workspace: DocumentWorkspace
  private let index: any TextIndex
  private let recognizer: any TextRecognizer
  private let settings: @Sendable () -> ScanSettings
  private let minuteOfDay: @Sendable () -> Int
  private let pause: PeriodicTask.Pause
  /// The language of the content whose page was read last.
  private let last = Mutex<(hash: ContentHash, language: RecognitionLanguage)?>(nil)

  /// For the scans of a workspace.
  ///
  /// - Parameters:
  ///   - workspace: whose documents.
  ///   - index: names the pages, and takes their words.
  ///   - recognizer: reads them.
  ///   - settings: what people chose, asked before each page.
  ///   - minuteOfDay: the clock on the wall.
  ///   - pause: waits until something may be there; to be replaced in tests alone.
  public init(
    _ workspace: DocumentWorkspace, into index: any TextIndex, by recognizer: any TextRecognizer,
    settings: @escaping @Sendable () -> ScanSettings = { ScanSettings() },
    minuteOfDay: @escaping @Sendable () -> Int,
    pause: @escaping PeriodicTask.Pause = PeriodicTask.sleep
  ) {
    self.workspace = workspace
    self.index = index
    self.recognizer = recognizer
    self.settings = settings
    self.minuteOfDay = minuteOfDay
    self.pause = pause
  }

  /// Runs until shutdown.
  public func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        if await !self.readSome() { await self.restUntilChosen() }
      }
    }
  }

  /// Whether it reads now, and why not.
  public var state: ScanSettings.State {
    settings().state(atMinute: minuteOfDay(), installed: languages)
  }

  /// The languages that are installed; none where the program is not.
  public var languages: [RecognitionLanguage] { recognizer.version == nil ? [] : recognizer.languages }

  /// Whether the program and a language are installed.
  var canRead: Bool { !languages.isEmpty }

  /// Reads pages of a content that wait, whatever the settings; those that could not be read do not wait any more.
  func read(
    _ pages: [Int], of document: DocumentID, _ hash: ContentHash, _ progress: JobProgress
  ) async throws(DocumentError) {
    for (place, page) in pages.enumerated() {
      progress.advance(to: place, of: pages.count)
      if Task.isCancelled { throw DocumentError(.busy, "the reading was cancelled") }
      try await settle(WaitingScan(hash: hash, document: document, page: page), priority: .near)
    }
  }

  /// Reads some of the pages that wait; false when none could be read now.
  func readSome() async -> Bool {
    guard state == .on, let scans = try? await index.scans(limit: Self.together) else { return false }
    var hasRead = false
    // The newest content comes first, and its pages in their order.
    let newest = scans.first?.hash
    for scan in scans.filter({ $0.hash == newest }).sorted(by: { $0.page < $1.page }) {
      guard !Task.isCancelled, state == .on else { return false }
      if await readWhileAllowed(scan) { hasRead = true }
    }
    return hasRead
  }

  // MARK: What people choose

  private func restUntilChosen() async {
    await withTaskGroup { group in
      group.addTask { [pause] in await pause(Self.rest) }
      group.addTask { await self.choice { true } }
      await group.next()
      group.cancelAll()
    }
  }

  private func readWhileAllowed(_ scan: WaitingScan) async -> Bool {
    await withTaskGroup(of: Bool.self) { group in
      group.addTask { await self.read(scan) }
      group.addTask {
        await self.choice { self.state != .on }
        return false
      }
      let isRead = await group.next() ?? false
      group.cancelAll()
      return isRead
    }
  }

  /// Waits until people choose something of the reading, and `isIt` holds.
  private func choice(_ isIt: () -> Bool) async {
    for await notice in workspace.notices.listen() {
      if case .preference(let key, _, _) = notice, ScanSettings.concerns(key), isIt() { return }
    }
  }

  // MARK: A page

  /// Whether the page does not wait any more.
  private func read(_ scan: WaitingScan) async -> Bool {
    (try? await settle(scan, priority: .bulk)) != nil
  }

  /// Reads a page, or notes that it cannot be read; throws what passes.
  private func settle(_ scan: WaitingScan, priority: RenderPriority) async throws(DocumentError) {
    var text: PageText?
    do throws(DocumentError) {
      text = try await words(of: scan, priority)
    } catch {
      guard !Self.passing.contains(error.code) else { throw error }
      workspace.services.log.debug(
        "a scan could not be read", metadata: ["document": "\(scan.document)", "page": "\(scan.page)"])
    }
    try await index.addRecognized(text, ofPage: scan.page, of: scan.hash)
    workspace.services.wordsSettled.post(())
  }

  /// Refusals after which a page goes on waiting.
  private static let passing: Set<DocumentError.Code> = [
    .busy, .contentChanged, .contentMissing, .notFound, .converterMissing, .storageFull, .storageFailed,
    .storageLow,
  ]

  private func words(
    of scan: WaitingScan, _ priority: RenderPriority
  ) async throws(DocumentError) -> PageText {
    let document = try await workspace.document(scan.document)
    guard document.sha256 == scan.hash else {
      throw DocumentError(.contentChanged, "the document has another content")
    }
    let size = try await workspace.pages.page(scan.page, of: document, priority: priority).facts.size
    let side = min(
      Self.mostPixels, max(Self.leastPixels, Self.side(max(size.width, size.height) * Self.pixelsPerPoint)))
    let fitting = try await workspace.pages.size(
      ofPage: scan.page, of: document, wanted: .fit(width: side, height: side), isEnlarged: false,
      priority: priority)
    let drawn = try await workspace.pages.page(
      RenderRequest(
        page: scan.page, size: fitting, quality: .gray, isStraightened: true, format: .png),
      of: document, priority: priority)
    let likely = last.withLock { $0?.hash == scan.hash ? $0?.language : nil }
    let read = try await recognizer.read(
      drawn.image, among: settings().choice(of: recognizer.languages), likely: likely)
    last.withLock { $0 = (scan.hash, read.language) }
    return PageText(recognized: read.words, in: PictureFrame(drawn.facts, of: size))
  }

  /// A length in pixels, also where a document tells one that no number can be.
  private static func side(_ length: Double) -> Int {
    length.isFinite ? Int(min(max(length.rounded(), 0), Double(mostPixels))) : 0
  }
}
