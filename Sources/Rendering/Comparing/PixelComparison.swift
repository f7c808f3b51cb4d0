import DocumentModel

/// Compares two pages pixel by pixel, at one scale, aligned at the top left.
///
/// Pixels that became lighter count as removed ink and are red. Pixels that became darker or changed colour count as
/// added ink and are green. All other pixels show the new page, faded. Differences caused by anti-aliasing alone are
/// ignored.
struct PixelComparison {
  let picture: PixelBuffer
  private let scale: Double
  private let size: PageSize
  private var removed = 0
  private var added = 0
  private var grid: ChangeGrid

  /// Smaller differences per colour channel, of 255, are ignored: the same glyph at another subpixel offset.
  private static let tolerance = 40
  private static let red: Colour = (0xD3, 0x2F, 0x2F)
  private static let green: Colour = (0x2E, 0x8B, 0x3D)
  private typealias Colour = (red: Int, green: Int, blue: Int)

  /// Draws and compares both pages; `size` refers to the new page, or to the old one where the new one is missing.
  ///
  /// Throws `.notFound` when neither document has the page, `.tooLarge` for too many pixels, and the errors of drawing.
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
    // The budget is checked for the combined image before either page is drawn.
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

  /// A pixel; white outside the page.
  private static func colour(_ pixels: PixelBuffer?, _ x: Int, _ y: Int) -> Colour {
    guard let pixels, x < pixels.width, y < pixels.height else { return (255, 255, 255) }
    let offset = y * pixels.stride + x * 4
    return (Int(pixels.bytes[offset + 2]), Int(pixels.bytes[offset + 1]), Int(pixels.bytes[offset]))
  }

  private static func distance(_ a: Colour, _ b: Colour) -> Int {
    max(abs(a.red - b.red), abs(a.green - b.green), abs(a.blue - b.blue))
  }

  /// Luma (ITU-R BT.601), times 256.
  private static func light(_ colour: Colour) -> Int {
    77 * colour.red + 150 * colour.green + 29 * colour.blue
  }

  /// Grey at a third of the contrast.
  private static func faded(_ colour: Colour) -> Colour {
    let grey = 255 - (255 - light(colour) / 256) / 3
    return (grey, grey, grey)
  }

  /// Stronger differences get stronger colours, with a visible minimum.
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

/// One of the two compared pages; blank where its document has no such page.
struct ComparedDocument {
  private let document: any OpenedDocument
  private let page: Int
  private let found: Result<PageSize, DocumentError>

  init(_ document: any OpenedDocument, page: Int) {
    self.document = document
    self.page = page
    found = Result { () throws(DocumentError) in try document.size(ofPage: page) }
  }

  /// The size of the page; nil when the document has fewer pages.
  ///
  /// Rethrows every other error of the document.
  func size() throws(DocumentError) -> PageSize? {
    do throws(DocumentError) {
      return try found.get()
    } catch  where error.code == .notFound {
      return nil
    }
  }

  func draw(_ scale: Double) throws(DocumentError) -> PixelBuffer? {
    guard try size() != nil else { return nil }
    return try document.draw(RenderRequest(page: page, size: .scale(scale)))
  }
}
