public import DocumentModel
import Logging
public import ServiceLifecycle

/// Reads the words of scans, one page after the other, behind everything else.
///
/// Pages without words wait in the index of words, and get there those that are read in their pictures. So a server that was
/// killed goes on with the next page.
public struct ScanReading: Service {
  /// Pages are drawn so large at most, in pixels: A4 at 300 dots per inch, for which recognizers are made.
  private static let pixels = 3_508
  /// So many pages are looked up at once.
  private static let together = 16
  /// How long it rests where nothing waits.
  private static let rest = Duration.seconds(20)

  private let workspace: DocumentWorkspace
  private let index: any TextIndex
  private let recognizer: any TextRecognizer
  private let isAllowed: @Sendable () -> Bool
  private let pause: PeriodicTask.Pause

  /// For the scans of a workspace.
  ///
  /// - Parameters:
  ///   - workspace: whose documents.
  ///   - index: names the pages, and takes their words.
  ///   - recognizer: reads them.
  ///   - isAllowed: whether it may read now, asked before each page.
  ///   - pause: waits until something may be there; to be replaced in tests alone.
  public init(
    _ workspace: DocumentWorkspace, into index: any TextIndex, by recognizer: any TextRecognizer,
    isAllowed: @escaping @Sendable () -> Bool = { true },
    pause: @escaping PeriodicTask.Pause = PeriodicTask.sleep
  ) {
    self.workspace = workspace
    self.index = index
    self.recognizer = recognizer
    self.isAllowed = isAllowed
    self.pause = pause
  }

  /// Runs until shutdown.
  public func run() async throws {
    await cancelWhenGracefulShutdown {
      while !Task.isCancelled {
        if await !readSome() { await pause(Self.rest) }
      }
    }
  }

  /// Reads some of the pages that wait; false when none could be read now.
  func readSome() async -> Bool {
    guard recognizer.version != nil, isAllowed(), let scans = try? await index.scans(limit: Self.together)
    else { return false }
    var hasRead = false
    // The newest content comes first, and its pages in their order.
    let newest = scans.first?.hash
    for scan in scans.filter({ $0.hash == newest }).sorted(by: { $0.page < $1.page }) {
      guard !Task.isCancelled, isAllowed() else { return false }
      if await read(scan) { hasRead = true }
    }
    return hasRead
  }

  /// Whether the page does not wait any more.
  private func read(_ scan: WaitingScan) async -> Bool {
    do throws(DocumentError) {
      let text = try await words(of: scan)
      try await index.addRecognized(text, ofPage: scan.page, of: scan.hash)
      return true
    } catch {
      guard ![.busy, .contentChanged, .contentMissing, .notFound, .converterMissing].contains(error.code),
        ![.storageFull, .storageFailed, .storageLow].contains(error.code)
      else { return false }
      workspace.services.log.debug(
        "a scan could not be read", metadata: ["document": "\(scan.document)", "page": "\(scan.page)"])
      let none = PageText(words: [], links: [])
      return (try? await index.addRecognized(none, ofPage: scan.page, of: scan.hash)) != nil
    }
  }

  private func words(of scan: WaitingScan) async throws(DocumentError) -> PageText {
    let document = try await workspace.document(scan.document)
    guard document.sha256 == scan.hash else {
      throw DocumentError(.contentChanged, "the document has another content")
    }
    let size = try await workspace.pages.page(scan.page, of: document, priority: .bulk).facts.size
    let fitting = try await workspace.pages.size(
      ofPage: scan.page, of: document, wanted: .fit(width: Self.pixels, height: Self.pixels),
      isEnlarged: false,
      priority: .bulk)
    let drawn = try await workspace.pages.page(
      RenderRequest(page: scan.page, size: fitting, format: .png), of: document, priority: .bulk)
    let words = try await recognizer.words(of: drawn.image)
    return PageText(recognized: words, scale: size.width / Double(max(1, drawn.facts.width)))
  }
}
