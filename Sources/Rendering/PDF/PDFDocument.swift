import CPoppler
import DocumentModel
import Glibc
import LinuxSystem

/// A PDF opened by poppler.
///
/// Used by one thread: two threads must not share a `PopplerDocument`.
final class PDFDocument: OpenedDocument {
  /// The library and its version.
  static var renderer: String { "poppler \(poppler_get_version().map { String(cString: $0) } ?? "?")" }

  /// A page as opened last: drawing and reading follow its measuring.
  private var lastPage: (number: Int, page: PDFPage)?

  let handle: OpaquePointer
  /// How many pages the document says it has; at least one.
  let pageCount: Int

  /// Opens the PDF behind `content`.
  ///
  /// Throws `.passwordRequired` for an encrypted document without its password, `.damaged` for anything that
  /// poppler cannot open and for a document without pages.
  init(_ content: Descriptor, password: String?) throws(DocumentError) {
    handle = try Self.open(content, password: password)
    pageCount = Int(poppler_document_get_n_pages(handle))
    guard pageCount > 0 else {
      throw DocumentError(.damaged, "the PDF has no pages")
    }
  }

  deinit {
    lastPage = nil
    g_object_unref(UnsafeMutableRawPointer(handle))
  }

  private static func open(_ content: Descriptor, password: String?) throws(DocumentError) -> OpaquePointer {
    var error: UnsafeMutablePointer<GError>?
    // poppler closes the descriptor that it is given, also when it fails.
    let number = dup(content.rawValue)
    if let handle = poppler_document_new_from_fd(number, password, &error) { return handle }
    defer { g_clear_error(&error) }
    switch error?.pointee.code {
    case CInt(POPPLER_ERROR_ENCRYPTED.rawValue):
      throw DocumentError(
        .passwordRequired,
        password == nil ? "the PDF is encrypted and needs a password" : "the PDF's password is another one")
    default:
      throw DocumentError(.damaged, "the PDF is damaged or not a PDF")
    }
  }

  /// Page `number`.
  ///
  /// Throws `.notFound` when there is none, `.damaged` when it cannot be read.
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

  func size(ofPage number: Int) throws(DocumentError) -> PageSize {
    guard let size = try page(number).size else {
      throw DocumentError(.damaged, "page \(number) has no legal size")
    }
    return size
  }

  func draw(page number: Int, _ plan: RenderPlan) throws(DocumentError) -> PixelBuffer {
    try page(number).draw(plan)
  }

  func text(ofPage number: Int) throws(DocumentError) -> PageText {
    let page = try page(number)
    return PageText(words: page.words(), links: page.links(in: self))
  }
}
