import DocumentModel

/// A document that a library has opened: what the worker needs to know of it.
///
/// Used by one thread. Pages count from 1; every method that takes one throws `.notFound` for a page that the
/// document does not have.
protocol OpenedDocument: AnyObject {
  /// How many pages, how large, called what; outline and title.
  func facts() throws(DocumentError) -> DocumentFacts
  /// How large a page is, and called what.
  func facts(ofPage number: Int) throws(DocumentError) -> PageFacts
  /// The size of a page as shown.
  func size(ofPage number: Int) throws(DocumentError) -> PageSize
  /// Draws what is seen of a page through `window`.
  func draw(page number: Int, _ window: PageWindow) throws(DocumentError) -> PixelBuffer
  /// Words and links of a page.
  func text(ofPage number: Int) throws(DocumentError) -> PageText
  /// Whether any part of the page at this scale costs the reading of all above it, so that it is best drawn in whole rows
  /// from the top downward; usually any part costs the same.
  func isReadDownward(page number: Int, _ window: PageWindow) -> Bool
  /// Gives back memory that only speeds up what may never be asked for.
  func rest()
}

extension OpenedDocument {
  func isReadDownward(page number: Int, _ window: PageWindow) -> Bool { false }

  func rest() {}

  /// Draws and measures first: the plan is the budget, made before any memory is asked for.
  func draw(_ request: RenderRequest) throws(DocumentError) -> PixelBuffer {
    let size = try size(ofPage: request.page)
    return try draw(page: request.page, PageWindow(RenderPlan(request, on: size), on: size))
  }
}
