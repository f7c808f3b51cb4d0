import DocumentModel
import Glibc

/// The angle of the lines of text in the picture of a page.
///
/// Dark pixels are summed along lines of each angle. Along those of the text dark and bright rows take turns: there the squared
/// differences of neighbouring sums are largest. This is the method of Postl ("Detection of linear oblique structures and
/// skew scan in digitized documents", 1986), as in Leptonica's `pixFindSkew`. Lines that go down count as well, for
/// pages on their side.
enum TextSkew {
  /// Steps of the first look and of the last one, in degrees.
  private static let steps = [0.5, 0.1, 0.02]
  /// A smaller angle is left as it is: reading does not suffer, and each turn blurs a little.
  private static let least = 0.2
  /// The best angle must be so much better than the worst: others are of pictures without lines.
  private static let leastContrast = 1.6
  /// Fewer dark pixels are no text.
  private static let leastDots = 200

  /// How far lines go down to the right in `pixels`, which are grey, in degrees; 0 where no angle stands out.
  static func degrees(of pixels: PixelBuffer) -> Double {
    let dots = DarkDots(of: pixels)
    guard dots.count >= leastDots else { return 0 }
    var (best, span) = (0.0, ImageFacts.maximumSkew - 1)
    var contrast = 0.0
    for step in steps {
      let angles = stride(from: best - span, through: best + span, by: step).map { ($0, dots.score($0)) }
      guard let first = angles.max(by: { $0.1 < $1.1 }) else { return 0 }
      if contrast == 0 { contrast = first.1 / max(1, angles.map(\.1).min() ?? 1) }
      (best, span) = (first.0, step)
    }
    return contrast >= leastContrast && abs(best) >= least ? best : 0
  }
}

/// The dark pixels of a reduced picture.
private struct DarkDots {
  /// The longer side of the reduced picture is about so long, in pixels.
  private static let side = 900
  /// A dark pixel is darker than the mean of an area of this side, by this part of it.
  ///
  /// After Bradley and Roth, "Adaptive thresholding using the integral image", 2007.
  private static let (area, darker) = (32, 0.15)
  /// Of more pixels some are looked at, without a pattern that could be taken for lines.
  private static let most = 100_000

  private let places: [(x: Double, y: Double)]
  private let width: Int
  private let height: Int

  var count: Int { places.count }

  init(of pixels: PixelBuffer) {
    let step = max(1, max(pixels.width, pixels.height) / Self.side)
    let (width, height) = (pixels.width / step, pixels.height / step)
    let grey = Self.reduced(pixels, width, height, step)
    let sums = Self.integral(grey, width, height)
    var places: [(x: Double, y: Double)] = []
    for y in 0..<height {
      let (top, bottom) = (max(0, y - Self.area / 2), min(height, y + Self.area / 2))
      for x in 0..<width {
        let (left, right) = (max(0, x - Self.area / 2), min(width, x + Self.area / 2))
        let sum =
          sums[bottom * (width + 1) + right] - sums[top * (width + 1) + right]
          - sums[bottom * (width + 1) + left] + sums[top * (width + 1) + left]
        let mean = Double(sum) / Double(max(1, (bottom - top) * (right - left)))
        if Double(grey[y * width + x]) < mean * (1 - Self.darker) { places.append((Double(x), Double(y))) }
      }
    }
    let every = UInt32(clamping: places.count / Self.most + 1)
    var number: UInt32 = 1
    self.places = places.filter { _ in
      // Numerical Recipes' generator, whose high bits are good enough.
      number = number &* 1_664_525 &+ 1_013_904_223
      return (number >> 8) % every == 0
    }
    (self.width, self.height) = (width, height)
  }

  /// The means of squares of `step` pixels.
  private static func reduced(_ pixels: PixelBuffer, _ width: Int, _ height: Int, _ step: Int) -> [Int] {
    var grey = [Int](repeating: 0, count: width * height)
    let area = step * step
    for y in 0..<height {
      for x in 0..<width {
        var sum = 0
        for row in y * step..<(y + 1) * step {
          let start = row * pixels.stride + x * step * 4
          for place in stride(from: start, to: start + step * 4, by: 4) { sum += Int(pixels.bytes[place]) }
        }
        grey[y * width + x] = sum / area
      }
    }
    return grey
  }

  /// The sums of all values above and left of each place.
  private static func integral(_ grey: [Int], _ width: Int, _ height: Int) -> [Int] {
    var sums = [Int](repeating: 0, count: (width + 1) * (height + 1))
    for y in 0..<height {
      var row = 0
      for x in 0..<width {
        row += grey[y * width + x]
        sums[(y + 1) * (width + 1) + x + 1] = sums[y * (width + 1) + x + 1] + row
      }
    }
    return sums
  }

  /// How well lines of an angle, or those across them, tell dark rows from bright ones.
  func score(_ degrees: Double) -> Double {
    let slope = tan(degrees * .pi / 180)
    var (rows, columns) = ([Int](repeating: 0, count: 3 * height), [Int](repeating: 0, count: 3 * width))
    for place in places {
      let row = Int(place.y - place.x * slope) + height
      let column = Int(place.x + place.y * slope) + width
      if rows.indices.contains(row) { rows[row] += 1 }
      if columns.indices.contains(column) { columns[column] += 1 }
    }
    return max(Self.contrast(rows), Self.contrast(columns))
  }

  private static func contrast(_ sums: [Int]) -> Double {
    zip(sums, sums.dropFirst()).reduce(0.0) { $0 + Double(($1.0 - $1.1) * ($1.0 - $1.1)) }
  }
}
