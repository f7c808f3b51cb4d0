import DocumentModel
import HTTPServer
import HTTPTypes

struct IconQuery: Sendable {
  let size: Int
  /// The format of the pixels; nil for the drawing as SVG.
  let format: ImageFormat?
  /// Whether an icon file that the type names may be returned.
  let takesFile: Bool

  /// Throws `DocumentError` with code `.invalidParameter`, naming the parameter and its allowed values.
  ///
  /// A size without a format asks for pixels, because a drawing has no size.
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
  static func icon(_ file: TypeIconFiles.File) -> Response {
    Response(
      headers: [.contentType: "image/png", .cacheControl: "private, max-age=3600"], body: .bytes(file.bytes))
  }

  static func icon(_ icon: RenderedPage) -> Response {
    Response(
      headers: [.contentType: icon.facts.format.mediaType, .cacheControl: "private, max-age=3600"],
      body: .descriptor(icon.image.descriptor, 0..<UInt64(icon.image.size), owner: icon.image))
  }
}
