import DocumentModel
import HTTPServer

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
