import DocumentModel

/// How much of a page is different, and where, as the API shows it.
struct PageDifferenceAnswer: Encodable {
  let page: Int
  /// The sheet on which both pages lie, in page units.
  let width: Double
  let height: Double
  /// Parts of all pixels, from 0 to 1.
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
