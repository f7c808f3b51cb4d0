import DocumentModel
import HTTPServer
import HTTPTypes

/// The format of an image, as the parameter `format` has it.
enum RequestedFormat: Sendable, Equatable {
  case named(ImageFormat)
  /// `auto`: the one that suits the page.
  case suited
  /// Without a parameter `Accept` chooses.
  case negotiated

  /// Throws `DocumentError` with code `.invalidParameter`, naming the allowed values.
  init(_ query: Query) throws(DocumentError) {
    if query["format"] == "auto" {
      self = .suited
    } else {
      self = try ImageFormat(parameter: query["format"]).map(Self.named) ?? .negotiated
    }
  }

  /// The format of the response to `head`; nil for the one that suits the page.
  func format(for head: RequestHead) -> ImageFormat? {
    switch self {
    case .named(let format): format
    case .suited: nil
    case .negotiated: AcceptedFormat.of(head)
    }
  }
}

extension ImageFormat {
  /// Returns nil without a text; throws `DocumentError` with code `.invalidParameter` for one that names no format.
  init?(parameter text: String?) throws(DocumentError) {
    guard let text else { return nil }
    guard let format = ImageFormat(rawValue: text == "jpeg" ? "jpg" : text) else {
      throw DocumentError(.invalidParameter, "format must be png, jpg or webp")
    }
    self = format
  }
}

/// The image format that a client prefers by its `Accept` header (RFC 9110, 12.5.1).
enum AcceptedFormat {
  /// The preferred format; PNG unless another one is preferred, because it is exact and fastest for pages of text.
  ///
  /// A client that accepts none of them gets PNG as well: the RFC allows it, and an `<img>` can show it.
  static func of(_ head: RequestHead) -> ImageFormat {
    best(MediaRange.all(in: head[.accept] ?? ""))?.format ?? .png
  }

  /// The format that the client prefers to the stored media type; nil for the stored one.
  static func instead(of mediaType: String, _ head: RequestHead) -> ImageFormat? {
    let ranges = MediaRange.all(in: head[.accept] ?? "")
    guard let best = best(ranges), best.quality > MediaRange.quality(of: mediaType, in: ranges) else {
      return nil
    }
    return best.format
  }

  /// The format of the highest quality; nil when none is accepted.
  private static func best(_ ranges: [MediaRange]) -> (format: ImageFormat, quality: Double)? {
    let wanted = ImageFormat.allCases.map {
      (format: $0, quality: MediaRange.quality(of: $0.mediaType, in: ranges))
    }
    // Of equal ones the first: png, jpg, webp.
    let best = wanted.reduce(wanted[0]) { $1.quality > $0.quality ? $1 : $0 }
    return best.quality > 0 ? best : nil
  }
}
