import DocumentModel
import HTTPServer
import HTTPTypes
import Workspace

/// The response with an `info.json` or a manifest.
///
/// The tag is made of the document's inputs, so that a conditional request is answered before the document is made. The
/// manifest of a document of 10,000 pages has 10 MB.
struct IIIFDocumentResponse: Sendable {
  private let head: RequestHead
  private let type: JSONLinkedData
  private let context: String
  private let tag: EntityTag
  private let headers: HTTPFields

  /// A response about `pages` in a type that the request accepts.
  ///
  /// `base` is the start of the document's own addresses, and `context` the address of its JSON-LD context. `state`
  /// lists the inputs beside content, name and base.
  init(
    _ request: Request, about pages: DocumentPages, at base: String, context: String, state: [String] = [],
    links: [String] = []
  ) {
    head = request.head
    type = JSONLinkedData(accept: head[.accept])
    self.context = context
    // The same bytes under another type are another representation, so the type is part of the tag.
    tag = EntityTag(
      naming: [
        type.rawValue, base, pages.document.sha256.description,
        pages.document.location.name.description,
        pages.facts.renderer, App.version,
      ] + state)
    var headers = CrossOriginAccess.headers
    headers[.cacheControl] = "private, no-cache"
    headers[.vary] = "Accept, \(headers[.vary] ?? "")"
    if !links.isEmpty { headers[.link] = links.joined(separator: ",") }
    self.headers = headers
  }

  /// Sorted members put `@context` first, as the specifications want it, and give equal documents equal bytes.
  func response(
    _ cache: ResponseCache, _ ticket: ResponseCache.Ticket, making document: () throws -> some Encodable
  ) throws -> Response {
    if let known = Representation.notModified(tag, headers, for: head) { return known }
    let made = entity(of: try JSONResponse.encode(try document(), sorted: true))
    cache.keep(made.entity, bytes: made.bytes, for: ResponseCache.key(of: head), ticket)
    return made.entity.response(to: head)
  }

  /// As ``response(_:_:making:)`` for a document that is too large for ``ResponseCache``; `encoded` returns its bytes
  /// with sorted members.
  func response(
    _ cache: LargeResponses, making encoded: @escaping @Sendable () throws -> [UInt8]
  ) async throws -> Response {
    if let known = Representation.notModified(tag, headers, for: head) { return known }
    let made = try await cache.answer(tag) { [self] in self.entity(of: try encoded()) }
    return made.response(to: head)
  }

  private func entity(of bytes: [UInt8]) -> (entity: Representation, bytes: Int) {
    let entity = Representation.prepared(
      bytes, type: type.mediaType(context: context), tag: tag, headers: headers)
    return (entity, bytes.count)
  }
}

/// The response with an image, and the headers that IIIF demands.
///
/// The tag has two parts: the name of the requested image of the content, and the digest of its bytes. The first part
/// answers a conditional request before an image is drawn. The second part keeps a client from combining parts of two
/// renderings. A tile drawn alone may differ by a shade from one cut from its page, and a dropped image is drawn again.
struct IIIFImageResponse: Sendable {
  private let pages: DocumentPages
  private let name: String
  private let headers: HTTPFields

  /// A response with `image`; `links` go into its `Link` header.
  init(_ image: ResolvedImage, of pages: DocumentPages, links: [String]) {
    self.pages = pages
    name =
      EntityTag(
        naming: [
          pages.document.sha256.description, "\(image.render.page)", image.canonicalPath,
          pages.facts.renderer, App.version,
        ]
      ).value
    var headers = CrossOriginAccess.headers
    headers[.link] = links.joined(separator: ",")
    self.headers = headers
  }

  /// The response to a client that has the image already; nothing is drawn.
  func notModified(_ request: Request) -> Response? {
    guard let known = request.head.knownTag(where: { $0.hasPrefix("\(name)-") }) else { return nil }
    var headers = headers
    headers[.cacheControl] = "private, no-cache"
    return Representation.notModified(known, headers, for: request.head)
  }

  func response(
    to request: Request, _ page: RenderedPage, _ cache: ResponseCache, _ ticket: ResponseCache.Ticket
  ) -> Response {
    PageResponse(
      page, of: pages.document, version: request.query["v"], isNegotiated: false, name: name, headers: headers
    ).response(to: request.head, cache, ticket)
  }
}

extension EntityTag {
  /// A strong tag of bytes that do not exist yet, from all their inputs.
  fileprivate init(naming parts: [String]) {
    self.init(hashing: Array(parts.joined(separator: "\n").utf8))
  }
}

extension Representation {
  /// The 304 for a client that has the representation with `tag`; nil for any other.
  fileprivate static func notModified(_ tag: EntityTag, _ headers: HTTPFields, for head: RequestHead)
    -> Response?
  {
    let known = Representation(.empty, type: "*/*", tag: tag, headers: headers).response(to: head)
    return known.status == .notModified ? CrossOriginAccess.opened(known) : nil
  }
}
