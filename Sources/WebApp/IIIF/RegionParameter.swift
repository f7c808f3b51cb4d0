enum RegionParameter: Hashable, Sendable {
  case full
  /// The largest square, in the middle of the longer side.
  case square
  /// `x,y,w,h` in pixels of the full image.
  case pixels(x: Int, y: Int, width: Int, height: Int)
  /// `pct:x,y,w,h` in percent of the full image.
  case percent(x: Double, y: Double, width: Double, height: Double)

  init(_ text: String) throws(ImageAddressProblem) {
    switch text {
    case "full": self = .full
    case "square": self = .square
    default: self = try Self.rectangle(text)
    }
  }

  private static func rectangle(_ text: String) throws(ImageAddressProblem) -> RegionParameter {
    let isPercent = text.hasPrefix("pct:")
    let parts = text.dropFirst(isPercent ? 4 : 0).split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 4 else { throw ImageAddressProblem(.region, .malformed) }
    if isPercent {
      let numbers = parts.compactMap { PlainNumber.decimal(String($0)) }
      guard numbers.count == 4 else { throw ImageAddressProblem(.region, .malformed) }
      return .percent(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
    let numbers = parts.compactMap { PlainNumber.whole(String($0)) }
    guard numbers.count == 4 else { throw ImageAddressProblem(.region, .malformed) }
    return .pixels(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  /// The rectangle on a full image of `size`, cut off at its edges.
  func rectangle(in size: PixelSize) throws(ImageAddressProblem) -> PixelRectangle {
    switch self {
    case .full:
      return PixelRectangle(x: 0, y: 0, size: size)
    case .square:
      let side = min(size.width, size.height)
      return PixelRectangle(
        x: (size.width - side) / 2, y: (size.height - side) / 2, size: PixelSize(width: side, height: side))
    case .pixels(let x, let y, let width, let height):
      return try Self.cropped(x: x, y: y, width: width, height: height, to: size)
    case .percent(let x, let y, let width, let height):
      guard width > 0, height > 0 else { throw ImageAddressProblem(.region, .empty) }
      let horizontal = try Self.pixels(from: x, width, of: size.width)
      let vertical = try Self.pixels(from: y, height, of: size.height)
      return try Self.cropped(
        x: horizontal.lowerBound, y: vertical.lowerBound, width: horizontal.count, height: vertical.count,
        to: size)
    }
  }

  /// Both edges are rounded, so that regions that meet in percent meet in pixels.
  private static func pixels(
    from start: Double, _ length: Double, of side: Int
  ) throws(ImageAddressProblem) -> Range<Int> {
    guard start < 100 else { throw ImageAddressProblem(.region, .outside) }
    let lower = (start / 100 * Double(side)).rounded()
    let upper = (min(100, start + length) / 100 * Double(side)).rounded()
    return Int(lower)..<max(Int(lower), Int(upper))
  }

  private static func cropped(
    x: Int, y: Int, width: Int, height: Int, to size: PixelSize
  ) throws(ImageAddressProblem) -> PixelRectangle {
    guard width > 0, height > 0 else { throw ImageAddressProblem(.region, .empty) }
    guard x < size.width, y < size.height else { throw ImageAddressProblem(.region, .outside) }
    return PixelRectangle(
      x: x, y: y, size: PixelSize(width: min(width, size.width - x), height: min(height, size.height - y)))
  }
}
