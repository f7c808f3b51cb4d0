import DocumentModel
import Glibc
import HTTPServer
import HTTPTypes

struct PageResponse: Sendable {
  private let page: RenderedPage
  private let isImmutable: Bool
  private let isNegotiated: Bool
  private let isCurrent: Bool
  private let name: String?
  private let further: HTTPFields

  /// An image of `document`.
  ///
  /// An address that names the content by `version` can be cached for ever. `isNegotiated` means that `Accept` chose
  /// the format, so that the same address may have another response. The tag is the digest of the bytes, after the
  /// `name` of the requested image if there is one. `headers` are added to those of every image.
  init(
    _ page: RenderedPage, of document: Document, version: String?, isNegotiated: Bool, name: String? = nil,
    headers: HTTPFields = [:]
  ) {
    self.init(
      page, of: document.sha256, isImmutable: version == document.sha256.description,
      isNegotiated: isNegotiated, name: name, headers: headers)
  }

  /// An image of a content; with `isImmutable` its address always means this content.
  init(
    _ page: RenderedPage, of content: ContentHash, isImmutable: Bool, isNegotiated: Bool,
    name: String? = nil, headers: HTTPFields = [:]
  ) {
    self.page = page
    self.isNegotiated = isNegotiated
    // Another content may have been written since the document was looked up.
    isCurrent = page.source == content
    self.isImmutable = isCurrent && isImmutable
    self.name = isCurrent ? name : nil
    further = headers
  }

  /// The response to a request; small images are cached.
  func response(to head: RequestHead, _ cache: ResponseCache, _ ticket: ResponseCache.Ticket) -> Response {
    guard !cache.isPrivate(page.source) else {
      var response = fromFile().response(to: head)
      response.headers[.cacheControl] = "private, no-store"
      return response
    }
    guard let bytes = smallImage() else { return fromFile().response(to: head) }
    let tag = tag ?? EntityTag(hashing: bytes)
    let type = page.facts.format.mediaType
    let kept = Representation.prepared(bytes, type: type, tag: tag, headers: fields("cache;desc=hit"))
    if isCurrent {
      cache.keep(
        kept, bytes: bytes.count, for: ResponseCache.key(of: head),
        negotiated: isNegotiated ? page.facts.format : nil, ticket)
    }
    return Representation(.bytes(bytes), type: type, tag: tag, headers: headers).response(to: head)
  }

  /// The response for a source without change events; it is not cached.
  func passing(to head: RequestHead) -> Response { fromFile().response(to: head) }

  /// The bytes of an image that is small enough for the cache; nil for a larger one.
  private func smallImage() -> [UInt8]? {
    let size = Int(page.image.size)
    guard size <= ResponseCache.maximumBytes else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
      filled = max(0, pread(page.image.descriptor, buffer.baseAddress, size, 0))
    }
    return bytes.count == size ? bytes : nil
  }

  /// A large image is sent from its file by the kernel.
  private func fromFile() -> Representation {
    Representation(
      .descriptor(page.image.descriptor, 0..<UInt64(page.image.size), owner: page.image),
      type: page.facts.format.mediaType, tag: tag, headers: headers)
  }

  /// Nil for an image whose bytes were not hashed.
  private var tag: EntityTag? {
    page.digest.map { digest in EntityTag(name.map { "\($0)-\(digest)" } ?? digest) }
  }

  private var headers: HTTPFields {
    let spent = page.microseconds.map { "render;dur=\(Double($0) / 1000)" } ?? "cache;desc=hit"
    return fields("\(spent), size;desc=\"\(page.facts.width)x\(page.facts.height)\"")
  }

  private func fields(_ timing: String) -> HTTPFields {
    var fields = further
    fields[.cacheControl] = isImmutable ? "private, max-age=31536000, immutable" : "private, no-cache"
    fields[.serverTiming] = timing
    fields[.sheafSource] = page.source.description
    fields[.sheafRenderer] = page.renderer
    fields[.sheafScale] = "\(page.facts.scale)"
    if isNegotiated { fields[.vary] = "Accept" }
    return fields
  }
}

extension HTTPField.Name {
  /// The time that the drawing took, or a cache hit; browsers show it beside the request.
  static let serverTiming = Self("Server-Timing") ?? .eTag
  /// The SHA-256 of the content that the image shows.
  static let sheafSource = Self("Sheaf-Source") ?? .eTag
  /// The library that drew the image, with its version.
  static let sheafRenderer = Self("Sheaf-Renderer") ?? .eTag
  /// Pixels per page unit.
  static let sheafScale = Self("Sheaf-Scale") ?? .eTag
}
