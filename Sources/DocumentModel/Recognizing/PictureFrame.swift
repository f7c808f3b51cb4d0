// Sine and cosine, which FoundationEssentials leaves to the C library.
#if canImport(Glibc)
  import Glibc
#endif

/// The place of a drawn page in the units of that page, also where the picture was straightened.
///
/// ```
///   page ── scale ──▶ drawn ── about its middle, by the skew ──▶ straightened, with all four corners
/// ```
public struct PictureFrame: Hashable, Sendable {
  /// The page units of a step to the right in the picture: to the right, and down.
  ///
  /// A step down has them turned by a right angle.
  private let right: Double
  private let down: Double
  /// The page's place of the picture's top left corner.
  private let left: Double
  private let top: Double

  /// The frame of a whole page's picture.
  public init(_ picture: ImageFacts, of size: PageSize) {
    guard picture.skew != 0 else {
      self.init(scale: size.width / Double(max(1, picture.width)))
      return
    }
    let angle = picture.skew * .pi / 180
    let (right, down) = (cos(angle) / picture.scale, sin(angle) / picture.scale)
    let (x, y) = (Double(picture.width) / 2, Double(picture.height) / 2)
    self.init(
      right: right, down: down, left: size.width / 2 - x * right + y * down,
      top: size.height / 2 - x * down - y * right)
  }

  /// The frame of a picture that was not straightened, with so many page units for a pixel.
  public init(scale: Double) {
    self.init(right: scale, down: 0, left: 0, top: 0)
  }

  private init(right: Double, down: Double, left: Double, top: Double) {
    (self.right, self.down, self.left, self.top) = (right, down, left, top)
  }

  /// The box on the page around one in the picture.
  public func rectangle(_ box: PageRectangle) -> PageRectangle {
    let (x, y) = (left + box.x * right - box.y * down, top + box.x * down + box.y * right)
    let (dx, dy) = (box.width * right, box.width * down)
    let (ex, ey) = (-box.height * down, box.height * right)
    let (xs, ys) = ([x, x + dx, x + ex, x + dx + ex], [y, y + dy, y + ey, y + dy + ey])
    let (minX, minY) = (xs.min() ?? x, ys.min() ?? y)
    return PageRectangle(
      x: minX, y: minY, width: (xs.max() ?? x) - minX, height: (ys.max() ?? y) - minY)
  }
}
