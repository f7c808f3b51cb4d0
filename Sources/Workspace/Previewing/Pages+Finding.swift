public import DocumentModel
import LinuxSystem
import Synchronization

/// A part of the answer to where words stand in a document.
public struct FindPiece: Sendable {
  /// The hits of one page.
  public struct Page: Sendable {
    /// The page, from 1.
    public let number: Int
    /// Where the words stand on it; never empty.
    public let hits: [TextHit]
  }

  /// The pages with hits of this piece.
  public let pages: [Page]
  /// The pages of this piece whose words could not be read.
  public let failed: [Int]
  /// How many pages have been looked at so far.
  public let searched: Int
  /// How many pages the document has.
  public let pageCount: Int
  /// Whether this is the last piece.
  public let isLast: Bool
  /// Whether there may be further hits that are not told, since there are too many.
  public let isCutOff: Bool
}

extension Pages {
  /// The most hits that are told of a document.
  public static let maximumHits = 10_000
  /// The most pages that are looked at before hits are told.
  private static let mostTogether = 16
  /// Words of large pages keep a processor busy for a while.
  private static let matching = BlockingPool(threads: 1, name: "find")

  /// Looks for words on all pages of a document, from one page on and round to it again.
  ///
  /// The first piece comes of the first page alone; later ones have more pages. A page whose words cannot be read is
  /// passed over.
  ///
  /// - Parameters:
  ///   - parameters: the words.
  ///   - known: the document; all pieces are about one content of it.
  ///   - first: the page to begin with, from 1; a page that is not there means the first.
  ///   - report: takes each piece as soon as it is found; an error that it throws ends the search.
  /// - Throws: as ``pages(of:priority:)`` before the first piece, and what `report` throws.
  public func find(
    _ parameters: FindParameters, in known: Document, from first: Int = 1,
    report: @escaping @Sendable (FindPiece) async throws -> Void
  ) async throws {
    let (document, content) = try await tree.current(known)
    let source = try await source(of: document, content, .visible)
    let count = try await inspect(source, of: document, .visible).facts.pageCount
    try await find(parameters, of: source, pageCount: count, from: first, report: report)
  }

  /// All pages of a document on which words stand, in their order, and whether further hits are left out.
  ///
  /// Throws as ``find(_:in:from:report:)``.
  public func hits(
    of parameters: FindParameters, in document: Document
  ) async throws -> (pages: [FindPiece.Page], isCutOff: Bool) {
    let pieces = Mutex<[FindPiece]>([])
    try await find(parameters, in: document) { piece in pieces.withLock { $0.append(piece) } }
    return pieces.withLock { ($0.flatMap(\.pages), $0.last?.isCutOff ?? false) }
  }

  /// Looks for words on all pages of a version; as ``find(_:in:from:report:)`` of a document.
  public func find(
    _ parameters: FindParameters, in version: VersionContent, from first: Int = 1,
    report: @escaping @Sendable (FindPiece) async throws -> Void
  ) async throws {
    let source = try await source(of: version, .visible)
    let count = try await renderer.inspect(source, priority: .visible).facts.pageCount
    try await find(parameters, of: source, pageCount: count, from: first, report: report)
  }

  private func find(
    _ parameters: FindParameters, of source: RenderSource, pageCount count: Int, from first: Int,
    report: @Sendable (FindPiece) async throws -> Void
  ) async throws {
    let start = (1...max(1, count)).contains(first) ? first : 1
    let order = Array(start..<max(start, count + 1)) + Array(1..<start)
    var (searched, found, step) = (0, 0, 1)
    repeat {
      let chunk = order[searched..<min(order.count, searched + step)]
      let (pages, failed) = await hits(of: parameters, on: chunk, of: source, limit: Self.maximumHits - found)
      try Task.checkCancellation()
      searched += chunk.count
      found += pages.reduce(0) { $0 + $1.hits.count }
      step = min(Self.mostTogether, step * 2)
      let isCutOff = found >= Self.maximumHits
      try await report(
        FindPiece(
          pages: pages, failed: failed, searched: searched, pageCount: count,
          isLast: isCutOff || searched == order.count, isCutOff: isCutOff))
      if isCutOff { return }
    } while searched < order.count
  }

  private func hits(
    of parameters: FindParameters, on numbers: ArraySlice<Int>, of source: RenderSource, limit: Int
  ) async -> (pages: [FindPiece.Page], failed: [Int]) {
    var rest = limit
    var pages: [FindPiece.Page] = []
    var failed: [Int] = []
    for number in numbers where rest > 0 && !Task.isCancelled {
      guard let text = try? await renderer.findableText(ofPage: number, of: source) else {
        failed.append(number)
        continue
      }
      let hits = await Self.matching.run { [rest] in text.hits(of: parameters, limit: rest) }
      if !hits.isEmpty { pages.append(FindPiece.Page(number: number, hits: hits)) }
      rest -= hits.count
    }
    return (pages, failed)
  }
}
