import DocumentModel
import Workspace

/// The lines of an export of words.
enum TextExportLines {
  /// The first line: how far the index is.
  struct Index: Encodable {
    let kind = "index"
    let documents: Int
    let complete: Bool
    let partial: Bool
    let read: Int
    let waiting: Int
    let refused: Int
    let scans: Int

    init(_ beginning: TextExport.Beginning) {
      (documents, partial) = (beginning.total, beginning.isPartial)
      let progress = beginning.progress
      (read, waiting, refused, scans) = (progress.read, progress.waiting, progress.refused, progress.scans)
      complete = beginning.isInStep && !beginning.isPartial && waiting == 0 && scans == 0
    }
  }

  /// A page.
  struct Page: Encodable {
    let kind = "page"
    let document: String
    let name: String
    let sha256: String
    let page: Int
    let text: String
    @Nullable var language: String?
    /// "words" for those that stand in the document, "ocr" for those that were read in the page's picture.
    let source: String
    let cursor: String

    init(_ page: IndexedPages.Page, of document: Document, _ content: ContentHash) {
      (self.document, name) = (document.id.description, document.location.name.description)
      (sha256, self.page) = (content.description, page.number)
      (text, language) = (page.text.plain, page.language)
      source = page.text.isRecognized ? "ocr" : "words"
      cursor = TextExportPlace(after: page.number, of: document.id, content: content).description
    }
  }

  /// A document without words, and the reason.
  struct LeftOut: Encodable {
    let kind = "left-out"
    let document: String
    let name: String
    let sha256: String
    let reason: String
    let cursor: String

    init(_ document: Document, _ content: ContentHash, _ code: DocumentError.Code) {
      (self.document, name) = (document.id.description, document.location.name.description)
      (sha256, reason) = (content.description, code.rawValue)
      cursor = TextExportPlace(after: document.id).description
    }
  }

  /// A document with words that are still to come.
  struct Waiting: Encodable {
    let kind = "waiting"
    let document: String
    let name: String
    let sha256: String
    /// The pages that are there.
    let pages: Int
    @Nullable var pageCount: Int?
    let scans: Int
    let cursor: String

    init(_ document: Document, _ content: ContentHash, _ pages: Int, _ count: Int?, _ scans: Int) {
      (self.document, name) = (document.id.description, document.location.name.description)
      (sha256, self.pages, pageCount, self.scans) = (content.description, pages, count, scans)
      cursor = TextExportPlace(after: document.id).description
    }
  }

  /// The last line: what this answer had.
  struct End: Encodable {
    let kind = "end"
    /// Whether all words of all documents that match came, in this answer or behind its cursor.
    private(set) var complete: Bool
    private(set) var pages = 0
    private(set) var leftOut = 0
    private(set) var waiting = 0

    init(_ beginning: TextExport.Beginning) {
      complete = beginning.isInStep && !beginning.isPartial
    }

    mutating func count(_ part: TextExport.Part) {
      switch part {
      case .pages(let more, _, _): pages += more.count
      case .leftOut: leftOut += 1
      case .waiting: waiting += 1
      }
      complete = complete && waiting == 0
    }
  }

  /// The last line of an export that failed.
  struct Failure: Encodable {
    let kind = "failure"
    let code: String
    let detail: String

    init(_ error: DocumentError) { (code, detail) = (error.code.rawValue, error.detail) }
  }
}
