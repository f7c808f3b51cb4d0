import DocumentModel

struct PageDifferenceResponse: Encodable {
  let page: Int
  /// The size of the image with both pages, in page units.
  let width: Double
  let height: Double
  /// Fractions of all pixels, 0 to 1.
  let changed: Double
  let removed: Double
  let added: Double
  /// Left, top, width and height of each, in page units.
  let boxes: [[Double]]

  init(_ difference: PageDifference, page: Int) {
    self.page = page
    width = difference.size.width
    height = difference.size.height
    changed = difference.changed
    removed = difference.removed
    added = difference.added
    boxes = difference.boxes.map { [$0.x, $0.y, $0.width, $0.height] }
  }
}
