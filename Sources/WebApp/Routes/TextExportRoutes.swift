import DocumentModel
import HTTPServer
import HTTPTypes
import Workspace

/// The words of all documents for other programs, a line of JSON for each page (NDJSON).
struct TextExportRoutes: Sendable {
  let workspace: DocumentWorkspace
  let search: DocumentSearch
  let export: TextExport

  func add(to router: inout Router) {
    router.on(.get, "api/v1/text") { request, _ in
      guard request.query["format"] ?? "ndjson" == "ndjson" else {
        throw DocumentError(.invalidParameter, "format must be ndjson")
      }
      // An index that is not there is refused before the answer begins.
      let beginning = try await export.begin(
        try query(request.query), after: try Self.place(request.query["after"]))
      return .stream(type: "application/x-ndjson", headers: [.cacheControl: "no-store"]) { output in
        try await write(beginning, to: output)
      }
    }
  }

  /// The documents that are wanted; nil for all.
  private func query(_ parameters: Query) throws -> SearchQuery? {
    let filters = try DocumentFilters(parameters, by: workspace.types.current).conditions
    let text = parameters["q"]
    guard text != nil || !filters.isEmpty else { return nil }
    var query = try search.query(text ?? "")
    // Filters beside a text without words find nothing, too.
    guard text == nil || !query.isEmpty else { return query }
    for filter in filters { query.require(filter) }
    return query
  }

  private static func place(_ text: String?) throws(DocumentError) -> TextExportPlace? {
    guard let text else { return nil }
    guard let place = TextExportPlace(text) else {
      throw DocumentError(.invalidParameter, "after must be the cursor of a line of an earlier answer")
    }
    return place
  }

  private func write(_ beginning: TextExport.Beginning, to output: ByteStream) async throws {
    try await output.write(try Self.line(TextExportLines.Index(beginning)))
    var end = TextExportLines.End(beginning)
    do {
      try await export.parts(of: beginning) { part in
        end.count(part)
        try await output.write(try Self.lines(of: part))
      }
      try await output.write(try Self.line(end))
    } catch let error as DocumentError {
      try await output.write(try Self.line(TextExportLines.Failure(error)))
    }
  }

  private static func lines(of part: TextExport.Part) throws -> [UInt8] {
    switch part {
    case .pages(let pages, let document, let content):
      try pages.flatMap { try line(TextExportLines.Page($0, of: document, content)) }
    case .leftOut(let document, let content, let code):
      try line(TextExportLines.LeftOut(document, content, code))
    case .waiting(let document, let content, let pages, let count, let scans):
      try line(TextExportLines.Waiting(document, content, pages, count, scans))
    }
  }

  private static func line(_ line: some Encodable) throws -> [UInt8] {
    try JSONResponse.encode(line) + [UInt8(ascii: "\n")]
  }
}
