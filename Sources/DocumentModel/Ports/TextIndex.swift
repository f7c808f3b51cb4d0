public import FoundationEssentials

/// The index over the words of all documents.
///
/// It is a cache of the store: one that is lost is filled again. Words belong to a content, so that copies, renamed
/// documents and those back from the Trash keep theirs.
///
/// ```
///              facts of a document come            its pages are added, in order       the last one was added
///   unknown ───────────────────────────▶ waiting ────────────────────────▶ waiting ────────────────────────▶ read
///                                           └── its pages cannot be had ──▶ refused
/// ```
///
/// **Atomicity** and **threading** as in ``DocumentIndex``. **Errors**: `.storageFull` and `.storageFailed`.
public protocol TextIndex: Sendable {
  /// The last event whose documents were noted; nil for an index that is to be filled from the store.
  func position() async throws(DocumentError) -> EventID?
  /// Notes documents as they are now, and that others are gone for good, both up to an event.
  ///
  /// - Parameter position: nil while the store is read through.
  func note(
    _ documents: [Document], removed: [DocumentID], upTo position: EventID?
  ) async throws(DocumentError)
  /// Begins to read the store through: the position is lost, and documents that are not noted until
  /// ``endReading(upTo:)`` are gone.
  func beginReading() async throws(DocumentError)
  /// The store was read through up to an event.
  func endReading(upTo position: EventID) async throws(DocumentError)

  /// Contents whose words are not there yet, the newest first, at most `limit`.
  func waiting(limit: Int) async throws(DocumentError) -> [WaitingContent]
  /// Adds the words of pages that follow one another.
  ///
  /// - Parameters:
  ///   - pages: the first is page `first`, and those that are there already are passed over.
  ///   - hash: the content.
  ///   - count: how many pages the content has.
  ///   - isLast: whether the content is read now, also where later pages are left out.
  func add(
    _ pages: [ReadPage], from first: Int, of hash: ContentHash, pageCount count: Int, isLast: Bool
  ) async throws(DocumentError)
  /// Notes what the file of a content says of itself.
  func describe(_ hash: ContentHash, as description: ContentWords) async throws(DocumentError)
  /// Notes why the words of a content cannot be had.
  func refuse(_ hash: ContentHash, because code: DocumentError.Code) async throws(DocumentError)
  /// Lets contents be read that were refused for a reason which is over.
  func reconsider(refusedBecause code: DocumentError.Code) async throws(DocumentError)
  /// Forgets words of contents that no document has any more, at most those of `limit` pages. Returns whether some are left.
  func forgetUnused(limit: Int) async throws(DocumentError) -> Bool

  /// Pages without words whose pictures may have some, of the newest contents, at most `limit`.
  func scans(limit: Int) async throws(DocumentError) -> [WaitingScan]
  /// The scans of one content.
  func scans(of hash: ContentHash) async throws(DocumentError) -> ContentScans
  /// Gives a page the words that were read in its picture.
  ///
  /// - Parameter text: no words for a picture without any; nil for one that could not be read.
  func addRecognized(_ text: PageText?, ofPage page: Int, of hash: ContentHash) async throws(DocumentError)
  /// The words that were read in the picture of a page; nil where none were.
  func recognizedText(ofPage page: Int, of hash: ContentHash) async throws(DocumentError) -> PageText?

  /// Contents whose annotations were not looked at since their words are there, the newest first, at most `limit`.
  func unmarked(limit: Int) async throws(DocumentError) -> [WaitingContent]
  /// Gives a content the notes of its annotations, in the place of all that it had.
  ///
  /// - Parameters:
  ///   - marks: those with a note; one on a page that is not in the index is left out.
  ///   - moment: up to which annotations are told.
  func mark(_ hash: ContentHash, with marks: [NotedMark], upTo moment: String) async throws(DocumentError)
  /// Lets the annotations of contents be looked at again.
  func forgetMarks(of hashes: [ContentHash]) async throws(DocumentError)

  /// The documents in which a query is found.
  func find(_ search: TextSearch) async throws(DocumentError) -> TextFindings
  /// The documents whose words are like those of a given one, without those in the Trash; nil where the index does not know
  /// it.
  func similar(to id: DocumentID, limit: Int) async throws(DocumentError) -> SimilarTexts?
  /// Pages of a document behind a page, in their order, a bounded number; nil where the index does not
  /// know the document.
  func pages(of id: DocumentID, after page: Int) async throws(DocumentError) -> IndexedPages?
  /// Those of `documents` in which a query is found; exactly, without looking for other spellings.
  func matches(
    _ query: SearchQuery, among documents: [DocumentID]
  ) async throws(DocumentError) -> Set<DocumentID>
  /// The documents in which a query is found, the ones that were changed last first; without other spellings.
  ///
  /// A query without words has all documents that its conditions leave.
  ///
  /// - Parameter isWhole: whether all pages are looked at, which may take seconds; else as many as ``find(_:)`` looks at.
  func matches(_ query: SearchQuery, isWhole: Bool) async throws(DocumentError) -> TextMatches
  /// How far the index is with the contents of these documents; those that it does not know are missing.
  func readiness(of documents: [DocumentID]) async throws(DocumentError) -> [DocumentID: TextReadiness]
  /// How far the index is.
  func progress() async throws(DocumentError) -> TextIndexProgress
  /// How far it is with one document; nil where it does not know it.
  func progress(of id: DocumentID) async throws(DocumentError) -> ContentProgress?
}

/// All documents in which a query is found.
public struct TextMatches: Hashable, Sendable {
  /// The documents.
  public let documents: [DocumentID]
  /// Whether there may be more.
  public let isPartial: Bool

  /// Matches from their parts.
  public init(_ documents: [DocumentID], isPartial: Bool = false) {
    (self.documents, self.isPartial) = (documents, isPartial)
  }
}

/// How far the index is with the content of a document.
public struct TextReadiness: Hashable, Sendable {
  /// The content that it knows of the document.
  public let hash: ContentHash
  /// Whether its words are all there, or cannot be had.
  public let isSettled: Bool
  /// The pages in whose pictures words may still be read.
  public let scans: Int

  /// A state from its parts.
  public init(hash: ContentHash, isSettled: Bool, scans: Int) {
    (self.hash, self.isSettled, self.scans) = (hash, isSettled, scans)
  }
}

/// The words of a page, and its size.
public struct ReadPage: Hashable, Sendable {
  /// The words.
  public let text: PageText
  /// The size, in the units of their boxes.
  public let size: PageSize
  /// Whether a picture of the page may have words where it has none.
  public let mayBeScan: Bool

  /// A page from its parts.
  public init(_ text: PageText, size: PageSize, mayBeScan: Bool = false) {
    (self.text, self.size, self.mayBeScan) = (text, size, mayBeScan)
  }
}

/// A content whose words are not, or not all, in the index.
public struct WaitingContent: Hashable, Sendable {
  /// The hash of the content.
  public let hash: ContentHash
  /// A document that has it.
  public let document: DocumentID
  /// How many of its pages are in the index.
  public let pagesDone: Int
  /// Whether the index knows what its file says of itself.
  public let isDescribed: Bool

  /// A content from its parts.
  public init(hash: ContentHash, document: DocumentID, pagesDone: Int, isDescribed: Bool = false) {
    (self.hash, self.document, self.pagesDone) = (hash, document, pagesDone)
    self.isDescribed = isDescribed
  }
}

/// The words that a file says of itself, as texts.
public struct ContentWords: Hashable, Sendable {
  /// The title; empty where it has none.
  public let title: String
  /// Authors, senders and artists.
  public let author: String
  /// Its subject, its keywords, those to whom it is written, and the like.
  public let about: String

  /// Words from their parts; of each the beginning is taken.
  public init(title: String = "", author: String = "", about: String = "") {
    func bounded(_ text: String) -> String { String(text.prefix(Self.longest)) }
    (self.title, self.author, self.about) = (bounded(title), bounded(author), bounded(about))
  }

  private static let longest = 4_000
}

/// The note of an annotation, and where that lies.
public struct NotedMark: Hashable, Sendable {
  /// The page, from 1.
  public let page: Int
  /// The part of the page that the mark takes up, in page units.
  public let box: PageRectangle
  /// The note.
  public let note: String

  /// A note from its parts.
  public init(page: Int, box: PageRectangle, note: String) {
    (self.page, self.box, self.note) = (page, box, note)
  }
}

/// A page whose picture may have words.
public struct WaitingScan: Hashable, Sendable {
  /// The hash of the content.
  public let hash: ContentHash
  /// A document that has it.
  public let document: DocumentID
  /// The page, from 1.
  public let page: Int

  /// A page from its parts.
  public init(hash: ContentHash, document: DocumentID, page: Int) {
    (self.hash, self.document, self.page) = (hash, document, page)
  }
}

/// The scans among the pages of a content.
public struct ContentScans: Hashable, Sendable {
  /// How far the index is with the content; nil where it does not know it.
  public let progress: ContentProgress?
  /// The pages whose pictures wait, in their order.
  public let waiting: [Int]
  /// The pages in whose pictures words were read, by their number.
  public let pages: [Int: ReadPage]

  /// Scans from their parts.
  public init(progress: ContentProgress?, waiting: [Int] = [], pages: [Int: ReadPage] = [:]) {
    (self.progress, self.waiting, self.pages) = (progress, waiting, pages)
  }
}

/// How far the index is.
public struct TextIndexProgress: Hashable, Sendable {
  /// The contents whose words are in the index.
  public let read: Int
  /// The contents whose words are to come.
  public let waiting: Int
  /// The contents whose words cannot be had.
  public let refused: Int
  /// The pages in whose pictures words may still be read.
  public let scans: Int
  /// The pages in whose pictures words were looked for.
  public let scansRead: Int
  /// The pages whose pictures could not be read.
  public let scansRefused: Int

  /// Progress from its parts.
  public init(
    read: Int, waiting: Int, refused: Int, scans: Int = 0, scansRead: Int = 0, scansRefused: Int = 0
  ) {
    (self.read, self.waiting, self.refused, self.scans) = (read, waiting, refused, scans)
    (self.scansRead, self.scansRefused) = (scansRead, scansRefused)
  }
}

/// How far the index is with one content.
public enum ContentProgress: Hashable, Sendable {
  /// All its words are in the index. Those of `recognized` pages were read in pictures, and `scans` pictures may still be read.
  case read(pages: Int, recognized: Int = 0, scans: Int = 0)
  /// So many of its pages are in the index; `of` is nil before the first one is.
  case waiting(pages: Int, of: Int?)
  /// Its words cannot be had.
  case refused(DocumentError.Code)
}

/// A query and the part of its answer that is wanted.
public struct TextSearch: Hashable, Sendable {
  /// The most documents that are told at once.
  public static let maximumLimit = 100
  /// The most documents that are passed over.
  public static let maximumOffset = 5_000
  /// The most pages with hits that are told of a document.
  public static let pagesPerDocument = 3
  /// The most hits that are told of a page.
  public static let hitsPerPage = 20

  /// The query.
  public let query: SearchQuery
  /// How many documents are told.
  public let limit: Int
  /// How many of the best ones are passed over.
  public let offset: Int
  /// Whether what is found is counted by type, folder, tag and year.
  public let countsFacets: Bool
  /// The moment by which documents are fresh.
  public let now: Date

  /// A search from its parts, brought within its limits.
  public init(_ query: SearchQuery, limit: Int = 20, offset: Int = 0, countsFacets: Bool = false, now: Date) {
    self.query = query
    self.limit = min(max(limit, 1), Self.maximumLimit)
    self.offset = min(max(offset, 0), Self.maximumOffset)
    self.countsFacets = countsFacets
    self.now = now
  }
}

/// The documents in which a query is found.
public struct TextFindings: Hashable, Sendable {
  /// A page on which it is found.
  public struct Page: Hashable, Sendable {
    /// The page's number, from 1.
    public let number: Int
    /// Its words and its size.
    public let page: ReadPage
    /// Where the query's terms stand, as places among its words, in the order of reading.
    public let hits: [ClosedRange<Int>]
    /// Whether the words are the note of an annotation on the page.
    public let isMark: Bool

    /// A page from its parts.
    public init(number: Int, _ page: ReadPage, hits: [ClosedRange<Int>], isMark: Bool = false) {
      (self.number, self.page, self.hits, self.isMark) = (number, page, hits, isMark)
    }
  }

  /// A document in which it is found.
  public struct Finding: Hashable, Sendable {
    /// The document.
    public let document: DocumentID
    /// The content whose words were found.
    public let hash: ContentHash
    /// How well it fits; larger is better.
    public let score: Double
    /// How many of its pages and annotations have one of the terms.
    public let pageCount: Int
    /// The best of these pages, at most ``TextSearch/pagesPerDocument``.
    public let pages: [Page]

    /// A finding from its parts.
    public init(document: DocumentID, hash: ContentHash, score: Double, pageCount: Int, pages: [Page]) {
      (self.document, self.hash, self.score) = (document, hash, score)
      (self.pageCount, self.pages) = (pageCount, pages)
    }
  }

  /// How many of the documents that are found have a value.
  public struct Facet: Hashable, Sendable {
    /// A type's identifier, a folder, a tag or a year.
    public let value: String
    /// How many documents have it.
    public let count: Int

    /// A facet from its parts.
    public init(_ value: String, count: Int) {
      (self.value, self.count) = (value, count)
    }
  }

  /// The facets of what is found, in no order.
  public struct Facets: Hashable, Sendable {
    /// By type, each by itself.
    public var types: [Facet] = []
    /// By folder, with what lies in the folders below it; the top is none of them.
    public var folders: [Facet] = []
    /// By tag.
    public var tags: [Facet] = []
    /// By the year in which the content was changed.
    public var years: [Facet] = []

    /// No facets.
    public init() {}
  }

  /// The documents, the best first.
  public let findings: [Finding]
  /// How many documents are found.
  public let total: Int
  /// Whether there are more: so many pages have the words that the newest alone were looked at.
  public let isPartial: Bool
  /// The facets; nil when they were not wanted.
  public let facets: Facets?
  /// Words that stand nowhere, as they are compared, and those that were looked for instead.
  public let corrections: [String: [String]]

  /// Findings from their parts.
  public init(
    _ findings: [Finding], total: Int, isPartial: Bool = false, facets: Facets? = nil,
    corrections: [String: [String]] = [:]
  ) {
    (self.findings, self.total, self.isPartial) = (findings, total, isPartial)
    (self.facets, self.corrections) = (facets, corrections)
  }
}
