import DocumentModel
import HTTPServer
import HTTPTypes
import Workspace

/// An `info.json` or a manifest on its way out.
struct IIIFDocumentAnswer: Sendable {
  private let head: RequestHead
  private let type: JSONLinkedData
  private let context: String

  /// An answer in what the request accepts; `context` tells JSON-LD readers the meaning.
  init(_ head: RequestHead, context: String) {
    self.head = head
    type = JSONLinkedData(accept: head[.accept])
    self.context = context
  }

  /// Sorted members put `@context` first, where the specifications want it, and make equal bytes of equal documents.
  func response(
    to document: some Encodable, links: [String], _ answers: AnswerCache, _ ticket: AnswerCache.Ticket
  ) throws -> Response {
    let bytes = try JSONAnswer.encode(document, sorted: true)
    var headers = CrossOriginAccess.headers
    headers[.cacheControl] = "private, no-cache"
    headers[.vary] = "Accept"
    if !links.isEmpty { headers[.link] = links.joined(separator: ",") }
    // The same bytes under another type are another representation, so the type is part of the tag.
    let tag = EntityTag(hashing: Array(type.rawValue.utf8) + bytes)
    let entity = Representation.prepared(
      bytes, type: type.mediaType(context: context), tag: tag, headers: headers)
    answers.keep(entity, bytes: bytes.count, for: AnswerCache.key(of: head), ticket)
    return entity.response(to: head)
  }
}

/// An image on its way out, with what IIIF says beside it.
struct IIIFImageAnswer: Sendable {
  private let pages: DocumentPages
  private let tag: EntityTag
  private let headers: HTTPFields

  init(of pages: DocumentPages, tag: EntityTag, links: [String]) {
    self.pages = pages
    self.tag = tag
    var headers = CrossOriginAccess.headers
    headers[.link] = links.joined(separator: ",")
    self.headers = headers
  }

  /// The answer to a client that has the image already: nothing is drawn for it.
  func notModified(_ request: Request) -> Response? {
    var headers = headers
    headers[.cacheControl] = "private, no-cache"
    let known = Representation(.empty, type: "image/*", tag: tag, headers: headers).response(to: request.head)
    return known.status == .notModified ? known : nil
  }

  func response(
    to request: Request, _ page: RenderedPage, _ answers: AnswerCache, _ ticket: AnswerCache.Ticket
  ) -> Response {
    PageAnswer(
      page, of: pages.document, version: request.query["v"], isNegotiated: false, tag: tag, headers: headers
    )
    .response(to: request.head, answers, ticket)
  }
}
