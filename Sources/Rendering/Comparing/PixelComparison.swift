import DocumentModel

/// Two pages pixel by pixel, at one scale and with their top left corners together.
///
/// What became lighter is taken for ink that went and is red, what became darker or of another colour for ink that came
/// and is green; all else is the page as it is now, faded. Differences that smoothing alone makes are passed over.
struct PixelComparison {
  /// The picture of both.
  let picture: PixelBuffer
  private let scale: Double
  private let size: PageSize
  private var removed = 0
  private var added = 0
  private var grid: ChangeGrid

  /// A smaller difference in each colour, of 255, is none: the same glyph drawn a fraction of a pixel further on.
  private static let tolerance = 40
  private static let red: Colour = (0xD3, 0x2F, 0x2F)
  private static let green: Colour = (0x2E, 0x8B, 0x3D)
  private typealias Colour = (red: Int, green: Int, blue: Int)

  /// Draws and compares both pages; `size` is that of the page as it is now, or of the one before where it is gone.
  ///
  /// Throws `.notFound` when neither document has the page, `.tooLarge` for too many pixels, and what drawing throws.
  init(
    from then: ComparedDocument, to now: ComparedDocument, _ size: RenderRequest.Size
  ) throws(DocumentError) {
    let (old, new) = (try then.size(), try now.size())
    guard let measure = new ?? old else {
      throw DocumentError(.notFound, "neither version has such a page")
    }
    scale = try RenderPlan(RenderRequest(page: 1, size: size), on: measure).scaleX
    self.size = PageSize(
      width: max(old?.width ?? 0, new?.width ?? 0), height: max(old?.height ?? 0, new?.height ?? 0))
    // The budget for the sheet on which both lie, before either is drawn.
    let plan = try RenderPlan(RenderRequest(page: 1, size: .scale(scale)), on: self.size)
    guard plan.width * plan.height <= PageComparison.maximumPixels else {
      throw DocumentError(
        .tooLarge,
        "pages are compared with at most \(PageComparison.maximumPixels) pixels; ask for a smaller size")
    }
    picture = try PixelBuffer(width: plan.width, height: plan.height)
    grid = ChangeGrid(width: plan.width, height: plan.height)
    let before = try then.draw(scale)
    compare(before, try now.draw(scale))
  }

  /// How much is different, and where.
  func difference(format: ImageFormat) -> PageDifference {
    let total = Double(picture.width * picture.height)
    return PageDifference(
      image: ImageFacts(width: picture.width, height: picture.height, format: format, scale: scale),
      size: size, changed: Double(removed + added) / total, removed: Double(removed) / total,
      added: Double(added) / total,
      boxes: grid.boxes(atMost: PageDifference.maximumBoxes).map { box in
        PageRectangle(
          x: Double(box.left) / scale, y: Double(box.top) / scale, width: Double(box.width) / scale,
          height: Double(box.height) / scale)
      })
  }

  private mutating func compare(_ old: PixelBuffer?, _ new: PixelBuffer?) {
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let (before, after) = (Self.colour(old, x, y), Self.colour(new, x, y))
        let distance = Self.distance(before, after)
        guard distance > Self.tolerance else {
          paint(Self.faded(after), x, y)
          continue
        }
        let isRemoval = Self.light(after) > Self.light(before)
        if isRemoval { removed += 1 } else { added += 1 }
        grid.mark(x, y)
        paint(Self.blended(isRemoval ? Self.red : Self.green, distance), x, y)
      }
    }
  }

  /// White beside the page.
  private static func colour(_ pixels: PixelBuffer?, _ x: Int, _ y: Int) -> Colour {
    guard let pixels, x < pixels.width, y < pixels.height else { return (255, 255, 255) }
    let offset = y * pixels.stride + x * 4
    return (Int(pixels.bytes[offset + 2]), Int(pixels.bytes[offset + 1]), Int(pixels.bytes[offset]))
  }

  private static func distance(_ a: Colour, _ b: Colour) -> Int {
    max(abs(a.red - b.red), abs(a.green - b.green), abs(a.blue - b.blue))
  }

  /// How light a colour looks (ITU-R BT.601), times 256.
  private static func light(_ colour: Colour) -> Int {
    77 * colour.red + 150 * colour.green + 29 * colour.blue
  }

  /// A third as strong, and without colour.
  private static func faded(_ colour: Colour) -> Colour {
    let grey = 255 - (255 - light(colour) / 256) / 3
    return (grey, grey, grey)
  }

  /// The stronger the difference, the stronger the colour; never so weak that it could be missed.
  private static func blended(_ colour: Colour, _ distance: Int) -> Colour {
    let part = min(255, 96 + distance)
    func mixed(_ value: Int) -> Int { 255 - (255 - value) * part / 255 }
    return (mixed(colour.red), mixed(colour.green), mixed(colour.blue))
  }

  private func paint(_ colour: Colour, _ x: Int, _ y: Int) {
    let offset = y * picture.stride + x * 4
    picture.bytes[offset] = UInt8(colour.blue)
    picture.bytes[offset + 1] = UInt8(colour.green)
    picture.bytes[offset + 2] = UInt8(colour.red)
  }
}
