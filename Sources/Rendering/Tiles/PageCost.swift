/// The measured cost of drawing a page: a fixed part and a constant part per pixel.
///
/// A renderer reads the whole page for every image of it, however small. That part differs a thousandfold between
/// pages and is measured. Painting pixels costs about the same for all pages.
struct PageCost: Hashable {
  /// Microseconds per million pixels: a text page at scale 4 (7.8 million) takes 9 ms more than a tile of it.
  static let perMillionPixels = 1_200.0

  /// Microseconds independent of the size: the minimum over all drawings of the page.
  ///
  /// The first drawing also loads fonts and images, so an average would be too high.
  private(set) var fixed: Double

  init(pixels: Int, microseconds: Int) {
    fixed = max(0, Double(microseconds) - Self.forPixels(pixels))
  }

  mutating func record(pixels: Int, microseconds: Int) {
    fixed = min(fixed, PageCost(pixels: pixels, microseconds: microseconds).fixed)
  }

  /// The expected time for `pixels`, in microseconds.
  func estimate(pixels: Int) -> Double {
    fixed + Self.forPixels(pixels)
  }

  private static func forPixels(_ pixels: Int) -> Double {
    Double(pixels) * perMillionPixels / 1_000_000
  }
}
