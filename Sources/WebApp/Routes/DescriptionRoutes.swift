import DocumentModel
import HTTPServer
import HTTPTypes
import Workspace

/// Metadata of documents, and the files inside them (spec documents IM-2, ipad 7.2).
struct DescriptionRoutes: Sendable {
  let workspace: DocumentWorkspace

  func add(to router: inout Router) {
    router.on(.get, "api/v1/documents/:id/metadata") { request, parameters in
      let described = try await workspace.pages.describe(try await document(parameters))
      let response = DescriptionResponse(described, in: workspace.types.current)
      return try JSONResponse.entity(response, sorted: true).0.response(to: request.head)
    }
    router.on(.get, "api/v1/documents/:id/attachments/:number") { request, parameters in
      guard let number = parameters["number"].flatMap({ PlainNumber.whole($0) }) else {
        throw DocumentError(.notFound, "there is no such attachment")
      }
      let document = try await document(parameters)
      let (name, content) = try await workspace.pages.attachment(number, of: document)
      var headers = SafeContent.headers(named: name)
      headers[.cacheControl] = "private, no-cache"
      return Representation(
        .descriptor(content.descriptor, 0..<UInt64(content.size), owner: content),
        type: "application/octet-stream",
        tag: EntityTag("\(document.sha256)-\(number)"), headers: headers
      ).response(to: request.head)
    }
  }

  private func document(_ parameters: PathParameters) async throws -> Document {
    try await workspace.document(try parameters.require("id", as: DocumentID.self), includingTrash: true)
  }
}

struct DescriptionResponse: Encodable {
  struct Format: Encodable {
    let width: Double
    let height: Double
    let count: Int
  }

  struct Camera: Encodable {
    let values: [String: String]
    let latitude: Double?
    let longitude: Double?
  }

  struct Text: Encodable {
    @Nullable var encoding: String?
    let confidence: Double
  }

  let type: String
  let typeName: String
  let size: Int64
  let sha256: String
  let fields: [String: String]
  let pageCount: Int?
  /// `points` or `pixels`: the unit of the page sizes; missing without pages.
  let unit: String?
  let pageFormats: [Format]?
  let attachments: [ContentMetadata.Attachment]?
  let formFields: [ContentMetadata.FormField]?
  let fonts: [ContentMetadata.Font]?
  let camera: Camera?
  let media: MediaResponse?
  let text: Text?
  let reason: PreviewResponse.Reason?

  init(_ described: DocumentDescription, in registry: FileTypeRegistry) {
    let document = described.document
    type = document.type.description
    typeName = registry.name(of: document.type)
    size = document.size
    sha256 = document.sha256.description
    let content = described.content
    fields = content?.fields ?? described.media?.tags ?? [:]
    pageCount = described.pageCount
    let hasPixels = registry.pageSource(for: document.type)?.renderer.hasPixels == true
    unit = content == nil ? nil : hasPixels ? "pixels" : "points"
    pageFormats = content?.pageFormats.map {
      Format(width: $0.size.width, height: $0.size.height, count: $0.count)
    }
    attachments = content?.attachments
    formFields = content?.formFields
    fonts = content?.fonts
    camera = content?.camera.map {
      Camera(values: $0.values, latitude: $0.latitude, longitude: $0.longitude)
    }
    media = described.media.map(MediaResponse.init)
    text =
      registry.conforms(document.type, to: .text)
      ? Text(encoding: described.identification.charset, confidence: described.identification.confidence)
      : nil
    reason = described.reason.map { PreviewResponse.Reason(code: $0.code.rawValue, detail: $0.detail) }
  }
}
