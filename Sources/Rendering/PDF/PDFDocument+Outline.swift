import CDrawing
import DocumentModel

extension PDFDocument {
  /// Further and deeper entries are omitted, because an outline may have cycles.
  private static let maximumOutlineItems = 5_000
  private static let maximumOutlineDepth = 16

  func outline() -> [OutlineItem] {
    var budget = Self.maximumOutlineItems
    return items(OutlineCursor(handle), depth: 1, budget: &budget)
  }

  private func items(_ cursor: OutlineCursor?, depth: Int, budget: inout Int) -> [OutlineItem] {
    guard let cursor, depth <= Self.maximumOutlineDepth else { return [] }
    var items: [OutlineItem] = []
    repeat {
      guard budget > 0 else { break }
      budget -= 1
      let entry = cursor.entry(of: self)
      let children = self.items(cursor.child(), depth: depth + 1, budget: &budget)
      items.append(
        OutlineItem(
          title: entry.title, page: entry.destination?.page, area: entry.destination?.area, children: children
        ))
    } while cursor.advance()
    return items
  }
}

/// A `PopplerIndexIter`: a position in the outline.
private final class OutlineCursor {
  private let iterator: OpaquePointer

  init?(_ document: OpaquePointer) {
    guard let iterator = poppler_index_iter_new(document) else { return nil }
    self.iterator = iterator
  }

  private init(owning iterator: OpaquePointer) {
    self.iterator = iterator
  }

  deinit {
    poppler_index_iter_free(iterator)
  }

  func child() -> OutlineCursor? {
    poppler_index_iter_get_child(iterator).map(OutlineCursor.init(owning:))
  }

  /// Moves to the next sibling; false when there is none.
  func advance() -> Bool {
    poppler_index_iter_next(iterator) != 0
  }

  func entry(of document: PDFDocument) -> (title: String, destination: PDFDestination?) {
    guard let action = PDFAction(owning: poppler_index_iter_get_action(iterator)) else { return ("", nil) }
    return (action.title ?? "", action.destination(in: document))
  }
}
