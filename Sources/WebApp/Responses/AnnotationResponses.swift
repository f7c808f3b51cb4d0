import DocumentModel
import HTTPServer
import Workspace

/// A notice that the annotations of a content changed, and the response to a change.
struct AnnotationNotice: Encodable, Sendable {
  let sha256: ContentHash
  let cursor: String
  let client: String?
}

/// The annotations that a client asks for.
struct AnnotationQuery: Sendable {
  let since: AnnotationCursor?
  private let page: Int?
  private let kind: AnnotationMark.Kind?
  private let creator: String?

  init(_ query: Query) throws(DocumentError) {
    since = try query["since"].map { (text) throws(DocumentError) in
      guard let cursor = AnnotationCursor(text) else {
        throw DocumentError(.invalidParameter, "since is a cursor of an earlier answer")
      }
      return cursor
    }
    page = try query["page"].map { (text) throws(DocumentError) in
      guard let page = PlainNumber.whole(text), (1...AnnotationLimits.page).contains(page) else {
        throw DocumentError(.invalidParameter, "page is a number from 1")
      }
      return page
    }
    kind = try query["kind"].map { (text) throws(DocumentError) in
      guard let kind = AnnotationMark.Kind(rawValue: text) else {
        let kinds = AnnotationMark.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        throw DocumentError(.invalidParameter, "kind is one of \(kinds)")
      }
      return kind
    }
    creator = query["creator"]
  }

  /// Whether annotations have to be read to choose among them.
  var isSelective: Bool { page != nil || kind != nil || creator != nil }

  func isWanted(_ entry: AnnotationSet.Entry) -> Bool {
    guard page.map({ $0 == entry.page }) ?? true else { return false }
    guard kind != nil || creator != nil else { return true }
    guard let annotation = try? Annotation(stored: entry.json) else { return false }
    return (kind ?? annotation.mark.kind) == annotation.mark.kind
      && (creator ?? annotation.creator) == annotation.creator
  }
}

/// The annotations of a content, or the changes since a client last asked.
struct AnnotationListResponse: Sendable {
  private let found: Annotations.Found
  private let query: AnnotationQuery

  init(_ found: Annotations.Found, _ query: AnnotationQuery) {
    (self.found, self.query) = (found, query)
  }

  /// The response as JSON; annotations are copied into it as they are kept.
  var bytes: [UInt8] {
    let set = found.set
    let news = query.since.flatMap { $0.epoch == set.epoch ? set.changes(after: $0.revision) : nil }
    let head: [String: JSONValue] = [
      "sha256": .string(found.document.sha256.description), "cursor": .string("\(set.cursor)"),
      "complete": .bool(news == nil),
      "removed": .array((news?.removed ?? []).map { .string($0.description) }),
    ]
    var bytes = Array(JSONValue.object(head).written.utf8.dropLast()) + Array(#","annotations":["#.utf8)
    let wanted = (news?.put ?? set.all).filter(query.isWanted)
    bytes.append(contentsOf: wanted.map(\.json).joined(separator: [UInt8(ascii: ",")]))
    bytes.append(contentsOf: "]}".utf8)
    return bytes
  }
}

/// The annotations that a PDF brings with it.
struct EmbeddedAnnotationsResponse: Encodable, Sendable {
  struct Entry: Encodable, Sendable {
    let page: Int
    let kind: String
    let box: [Double]
    let contents: String?
    let words: String?
    let author: String?
    let modified: String?
    let color: String?
  }

  let annotations: [Entry]

  init(_ annotations: [EmbeddedAnnotation]) {
    self.annotations = annotations.map { annotation in
      let box = annotation.box
      return Entry(
        page: annotation.page, kind: annotation.kind, box: [box.x, box.y, box.width, box.height],
        contents: annotation.contents, words: annotation.words, author: annotation.author,
        modified: annotation.modified?.internetFormat, color: annotation.color)
    }
  }
}
