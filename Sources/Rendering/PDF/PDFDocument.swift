import CDrawing
import DocumentModel
import Glibc
import LinuxSystem

/// A PDF opened by poppler.
///
/// Used by one thread: two threads must not share a `PopplerDocument`.
final class PDFDocument: VectorDocument {
  static var renderer: String { "poppler \(poppler_get_version().map { String(cString: $0) } ?? "?")" }

  /// The latest page; measuring, drawing and reading often follow each other.
  private var lastPage: (number: Int, page: PDFPage)?

  /// Rotations of destination pages.
  private var rotations: [Int: PageRotation] = [:]

  let handle: OpaquePointer
  /// The page count that the document gives; at least one.
  let pageCount: Int
  /// The bytes that poppler reads, unless it reads from a descriptor.
  private let bytes: ContentBytes?

  /// Opens the PDF behind `content`.
  ///
  /// Throws `.passwordRequired` for an encrypted document without its password. Throws `.damaged` for a file that
  /// poppler cannot open or that has no pages.
  init(_ content: Descriptor, password: String?) throws(DocumentError) {
    (handle, bytes) = try Self.open(content, password: password)
    pageCount = Int(poppler_document_get_n_pages(handle))
    guard pageCount > 0 else {
      throw DocumentError(.damaged, "the PDF has no pages")
    }
  }

  deinit {
    lastPage = nil
    g_object_unref(UnsafeMutableRawPointer(handle))
  }

  private static func open(
    _ content: Descriptor, password: String?
  ) throws(DocumentError) -> (OpaquePointer, ContentBytes?) {
    switch attempt({ error in
      // poppler closes the descriptor, also on failure.
      poppler_document_new_from_fd(dup(content.rawValue), nil, error)
    }) {
    case .opened(let handle): return (handle, nil)
    case .damaged: throw DocumentError(.damaged, "the PDF is damaged or not a PDF")
    case .encrypted: return try open(content, needing: password)
    }
  }

  /// Opens an encrypted document through a `GInputStream`.
  ///
  /// poppler tries a password in two encodings. For a descriptor, `GBytes` or plain memory, poppler 22.12 reads
  /// freed memory on the second try.
  private static func open(
    _ content: Descriptor, needing password: String?
  ) throws(DocumentError) -> (OpaquePointer, ContentBytes?) {
    guard let password else {
      throw DocumentError(.passwordRequired, "the PDF is encrypted and needs a password")
    }
    let bytes = try ContentBytes(content)
    let shared = g_bytes_new_static(bytes.bytes.baseAddress, UInt(bytes.bytes.count))
    defer { g_bytes_unref(shared) }
    let stream = g_memory_input_stream_new_from_bytes(shared)
    defer { g_object_unref(stream) }
    let length = goffset(bytes.bytes.count)
    guard
      case .opened(let handle) = attempt({ error in
        poppler_document_new_from_stream(stream, length, password, nil, error)
      })
    else { throw DocumentError(.passwordRequired, "the PDF's password is another one") }
    return (handle, bytes)
  }

  private enum Attempt {
    case opened(OpaquePointer)
    case encrypted
    case damaged
  }

  private static func attempt(
    _ open: (UnsafeMutablePointer<UnsafeMutablePointer<GError>?>) -> OpaquePointer?
  ) -> Attempt {
    var error: UnsafeMutablePointer<GError>?
    defer { g_clear_error(&error) }
    if let handle = open(&error) { return .opened(handle) }
    return error?.pointee.code == CInt(POPPLER_ERROR_ENCRYPTED.rawValue) ? .encrypted : .damaged
  }

  /// Throws `.notFound` for a missing page and `.damaged` for an unreadable one.
  func page(_ number: Int) throws(DocumentError) -> PDFPage {
    if let lastPage, lastPage.number == number { return lastPage.page }
    guard (1...pageCount).contains(number) else {
      throw DocumentError(.notFound, "the document has no page \(number), only \(pageCount)")
    }
    guard let page = PDFPage(self, number: number) else {
      throw DocumentError(.damaged, "page \(number) is damaged")
    }
    lastPage = (number, page)
    return page
  }

  /// The lower left corner of a page's crop box; zero for an unreadable page.
  func cropOrigin(ofPage number: Int) -> (x: Double, y: Double) {
    var box = PopplerRectangle()
    if let page = PDFPage(self, number: number) { poppler_page_get_crop_box(page.handle, &box) }
    return (box.x1, box.y1)
  }

  /// The rotation of a page; nil for an unreadable page.
  func rotation(ofPage number: Int) -> PageRotation? {
    if let known = rotations[number] { return known }
    guard let page = PDFPage(self, number: number), let rotation = PageRotation(page, in: self) else {
      return nil
    }
    rotations[number] = rotation
    return rotation
  }

  /// The unfiltered title of the document.
  private var writtenTitle: String? { GlibString.take(poppler_document_get_title(handle)) }

  func size(ofPage number: Int) throws(DocumentError) -> PageSize {
    guard let size = try page(number).size else {
      throw DocumentError(.damaged, "page \(number) has no legal size")
    }
    return size
  }

  func draw(page number: Int, _ window: PageWindow) throws(DocumentError) -> PixelBuffer {
    try page(number).draw(window)
  }

  func print(page number: Int, with pen: CairoPen) throws(DocumentError) {
    try page(number).print(with: pen)
  }

  func text(ofPage number: Int) throws(DocumentError) -> PageText {
    let page = try page(number)
    return PageText(truncating: page.words(), links: page.links(in: self))
  }
}

enum GlibString {
  /// Copies and frees a string that the caller owns.
  static func take(_ text: UnsafeMutablePointer<CChar>?) -> String? {
    guard let text else { return nil }
    defer { g_free(text) }
    return String(cString: text)
  }
}

// MARK: - Facts

extension PDFDocument {
  /// The listed size of a page without a valid size: US Letter, as in other PDF readers.
  private static let substituteSize = PageSize(width: 612, height: 792)

  func facts() -> DocumentFacts {
    let listed = min(pageCount, DocumentFacts.maximumListedPages)
    return DocumentFacts(
      pageCount: pageCount, pages: (1...listed).map(listing(ofPage:)), outline: outline(), title: title,
      renderer: Self.renderer)
  }

  func facts(ofPage number: Int) throws(DocumentError) -> PageFacts {
    guard (1...pageCount).contains(number) else {
      throw DocumentError(.notFound, "the document has no page \(number), only \(pageCount)")
    }
    return listing(ofPage: number)
  }

  private func listing(ofPage number: Int) -> PageFacts {
    guard let page = PDFPage(self, number: number) else {
      return PageFacts(number: number, size: Self.substituteSize, label: String(number))
    }
    return PageFacts(
      number: number, size: page.size ?? Self.substituteSize, label: page.label ?? String(number))
  }

  private var title: String? {
    writtenTitle.flatMap { Self.caption($0, limit: 500) }
  }

  /// Text from the document as one bounded line without control characters; nil when nothing is left.
  static func caption(_ text: String, limit: Int) -> String? {
    let printable = text.unicodeScalars.filter { $0.properties.generalCategory != .control }
    var shown = String(String.UnicodeScalarView(printable.prefix(limit)))
    while let last = shown.last, last.isWhitespace { shown.removeLast() }
    while let first = shown.first, first.isWhitespace { shown.removeFirst() }
    return shown.isEmpty ? nil : shown
  }
}

// MARK: - Outline

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
