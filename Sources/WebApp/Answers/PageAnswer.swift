import DocumentModel
import Glibc
import HTTPServer
import HTTPTypes

/// A page image on its way out.
struct PageAnswer: Sendable {
  private let page: RenderedPage
  private let isImmutable: Bool
  private let isNegotiated: Bool

  /// An image of `document`.
  ///
  /// An address that names the content by `version` can be kept for ever. `isNegotiated` says that the client's
  /// `Accept` chose the format, so that the same address may have another answer.
  init(_ page: RenderedPage, of document: Document, version: String?, isNegotiated: Bool) {
    self.page = page
    self.isNegotiated = isNegotiated
    isImmutable = version == document.sha256.description
  }

  /// The answer to a request; small images are kept for the next.
  func response(to head: RequestHead, _ answers: AnswerCache, _ ticket: AnswerCache.Ticket) -> Response {
    guard let bytes = smallImage() else { return Self.fromFile(page, headers).response(to: head) }
    let tag = EntityTag(hashing: bytes)
    let type = page.facts.format.mediaType
    let kept = Representation.prepared(
      bytes, type: type, tag: tag, headers: fields("cache;desc=hit"))
    answers.keep(
      kept, bytes: bytes.count, for: head.rawTarget, negotiated: isNegotiated ? page.facts.format : nil,
      ticket)
    return Representation(.bytes(bytes), type: type, tag: tag, headers: headers).response(to: head)
  }

  /// The bytes of an image that is worth keeping in memory; nil for a larger one.
  private func smallImage() -> [UInt8]? {
    let size = Int(page.image.size)
    guard size <= AnswerCache.maximumBytes else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
      filled = max(0, pread(page.image.descriptor, buffer.baseAddress, size, 0))
    }
    return bytes.count == size ? bytes : nil
  }

  /// A large image goes out without passing through this process.
  ///
  /// Its tag names what was asked of which content.
  private static func fromFile(_ page: RenderedPage, _ headers: HTTPFields) -> Representation {
    Representation(
      .descriptor(page.image.descriptor, 0..<UInt64(page.image.size), owner: page.image),
      type: page.facts.format.mediaType, tag: nil, headers: headers)
  }

  private var headers: HTTPFields {
    let spent = page.microseconds.map { "render;dur=\(Double($0) / 1000)" } ?? "cache;desc=hit"
    return fields("\(spent), size;desc=\"\(page.facts.width)x\(page.facts.height)\"")
  }

  private func fields(_ timing: String) -> HTTPFields {
    var fields: HTTPFields = [
      .cacheControl: isImmutable ? "private, max-age=31536000, immutable" : "private, no-cache",
      .serverTiming: timing,
    ]
    if isNegotiated { fields[.vary] = "Accept" }
    return fields
  }
}

extension HTTPField.Name {
  /// Shown by browsers beside the request: how long the drawing took, or that there was none.
  static let serverTiming = Self("Server-Timing") ?? .eTag
}
