/// What drawing a page costs, as far as it was measured: a fixed part and one for each pixel.
///
/// A renderer reads the whole page for every image of it, however small: that part, which differs a
/// thousandfold between pages, is measured. Filling and painting pixels costs about the same for all, and is a
/// constant.
struct PageCost: Hashable {
  /// Microseconds for a million pixels: a page of text at scale 4 (7.8 million) takes 9 ms more than a tile of it.
  static let perMillionPixels = 1_200.0

  /// Microseconds whatever the size: the least that any drawing of the page left over.
  ///
  /// The least, because the first drawing also loads fonts and images.
  private(set) var fixed: Double

  /// A page of which `pixels` were drawn in `microseconds`.
  init(pixels: Int, microseconds: Int) {
    fixed = max(0, Double(microseconds) - Self.forPixels(pixels))
  }

  /// Another drawing of the page.
  mutating func record(pixels: Int, microseconds: Int) {
    fixed = min(fixed, PageCost(pixels: pixels, microseconds: microseconds).fixed)
  }

  /// What drawing so many pixels is going to take, in microseconds.
  func estimate(pixels: Int) -> Double {
    fixed + Self.forPixels(pixels)
  }

  private static func forPixels(_ pixels: Int) -> Double {
    Double(pixels) * perMillionPixels / 1_000_000
  }
}
