import CDrawing
import DocumentModel

extension PDFPage {
  /// Further links on a page are omitted.
  private static let maximumLinks = 2_000

  func links(in document: PDFDocument) -> [PageLink] {
    guard let size, let first = poppler_page_get_link_mapping(handle) else { return [] }
    defer { poppler_page_free_link_mapping(first) }
    var links: [PageLink] = []
    var next: UnsafeMutablePointer<GList>? = first
    while let element = next, links.count < Self.maximumLinks {
      if let link = Self.link(element.pointee.data, on: size, in: document) { links.append(link) }
      next = element.pointee.next
    }
    // poppler lists the topmost link first, which is the last in the file.
    return links.reversed()
  }

  private static func link(_ data: UnsafeMutableRawPointer?, on size: PageSize, in document: PDFDocument)
    -> PageLink?
  {
    guard let mapping = data?.assumingMemoryBound(to: PopplerLinkMapping.self).pointee,
      let action = mapping.action?.pointee, let box = box(mapping.area, on: size)
    else { return nil }
    let destination = PDFAction.destination(of: action, in: document)
    let address = PDFAction.address(of: action)
    guard destination != nil || address != nil else { return nil }
    return PageLink(box: box, page: destination?.page, area: destination?.area, address: address)
  }

  /// poppler's origin for links is the bottom left corner.
  private static func box(_ area: PopplerRectangle, on size: PageSize) -> PageRectangle? {
    PageRectangle(
      left: min(area.x1, area.x2), top: size.height - max(area.y1, area.y2), right: max(area.x1, area.x2),
      bottom: size.height - min(area.y1, area.y2), on: size)
  }
}

extension PageRectangle {
  /// The rectangle between four edges, cropped to a page of `size`; nil when it lies outside.
  init?(left: Double, top: Double, right: Double, bottom: Double, on size: PageSize) {
    guard [left, top, right, bottom].allSatisfy(\.isFinite) else { return nil }
    let x = max(0, left)
    let y = max(0, top)
    let width = min(size.width, right) - x
    let height = min(size.height, bottom) - y
    guard width > 0, height > 0 else { return nil }
    self.init(x: x, y: y, width: width, height: height)
  }
}
