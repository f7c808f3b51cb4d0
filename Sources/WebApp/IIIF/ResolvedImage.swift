import DocumentModel

/// A request resolved on its page: exact pixels, and the canonical spelling of the request.
struct ResolvedImage: Hashable, Sendable {
  let region: PixelRectangle
  /// The size of the image before it is turned.
  let size: PixelSize
  let render: RenderRequest
  /// The canonical `{region}/{size}/{rotation}/{quality}.{format}` (Image API 3.0, 4.8).
  let canonicalPath: String

  init(_ request: ImageRequest, ofPage number: Int, as image: FullImage) throws(ImageAddressProblem) {
    region = try request.region.rectangle(in: image.size)
    size = try request.size.size(of: region.size, within: image.limits)
    render = RenderRequest(
      page: number, region: image.pageRectangle(region), size: .exact(width: size.width, height: size.height),
      turn: request.rotation.turn, isMirrored: request.rotation.isMirrored, quality: request.quality,
      format: request.format)
    let parts = [
      Self.name(of: region, in: image.size), Self.name(of: size, of: region.size, image.limits),
      request.rotation.canonical,
      "\(request.quality == .color ? "default" : request.quality.rawValue).\(request.format.rawValue)",
    ]
    canonicalPath = parts.joined(separator: "/")
  }

  private static func name(of region: PixelRectangle, in full: PixelSize) -> String {
    if region.size == full { return "full" }
    return "\(region.x),\(region.y),\(region.size.width),\(region.size.height)"
  }

  private static func name(of size: PixelSize, of region: PixelSize, _ limits: ImageLimits) -> String {
    if size == limits.constrained(region) { return "max" }
    if region.contains(size) { return "\(size.width),\(size.height)" }
    return size == limits.largest(like: region) ? "^max" : "^\(size.width),\(size.height)"
  }
}
