import DocumentModel
import Workspace

/// The answer of a search in all documents.
struct FoundDocumentsResponse: Encodable {
  struct Remark: Encodable {
    let code: String
    let part: String?

    init(_ remark: SearchQuery.Remark) {
      switch remark {
      case .notUnderstood(let part): (code, self.part) = ("not-understood", part)
      case .nothingToFind(let part): (code, self.part) = ("nothing-to-find", part)
      case .tooManyParts: (code, part) = ("too-many-parts", nil)
      }
    }
  }

  struct Found: Encodable {
    let document: DocumentResponse
    let score: Double
    let pageCount: Int
    let pages: [Page]
  }

  struct Page: Encodable {
    let page: Int
    /// Width and height in page units.
    let size: [Double]
    /// The boxes of each hit: left, top, width and height in page units.
    let hits: [[[Double]]]
    let snippet: Snippet
    /// "ocr" where the words were read in the picture of the page, "annotation" for a note on it, else missing.
    let source: String?
  }

  struct Snippet: Encodable {
    let text: String
    /// Start and length of each hit, in UTF-16 code units.
    let marks: [[Int]]
    let cutAtStart: Bool
    let cutAtEnd: Bool

    init(_ snippet: Workspace.Snippet) {
      text = snippet.text
      marks = snippet.marks.map { [$0.lowerBound, $0.count] }
      (cutAtStart, cutAtEnd) = snippet.isCut
    }
  }

  struct Facets: Encodable {
    struct Facet: Encodable {
      let value: String
      let documents: Int

      init(_ facet: TextFindings.Facet) { (value, documents) = (facet.value, facet.count) }
    }

    let types: [Facet]
    let folders: [Facet]
    let tags: [Facet]
    let years: [Facet]

    init(_ facets: TextFindings.Facets) {
      (types, folders) = (facets.types.map(Facet.init), facets.folders.map(Facet.init))
      (tags, years) = (facets.tags.map(Facet.init), facets.years.map(Facet.init))
    }
  }

  let documents: [Found]
  let total: Int
  let partial: Bool
  let remarks: [Remark]
  /// Words that stand nowhere, with those that were looked for instead.
  let corrections: [String: [String]]
  let facets: Facets?
  @Nullable var next: String?

  init(_ found: FoundDocuments, in workspace: DocumentWorkspace) {
    documents = found.documents.map { found in
      Found(
        document: DocumentResponse(found.document, in: workspace), score: found.score,
        pageCount: found.pageCount,
        pages: found.pages.map { page in
          Page(
            page: page.number, size: [page.size.width, page.size.height],
            hits: page.hits.map { $0.map(\.array) }, snippet: Snippet(page.snippet),
            source: page.isMark ? "annotation" : page.isRecognized ? "ocr" : nil)
        })
    }
    (total, partial) = (found.total, found.isPartial)
    remarks = found.remarks.map(Remark.init)
    corrections = found.corrections
    facets = found.facets.map(Facets.init)
    next = found.next.map(String.init)
  }
}

/// How far the index of words is, in contents.
struct TextIndexResponse: Encodable {
  let read: Int
  let waiting: Int
  let refused: Int
  /// Pages whose pictures wait, were read, and could not be read.
  let scans: Int
  let scansRead: Int
  let scansRefused: Int
  let recognition: Recognition

  /// The reading of scans.
  struct Recognition: Encodable {
    let state: String
    /// The languages that are installed, by the names of Tesseract's data.
    let languages: [String]
    /// The command that installs the program; missing where it is there.
    let install: String?

    init(_ scans: ScanReading?) {
      state = (scans?.state ?? .missing).rawValue
      languages = scans?.languages.map(\.description) ?? []
      install = languages.isEmpty ? "make extras" : nil
    }
  }

  init(_ progress: TextIndexProgress, _ scans: ScanReading?) {
    (read, waiting) = (progress.read, progress.waiting)
    (refused, self.scans) = (progress.refused, progress.scans)
    (scansRead, scansRefused) = (progress.scansRead, progress.scansRefused)
    recognition = Recognition(scans)
  }
}

/// How far the index of words is with one document.
struct DocumentWordsResponse: Encodable {
  let state: String
  /// How many of its pages are in the index.
  var pages = 0
  /// How many pages it has; null before they were counted.
  @Nullable var pageCount: Int?
  /// On how many pages the words were read in pictures.
  var recognized = 0
  /// In how many pictures of pages words may still be read.
  var scans = 0
  /// The code of the refusal.
  var reason: String?

  /// - Parameter progress: nil for a document that came just now.
  init(_ progress: ContentProgress?) {
    switch progress {
    case .read(let pages, let recognized, let scans):
      state = "read"
      (self.pages, pageCount) = (pages, pages)
      (self.recognized, self.scans) = (recognized, scans)
    case .waiting(let pages, let count):
      state = "waiting"
      (self.pages, pageCount) = (pages, count)
    case .refused(let code):
      (state, reason, pageCount) = ("refused", code.rawValue, nil)
    case nil:
      (state, pageCount) = ("waiting", nil)
    }
  }
}
