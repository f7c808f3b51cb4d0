public import DocumentModel
import Logging

/// Evenly spaced pages of a document in small, made as a job (spec ipad 7.8).
extension Pages {
  /// The pages of a series at most.
  public static let longestSeries = 100
  /// The series that are made at once; each has one picture in work at a time.
  private static let seriesAtOnce = 16

  /// The pages of a series: page ⌊i·N/count⌋ + 1 of N for each i below `count`, each once.
  ///
  /// `count` and `pageCount` must be positive. The first page always belongs to it, the last only where all do.
  public static func spaced(_ count: Int, of pageCount: Int) -> [Int] {
    let count = min(count, pageCount)
    return (0..<count).map { $0 * pageCount / count + 1 }
  }

  /// Begins to draw `count` evenly spaced pages in at most `size` by `size` pixels, and announces each when it can be
  /// fetched without waiting.
  ///
  /// The document is opened before this returns. Pages that cannot be drawn are passed over, and the job says how many.
  ///
  /// Throws as ``pages(of:priority:)``, and `.busy` while too many series are being made.
  public func startSeries(
    of known: Document, count: Int, size: Int, format: ImageFormat
  ) async throws(DocumentError) -> Job {
    let running = jobs.all.count { $0.kind == .thumbnails && !$0.state.isOver }
    guard running < Self.seriesAtOnce else {
      throw DocumentError(.busy, "\(running) series of pages are being drawn already; try again")
    }
    let document = try await pages(of: known, priority: .near)
    let pages = Self.spaced(count, of: document.facts.pageCount)
    return try jobs.start(
      .thumbnails, "Drawing pages of \(document.document.location.name)",
      summary: { (drawn: Int) in "\(drawn) of \(pages.count) pages were drawn" }
    ) { progress in
      var drawn = 0
      for (index, page) in pages.enumerated() {
        try Task.checkCancellation()
        let place = SpacedPage(
          document: document.document.id, sha256: document.document.sha256, page: page, index: index,
          count: pages.count, size: size, format: format, job: progress.id)
        if await isDrawn(place, of: document.document) {
          drawn += 1
          notices.post(.thumbnailReady(place))
        }
        progress.advance(to: index + 1, of: pages.count)
      }
      return drawn
    }
  }

  private func isDrawn(_ place: SpacedPage, of document: Document) async -> Bool {
    do {
      let wanted = RenderRequest.Size.fit(width: place.size, height: place.size)
      let size = try await size(
        ofPage: place.page, of: document, wanted: wanted, isEnlarged: false, priority: .near)
      let request = RenderRequest(page: place.page, size: size, format: place.format)
      _ = try await page(request, of: document, priority: .near)
      return true
    } catch {
      log.debug("a page of a series was not drawn", metadata: ["document": "\(document.id)"])
      return false
    }
  }
}
