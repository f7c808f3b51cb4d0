import DocumentModel
import HTTPServer
import Workspace

/// The size of a page's image, and the content that the address names.
struct PageQuery: Sendable {
  /// The size; nil when the address has none.
  let size: RenderRequest.Size?
  /// Whether the rendering of an image may have more pixels than the image.
  let isEnlarged: Bool
  /// The content hash in the address; nil when it has none.
  let version: String?

  private static let scales = 0.001...64

  /// Throws `DocumentError` with code `.invalidParameter`, naming the parameter and its allowed values.
  init(_ query: Query) throws(DocumentError) {
    version = query["v"]
    isEnlarged = try Flag.read("upscale", query["upscale"])
    let width = try Self.side("width", query["width"])
    let height = try Self.side("height", query["height"])
    let scale = try Self.scale(query["scale"])
    size =
      switch (width, height, scale) {
      case (nil, nil, nil): nil
      case (let width?, nil, nil): .width(width)
      case (nil, let height?, nil): .height(height)
      case (let width?, let height?, nil): .fit(width: width, height: height)
      case (nil, nil, let scale?): .scale(scale)
      default: throw DocumentError(.invalidParameter, "scale cannot be given beside width or height")
      }
  }

  /// A thumbnail's side in pixels.
  static func thumbnailSize(_ query: Query) throws(DocumentError) -> Int {
    guard let text = query["size"] else { return 256 }
    guard let size = PlainNumber.whole(text), (16...2048).contains(size) else {
      throw DocumentError(.invalidParameter, "size must be a whole number from 16 to 2048")
    }
    return size
  }

  /// The pages of a series of thumbnails.
  static func seriesCount(_ query: Query) throws(DocumentError) -> Int {
    guard let text = query["count"] else { return 20 }
    guard let count = PlainNumber.whole(text), (1...Pages.longestSeries).contains(count) else {
      throw DocumentError(.invalidParameter, "count must be a whole number from 1 to \(Pages.longestSeries)")
    }
    return count
  }

  private static func side(_ name: String, _ text: String?) throws(DocumentError) -> Int? {
    guard let text else { return nil }
    guard let side = PlainNumber.whole(text), (1...RenderRequest.maximumSide).contains(side) else {
      throw DocumentError(
        .invalidParameter, "\(name) must be a whole number from 1 to \(RenderRequest.maximumSide)")
    }
    return side
  }

  private static func scale(_ text: String?) throws(DocumentError) -> Double? {
    guard let text else { return nil }
    guard let scale = PlainNumber.decimal(text), scales.contains(scale) else {
      throw DocumentError(
        .invalidParameter, "scale must be a number from \(scales.lowerBound) to \(Int(scales.upperBound))")
    }
    return scale
  }
}
