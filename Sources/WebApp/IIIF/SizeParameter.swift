struct SizeParameter: Hashable, Sendable {
  /// The forms, without the `^`.
  enum Form: Hashable, Sendable {
    /// `max`: the largest allowed size.
    case max
    /// `w,`: this width, the height by proportion.
    case width(Int)
    /// `,h`: this height, the width by proportion.
    case height(Int)
    /// `w,h`: exactly this size, distorted if necessary.
    case exact(width: Int, height: Int)
    /// `!w,h`: the largest size within this box, by proportion.
    case confined(width: Int, height: Int)
    /// `pct:n`: a percentage of the region.
    case percent(Double)
  }

  let form: Form
  /// Whether a `^` allows more pixels than the region has.
  let mayEnlarge: Bool

  init(_ text: String) throws(ImageAddressProblem) {
    mayEnlarge = text.hasPrefix("^")
    guard let form = Self.form(mayEnlarge ? text.dropFirst() : text[...]) else {
      throw ImageAddressProblem(.size, .malformed)
    }
    self.form = form
  }

  private static func form(_ text: Substring) -> Form? {
    if text == "max" { return .max }
    if text.hasPrefix("pct:") { return PlainNumber.decimal(String(text.dropFirst(4))).map(Form.percent) }
    let isConfined = text.hasPrefix("!")
    let sides = text.dropFirst(isConfined ? 1 : 0).split(separator: ",", omittingEmptySubsequences: false)
    guard sides.count == 2 else { return nil }
    let (width, height) = (PlainNumber.whole(String(sides[0])), PlainNumber.whole(String(sides[1])))
    switch (width, height) {
    case (let width?, let height?):
      return isConfined ? .confined(width: width, height: height) : .exact(width: width, height: height)
    case (let width?, nil): return isConfined || !sides[1].isEmpty ? nil : .width(width)
    case (nil, let height?): return isConfined || !sides[0].isEmpty ? nil : .height(height)
    case (nil, nil): return nil
    }
  }

  /// The size in pixels of a region of `region` pixels.
  func size(of region: PixelSize, within limits: ImageLimits) throws(ImageAddressProblem) -> PixelSize {
    switch form {
    case .max:
      return mayEnlarge ? limits.largest(like: region) : limits.constrained(region)
    case .confined(let width, let height):
      return try confined(region, width, height, limits)
    case .width(let width):
      return try checked(Double(width), region.high * (Double(width) / region.wide), region, limits)
    case .height(let height):
      return try checked(region.wide * (Double(height) / region.high), Double(height), region, limits)
    case .exact(let width, let height):
      return try checked(Double(width), Double(height), region, limits)
    case .percent(let percent):
      guard percent <= 100 || mayEnlarge else { throw ImageAddressProblem(.size, .enlarging) }
      return try checked(region.wide * percent / 100, region.high * percent / 100, region, limits)
    }
  }

  /// A size in numbers is returned unchanged or refused.
  private func checked(
    _ width: Double, _ height: Double, _ region: PixelSize, _ limits: ImageLimits
  ) throws(ImageAddressProblem) -> PixelSize {
    let (width, height) = (width.rounded(), height.rounded())
    guard width >= 1, height >= 1 else { throw ImageAddressProblem(.size, .vanishing) }
    guard mayEnlarge || (width <= region.wide && height <= region.high) else {
      throw ImageAddressProblem(.size, .enlarging)
    }
    guard width <= Double(limits.width), height <= Double(limits.height),
      width * height <= Double(limits.area)
    else { throw ImageAddressProblem(.size, .overLimits) }
    return PixelSize(width: Int(width), height: Int(height))
  }

  /// The largest size within the box, the limits and, without `^`, the region.
  private func confined(
    _ region: PixelSize, _ width: Int, _ height: Int, _ limits: ImageLimits
  ) throws(ImageAddressProblem) -> PixelSize {
    let box = PixelSize(width: min(width, limits.width), height: min(height, limits.height))
    if !mayEnlarge, box.contains(region) { return limits.constrained(region) }
    let isWide = region.width * box.height >= region.height * box.width
    let fitted =
      isWide
      ? PixelSize(width: box.width, height: Int((region.high * Double(box.width) / region.wide).rounded()))
      : PixelSize(width: Int((region.wide * Double(box.height) / region.high).rounded()), height: box.height)
    guard fitted.width >= 1, fitted.height >= 1 else { throw ImageAddressProblem(.size, .vanishing) }
    return limits.constrained(fitted)
  }
}

extension PixelSize {
  fileprivate var wide: Double { Double(width) }
  fileprivate var high: Double { Double(height) }
}
