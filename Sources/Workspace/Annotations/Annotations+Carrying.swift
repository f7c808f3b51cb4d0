import DocumentModel
import Logging

/// Taking over the annotations of the content before.
extension Annotations {
  /// The annotations of a document's content, after those of the content before it were taken over.
  ///
  /// Where that fails they are as they were, and the next call tries again.
  func carried(to document: Document) async throws(DocumentError) -> AnnotationSet {
    var set = try await store.annotations(of: document.sha256)
    do throws(DocumentError) {
      guard let (version, earlier) = try await earlier(than: document),
        set.carried[version.sha256] != earlier.cursor
      else { return set }
      let change = try await change(of: set, from: earlier, version, to: document)
      try await store.keep(change, of: document.sha256, over: set)
      set.apply(change)
      log.info(
        "annotations of an earlier version were taken over",
        metadata: [
          "document": "\(document.id)", "version": "\(version.number)", "annotations": "\(change.put.count)",
        ])
    } catch {
      log.warning(
        "annotations of an earlier version could not be taken over; the next reader tries again",
        metadata: ["document": "\(document.id)", "reason": "\(error)"])
    }
    return set
  }

  /// The latest version with another content that has had annotations.
  private func earlier(
    than document: Document
  ) async throws(DocumentError) -> (version: Version, set: AnnotationSet)? {
    guard document.version > 1 else { return nil }
    var seen: Set = [document.sha256]
    for version in try await versionIndex.versions(of: document.id, before: nil, limit: Self.mostVersions)
    where seen.insert(version.sha256).inserted {
      let set = try await store.annotations(of: version.sha256)
      if set.revision > 0 { return (version, set) }
    }
    return nil
  }

  private func change(
    of set: AnnotationSet, from earlier: AnnotationSet, _ version: Version, to document: Document
  ) async throws(DocumentError) -> AnnotationChange {
    let known = set.carried[version.sha256].flatMap { $0.epoch == earlier.epoch ? $0.revision : nil }
    let news = known.flatMap(earlier.changes) ?? (put: earlier.all, removed: [])
    var change = AnnotationChange(
      removed: news.removed.filter { set.entry($0) != nil }, carried: [version.sha256: earlier.cursor])
    var pages = CarriedPages(workspace, from: version, to: document)
    for entry in news.put where !set.wasRemoved(entry.id) {
      let annotation = try Annotation(stored: entry.json)
      if let own = set.entry(entry.id).flatMap({ try? Annotation(stored: $0.json) }),
        own.modified >= annotation.modified
      {
        continue
      }
      let placed = try annotation.placed(try await pages.mark(of: annotation))
      change.put.append(AnnotationSet.Entry(placed, of: document.sha256))
    }
    return change
  }
}

/// The pages of two contents of a document while annotations are taken from one to the other.
private struct CarriedPages {
  /// The most pages on which one place is looked for, and how often all places together look at a page.
  private static let (mostPages, mostLooks) = (400, 20_000)
  /// The most pairs of pages that are compared word by word, each some milliseconds.
  private static let mostComparisons = 1_000

  private let workspace: DocumentWorkspace
  private let version: Version
  private let document: Document
  private var old: [Int: AnnotationAnchoring] = [:]
  private var new: [Int: QuotedPage] = [:]
  private var compared: [Int: [Int: AnnotationAnchoring.SamePage?]] = [:]
  private var (looks, comparisons) = (0, 0)
  private var content: VersionContent?
  private var facts: DocumentFacts?

  init(_ workspace: DocumentWorkspace, from version: Version, to document: Document) {
    (self.workspace, self.version, self.document) = (workspace, version, document)
  }

  /// The mark at its place in the newer content; nil when that does not have it.
  mutating func mark(of annotation: Annotation) async throws(DocumentError) -> AnnotationMark? {
    if annotation.mark.kind.marksText, let quote = annotation.quote {
      return try await mark(of: annotation, at: quote)
    }
    // Where it lay in the content before is not known any more.
    guard annotation.isPlaced else { return nil }
    let anchoring = try await anchoring(from: annotation.mark.page)
    for number in try await candidates(from: annotation.mark.page) {
      guard let same = try await same(annotation.mark.page, number, anchoring) else { continue }
      return try anchoring.mark(of: annotation, on: same)
    }
    return nil
  }

  private mutating func mark(
    of annotation: Annotation, at quote: Annotation.Quote
  ) async throws(DocumentError) -> AnnotationMark? {
    var best: (place: QuotedPage.Place, page: QuotedPage)?
    for number in try await candidates(from: annotation.mark.page) where looks < Self.mostLooks {
      looks += 1
      let page = try await page(number)
      guard let place = page.place(of: quote, near: annotation.mark.boxes.first), place.isLikely else {
        continue
      }
      if place.agreement > best?.place.agreement ?? -1 { best = (place, page) }
      if place.agreement >= QuotedPage.Place.certain { break }
    }
    guard let best else { return nil }
    return try annotation.mark.moved(toPage: best.page.number, boxes: best.page.boxes(of: best.place))
  }

  /// The pages on which a place may be, the nearest first.
  private mutating func candidates(from number: Int) async throws(DocumentError) -> [Int] {
    let count = try await newFacts().pageCount
    guard count > 0 else { return [] }
    let start = min(number, count)
    let near = (0..<count).lazy.flatMap { $0 == 0 ? [start] : [start - $0, start + $0] }
    return Array(near.filter { (1...count).contains($0) }.prefix(Self.mostPages))
  }

  private mutating func same(
    _ old: Int, _ number: Int, _ anchoring: AnnotationAnchoring
  ) async throws(DocumentError) -> AnnotationAnchoring.SamePage? {
    if let known = compared[old]?[number] { return known }
    guard comparisons < Self.mostComparisons || old == number else { return nil }
    comparisons += 1
    let same = anchoring.same(as: try await page(number))
    compared[old, default: [:]][number] = .some(same)
    return same
  }

  private mutating func anchoring(from number: Int) async throws(DocumentError) -> AnnotationAnchoring {
    if let known = old[number] { return known }
    let made = AnnotationAnchoring(from: try await oldPage(number))
    old[number] = made
    return made
  }

  /// A page of the earlier content; without words where its bytes are gone.
  private mutating func oldPage(_ number: Int) async throws(DocumentError) -> QuotedPage {
    do throws(DocumentError) {
      let content = try await oldContent()
      let text = try await workspace.pages.text(ofPage: number, of: content)
      let facts = try? await workspace.pages.preview(of: content).inspected?.facts.page(number)
      return QuotedPage(number: number, size: facts?.size ?? Self.unknown, words: text.words)
    } catch  where [.versionGone, .notFound].contains(error.code) {
      return QuotedPage(number: number, size: Self.unknown, words: [])
    }
  }

  private static let unknown = PageSize(width: 0, height: 0)

  private mutating func oldContent() async throws(DocumentError) -> VersionContent {
    if let content { return content }
    let opened = try await workspace.versions.content(ofVersion: version.number, of: document.id)
    content = opened
    return opened
  }

  private mutating func newFacts() async throws(DocumentError) -> DocumentFacts {
    if let facts { return facts }
    let found = try await workspace.pages.pages(of: document).facts
    facts = found
    return found
  }

  private mutating func page(_ number: Int) async throws(DocumentError) -> QuotedPage {
    if let known = new[number] { return known }
    let text = try await workspace.pages.text(ofPage: number, of: document)
    let size = try await newFacts().page(number)?.size ?? Self.unknown
    let made = QuotedPage(number: number, size: size, words: text.words)
    new[number] = made
    return made
  }
}
