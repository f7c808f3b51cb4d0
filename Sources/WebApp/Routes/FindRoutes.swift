import DocumentModel
import HTTPServer
import HTTPTypes
import Workspace

/// Finds words in a document; the answer comes in pieces, a line of JSON each (NDJSON), as they are found.
struct FindRoutes: Sendable {
  let workspace: DocumentWorkspace

  func add(to router: inout Router) {
    router.on(.get, "api/v1/documents/:id/find") { request, parameters in
      let wanted = try Self.parameters(request)
      let first = try Self.page(request.query["from"])
      let id = try parameters.require("id", as: DocumentID.self)
      let document = try await workspace.document(id, includingTrash: true)
      // A document that cannot be opened is refused before the answer begins.
      _ = try await workspace.pages.pages(of: document)
      return Self.pieces { report in
        try await workspace.pages.find(wanted, in: document, from: first, report: report)
      }
    }
    router.on(.get, "api/v1/documents/:id/versions/:number/find") { request, parameters in
      let wanted = try Self.parameters(request)
      let first = try Self.page(request.query["from"])
      let (id, number) = try VersionRoutes.subject(parameters)
      let version = try await workspace.versions.content(ofVersion: number, of: id)
      _ = try await workspace.pages.pageCount(of: version)
      return Self.pieces { report in
        try await workspace.pages.find(wanted, in: version, from: first, report: report)
      }
    }
  }

  private static func parameters(_ request: Request) throws(DocumentError) -> FindParameters {
    let query = request.query
    guard let text = query["q"] else {
      throw DocumentError(.invalidParameter, "q must be the words to look for")
    }
    let (matchesCase, matchesAccents) = (
      try Flag.read("case", query["case"]), try Flag.read("accents", query["accents"])
    )
    let wholeWords = try Flag.read("words", query["words"])
    return try Flag.read("any", query["any"])
      ? FindParameters(
        anyOf: text, matchesCase: matchesCase, matchesAccents: matchesAccents, wholeWords: wholeWords)
      : FindParameters(
        text, matchesCase: matchesCase, matchesAccents: matchesAccents, wholeWords: wholeWords)
  }

  private static func page(_ text: String?) throws(DocumentError) -> Int {
    guard let text else { return 1 }
    guard let page = PageNumber(text), (1...PageNumber.largest).contains(page.value) else {
      throw DocumentError(.invalidParameter, "from must be a page, from 1")
    }
    return page.value
  }

  /// A line for each piece; a failure that comes when the answer has begun is its last line.
  private static func pieces(
    _ find: @escaping @Sendable (@escaping @Sendable (FindPiece) async throws -> Void) async throws -> Void
  ) -> Response {
    Response.stream(type: "application/x-ndjson", headers: [.cacheControl: "no-store"]) { output in
      do {
        try await find { piece in
          try await output.write(try JSONResponse.encode(FindPieceResponse(piece)) + [UInt8(ascii: "\n")])
        }
      } catch let error as DocumentError {
        try await output.write(try JSONResponse.encode(FailureLine(error)) + [UInt8(ascii: "\n")])
      }
    }
  }
}

/// The last line of an answer in pieces that fails after it has begun.
struct FailureLine: Encodable {
  let code: String
  let detail: String

  init(_ error: DocumentError) { (code, detail) = (error.code.rawValue, error.detail) }
}

/// A line of the answer.
struct FindPieceResponse: Encodable {
  struct Page: Encodable {
    let page: Int
    let hits: [Hit]
  }

  struct Hit: Encodable {
    /// The word that begins it and the place in that, in UTF-16 code units.
    let start: [Int]
    /// The word that ends it and the place behind its last letter.
    let end: [Int]
    let boxes: [[Double]]
    let before: String
    let text: String
    let after: String

    init(_ hit: TextHit) {
      start = [hit.start.word, hit.start.offset]
      end = [hit.end.word, hit.end.offset]
      boxes = hit.boxes.map(\.array)
      (before, text, after) = (hit.before, hit.text, hit.after)
    }
  }

  let searched: Int
  let pageCount: Int
  let pages: [Page]
  let failed: [Int]?
  let done: Bool?
  let cutOff: Bool?

  init(_ piece: FindPiece) {
    (searched, pageCount) = (piece.searched, piece.pageCount)
    pages = piece.pages.map { Page(page: $0.number, hits: $0.hits.map(Hit.init)) }
    failed = piece.failed.isEmpty ? nil : piece.failed
    done = piece.isLast ? true : nil
    cutOff = piece.isCutOff ? true : nil
  }
}
