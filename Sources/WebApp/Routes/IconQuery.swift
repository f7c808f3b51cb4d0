import DocumentModel
import HTTPServer
import HTTPTypes

/// What an address asks of a type's icon.
struct IconQuery: Sendable {
  /// Pixels a side.
  let size: Int
  /// The pixels' format; nil for the drawing as SVG.
  let format: ImageFormat?
  /// Whether a file that the type names will do.
  let takesFile: Bool

  /// Throws `DocumentError` with code `.invalidParameter`, naming the parameter and what it may be.
  ///
  /// Who names a size and no format wants pixels: a drawing has none.
  init(_ query: Query) throws(DocumentError) {
    size = try Self.size(query["size"])
    takesFile = [nil, "png"].contains(query["format"])
    switch query["format"] {
    case nil: format = query["size"] == nil ? nil : .png
    case "svg": format = nil
    case "png": format = .png
    case "webp": format = .webp
    default: throw DocumentError(.invalidParameter, "format must be svg, png or webp")
    }
  }

  private static func size(_ text: String?) throws(DocumentError) -> Int {
    guard let text else { return 256 }
    guard let size = PlainNumber.whole(text), TypeIcon.sizes.contains(size) else {
      throw DocumentError(
        .invalidParameter,
        "size must be a whole number from \(TypeIcon.sizes.lowerBound) to \(TypeIcon.sizes.upperBound)")
    }
    return size
  }
}

extension Response {
  /// The icon as a file has it.
  static func icon(_ file: TypeIconFiles.File) -> Response {
    Response(
      headers: [.contentType: "image/png", .cacheControl: "private, max-age=3600"], body: .bytes(file.bytes))
  }

  /// The icon's pixels.
  static func icon(_ icon: RenderedPage) -> Response {
    Response(
      headers: [.contentType: icon.facts.format.mediaType, .cacheControl: "private, max-age=3600"],
      body: .descriptor(icon.image.descriptor, 0..<UInt64(icon.image.size), owner: icon.image))
  }
}
