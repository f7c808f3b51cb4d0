import DocumentModel
import HTTPServer
import HTTPTypes
import Workspace

/// An `info.json` or a manifest on its way out.
///
/// Its tag is made of what the document is made of, so that a client that has it is answered before it is made: the
/// manifest of a document of 10,000 pages has 10 MB.
struct IIIFDocumentAnswer: Sendable {
  private let head: RequestHead
  private let type: JSONLinkedData
  private let context: String
  private let tag: EntityTag
  private let headers: HTTPFields

  /// An answer about `pages` in what the request accepts.
  ///
  /// `base` is the address that its own addresses begin with; `context` tells JSON-LD readers the meaning; `state` is
  /// what the document depends on beside content, name and base.
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

  /// Sorted members put `@context` first, where the specifications want it, and make equal bytes of equal documents.
  func response(
    _ answers: AnswerCache, _ ticket: AnswerCache.Ticket, making document: () throws -> some Encodable
  ) throws -> Response {
    if let known = Representation.notModified(tag, headers, for: head) { return known }
    let made = entity(of: try JSONAnswer.encode(try document(), sorted: true))
    answers.keep(made.entity, bytes: made.bytes, for: AnswerCache.key(of: head), ticket)
    return made.entity.response(to: head)
  }

  /// As ``response(_:_:making:)`` for a document that is larger than an answer that ``AnswerCache`` keeps; `encoded` makes its
  /// bytes, with sorted members.
  func response(
    _ answers: LargeAnswers, making encoded: @escaping @Sendable () throws -> [UInt8]
  ) async throws -> Response {
    if let known = Representation.notModified(tag, headers, for: head) { return known }
    let made = try await answers.answer(tag) { [self] in self.entity(of: try encoded()) }
    return made.response(to: head)
  }

  private func entity(of bytes: [UInt8]) -> (entity: Representation, bytes: Int) {
    let entity = Representation.prepared(
      bytes, type: type.mediaType(context: context), tag: tag, headers: headers)
    return (entity, bytes.count)
  }
}

/// An image on its way out, with what IIIF says beside it.
///
/// Its tag has two parts: what was asked for of which content, and the bytes. By the first a client that has such an image is
/// answered before one is drawn. The second keeps parts of two images from being put together: drawn alone, a tile may
/// differ from one that is cut from its page by a shade here and there, and an image that was given up is drawn again.
struct IIIFImageAnswer: Sendable {
  private let pages: DocumentPages
  private let name: String
  private let headers: HTTPFields

  /// An answer that shows `image`; `links` go into its `Link` header.
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

  /// The answer to a client that has the image already: nothing is drawn for it.
  func notModified(_ request: Request) -> Response? {
    guard let known = request.head.knownTag(where: { $0.hasPrefix("\(name)-") }) else { return nil }
    var headers = headers
    headers[.cacheControl] = "private, no-cache"
    return Representation.notModified(known, headers, for: request.head)
  }

  /// The answer with the image that was drawn.
  func response(
    to request: Request, _ page: RenderedPage, _ answers: AnswerCache, _ ticket: AnswerCache.Ticket
  ) -> Response {
    PageAnswer(
      page, of: pages.document, version: request.query["v"], isNegotiated: false, name: name, headers: headers
    ).response(to: request.head, answers, ticket)
  }
}

extension EntityTag {
  /// A strong tag of bytes that are not made yet, from all that they depend on.
  fileprivate init(naming parts: [String]) {
    self.init(hashing: Array(parts.joined(separator: "\n").utf8))
  }
}

extension Representation {
  /// The 304 to a client that has what `tag` names; nil for any other.
  fileprivate static func notModified(_ tag: EntityTag, _ headers: HTTPFields, for head: RequestHead)
    -> Response?
  {
    let known = Representation(.empty, type: "*/*", tag: tag, headers: headers).response(to: head)
    return known.status == .notModified ? CrossOriginAccess.opened(known) : nil
  }
}
