import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Previews
import Workspace

/// Previews of bytes that are not kept (spec documents WV-4), for programs that have a store of their own.
struct PassingPreviewRoutes: Sendable {
  let workspace: DocumentWorkspace
  let renderer: CachingRenderer
  let maximumBytes: Int64

  /// The pages whose text is answered at most.
  private static let mostTextPages = 2_000

  /// The form of the answer.
  private enum Form {
    case facts
    case metadata
    case text
    case pdf
    case image

    init(_ text: String?) throws(DocumentError) {
      switch text ?? "json" {
      case "json": self = .facts
      case "metadata": self = .metadata
      case "txt": self = .text
      case "pdf": self = .pdf
      case "png", "jpg", "jpeg", "webp": self = .image
      default:
        throw DocumentError(.invalidParameter, "format must be json, metadata, txt, pdf, png, jpg or webp")
      }
    }
  }

  func add(to router: inout Router) {
    let options = RouteOptions(bodyLimit: Int(maximumBytes))
    router.on(.post, "api/v1/preview", options: options) { request, _ in try await preview(request) }
  }

  /// The bytes lie in `tmp` until the answer is made; afterwards nothing of them is left, in the caches neither.
  private func preview(_ request: Request) async throws -> Response {
    let form = try Form(request.query["format"])
    let page = try Self.page(request)
    let size = try PageQuery(request.query)
    let name = try request.query["name"].map { (text) throws(DocumentError) in try FileName(text) }
    try UploadRoutes.requireWhole(request.head)
    let staged = try await UploadRoutes.stage(
      request, expecting: try AnnouncedDigest(request.head), in: workspace)
    do {
      let file = await workspace.pages.foreign(
        staged, staged.sha256, named: name ?? FileName(sanitizing: "document"), modified: Date())
      let response = try await answer(form, page, size, about: file, request)
      await forget(staged.sha256)
      return response
    } catch {
      await forget(staged.sha256)
      throw error
    }
  }

  /// A content that a document has as well keeps its previews.
  private func forget(_ hash: ContentHash) async {
    guard let used = try? await workspace.versionIndex.contentsInUse(among: [hash]), used.isEmpty else {
      return
    }
    await renderer.forget(hash)
    await workspace.pages.forgetRefusals(of: hash)
  }

  private func answer(
    _ form: Form, _ page: Int?, _ size: PageQuery, about file: VersionContent, _ request: Request
  ) async throws -> Response {
    let headers: HTTPFields = [
      .cacheControl: "no-store", .sheafSource: file.version.sha256.description,
      .contentSecurityPolicy: "sandbox; default-src 'none'",
    ]
    switch form {
    case .facts:
      let preview = await workspace.pages.preview(of: file)
      return .json(try JSONResponse.encode(PreviewResponse(preview, of: file.documentThen)), headers: headers)
    case .metadata:
      let described = await workspace.pages.describe(file)
      let response = DescriptionResponse(described, in: workspace.types.current)
      return .json(try JSONResponse.encode(response), headers: headers)
    case .text:
      return .text(
        try await text(of: file, page: page), type: "text/plain; charset=utf-8",
        headers: headers)
    case .pdf:
      let pdf = try await workspace.pages.rendition(of: file, page: page).pdf
      return Self.response(pdf, type: "application/pdf", headers)
    case .image:
      let format = try ImageFormat(parameter: request.query["format"]) ?? .png
      let drawn = try await workspace.pages.page(
        page ?? 1, size: size.size, isEnlarged: size.isEnlarged, format: format,
        of: file, priority: RequestPriority(request.head).renderPriority(usual: .visible))
      return Self.response(drawn.image, type: drawn.facts.format.mediaType, headers)
    }
  }

  private static func response(
    _ content: any ReadableContent, type: String, _ headers: HTTPFields
  ) -> Response {
    var headers = headers
    headers[.contentType] = type
    return Response(
      headers: headers, body: .descriptor(content.descriptor, 0..<UInt64(content.size), owner: content))
  }

  private static func page(_ request: Request) throws -> Int? {
    try request.query["page"].map { text in
      guard let page = PlainNumber.whole(text), page > 0 else {
        throw DocumentError(.invalidParameter, "page must be a whole number from 1")
      }
      return page
    }
  }

  /// The words of one page, or of all pages with form feeds between them.
  private func text(of file: VersionContent, page: Int?) async throws -> String {
    if let page { return try await workspace.pages.text(ofPage: page, of: file).plain }
    let count = try await workspace.pages.pageCount(of: file)
    guard count <= Self.mostTextPages else {
      throw DocumentError(
        .documentTooLarge, "the document has more than \(Self.mostTextPages) pages; ask for one page")
    }
    var pages: [String] = []
    for number in 1...max(1, count) {
      pages.append(try await workspace.pages.text(ofPage: number, of: file).plain)
    }
    return pages.joined(separator: "\u{c}")
  }
}
