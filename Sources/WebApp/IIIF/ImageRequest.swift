import DocumentModel

/// The parameters of an image: `{region}/{size}/{rotation}/{quality}.{format}` (Image API 3.0, 4).
struct ImageRequest: Hashable, Sendable {
  let region: RegionParameter
  let size: SizeParameter
  let rotation: RotationParameter
  let quality: ImageQuality
  let format: ImageFormat

  init(region: String, size: String, rotation: String, file: String) throws(ImageAddressProblem) {
    self.region = try RegionParameter(region)
    self.size = try SizeParameter(size)
    self.rotation = try RotationParameter(rotation)
    let parts = file.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let quality = Self.qualities[String(parts[0])], parts.count == 2 else {
      throw ImageAddressProblem(.quality, .malformed)
    }
    self.quality = quality
    format = try Self.format(String(parts[1]))
  }

  /// `default` is an alias of `color`.
  private static let qualities = ImageQuality.allCases.reduce(into: ["default": ImageQuality.color]) {
    $0[$1.rawValue] = $1
  }

  /// The formats of the specification that are not supported here.
  private static let otherFormats: Set<String> = ["tif", "gif", "jp2", "pdf"]

  private static func format(_ text: String) throws(ImageAddressProblem) -> ImageFormat {
    if let format = ImageFormat(rawValue: text) { return format }
    throw ImageAddressProblem(.format, otherFormats.contains(text) ? .unsupported : .malformed)
  }
}
