/// A rectangle of whole pixels of a page at a scale, counted from the page's top left corner.
struct PixelRectangle: Hashable {
  let left: Int
  let top: Int
  let width: Int
  let height: Int

  var right: Int { left + width }
  var bottom: Int { top + height }
  var pixels: Int { width * height }

  func union(_ other: PixelRectangle) -> PixelRectangle {
    let (left, top) = (min(left, other.left), min(top, other.top))
    return PixelRectangle(
      left: left, top: top, width: max(right, other.right) - left, height: max(bottom, other.bottom) - top)
  }

  func intersection(_ other: PixelRectangle) -> PixelRectangle? {
    let left = max(left, other.left)
    let top = max(top, other.top)
    let width = min(right, other.right) - left
    let height = min(bottom, other.bottom) - top
    guard width > 0, height > 0 else { return nil }
    return PixelRectangle(left: left, top: top, width: width, height: height)
  }
}
