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

/// The rotation parameter (Image API 3.0, 4.3): optional mirroring, then a clockwise turn.
struct RotationParameter: Hashable, Sendable {
  let turn: QuarterTurn
  let isMirrored: Bool

  init(_ text: String) throws(ImageAddressProblem) {
    isMirrored = text.hasPrefix("!")
    guard let degrees = PlainNumber.decimal(String(text.dropFirst(isMirrored ? 1 : 0))), degrees <= 360 else {
      throw ImageAddressProblem(.rotation, .malformed)
    }
    guard let turn = Int(exactly: degrees).flatMap({ QuarterTurn(rawValue: $0 % 360) }) else {
      throw ImageAddressProblem(.rotation, .unsupported)
    }
    self.turn = turn
  }

  var canonical: String { "\(isMirrored ? "!" : "")\(turn.rawValue)" }
}
