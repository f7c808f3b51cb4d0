/// Finds the place of an annotation on a page of a newer content.
///
/// Marks on words are found by their quote. Other marks keep their place on the page that has the same words, moved as
/// the words around them were; on a page without words they keep their place on the page of the same number and form.
public struct AnnotationAnchoring: Sendable {
  private let old: QuotedPage
  private let numbering: Numbering
  private let numbers: [Int32]

  /// The part of a page's words that another page must have to be the same page.
  private static let likeness = 0.5
  /// The nearest words whose shift decides.
  private static let neighbours = 9
  /// Steps in which two pages are compared (``SequenceDifference``).
  private static let budget = 5_000_000

  /// The anchoring of annotations that lie on the page `old`.
  public init(from old: QuotedPage) {
    self.old = old
    var numbering = Numbering()
    numbers = old.words.map { numbering.number(of: $0.text.utf8) }
    self.numbering = numbering
  }

  /// The mark of an annotation on `page`; nil when `page` does not have its place.
  ///
  /// Throws `.invalidParameter` for a place beyond ``AnnotationLimits``.
  public func mark(of annotation: Annotation, on page: QuotedPage) throws(DocumentError) -> AnnotationMark? {
    if annotation.mark.kind.marksText, let quote = annotation.quote {
      guard let place = page.place(of: quote, near: annotation.mark.boxes.first) else { return nil }
      return try annotation.mark.moved(toPage: page.number, boxes: page.boxes(of: place))
    }
    guard let move = move(to: page, around: annotation.mark.bounds) else { return nil }
    return try annotation.mark.moved(toPage: page.number, by: move)
  }

  /// How places around `area` moved to another page; nil when it is a different page.
  private func move(to page: QuotedPage, around area: PageRectangle) -> PageMove? {
    guard !old.words.isEmpty else {
      let scale = (x: page.size.width / old.size.width, y: page.size.height / old.size.height)
      let hasForm = scale.x.isFinite && scale.x > 0 && abs(scale.x / scale.y - 1) < 0.02
      return old.number == page.number && page.words.isEmpty && hasForm ? PageMove(scale: scale) : nil
    }
    let pairs = pairs(with: page)
    let most = max(old.words.count, page.words.count)
    guard Double(pairs.count) >= Self.likeness * Double(most) else { return nil }
    let shifts = pairs.map { (from: old.words[$0.old].box, to: page.words[$0.new].box) }
      .sorted { $0.from.distance(to: area) < $1.from.distance(to: area) }
      .prefix(Self.neighbours)
    func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
    return PageMove(
      shift: (median(shifts.map { $0.to.x - $0.from.x }), median(shifts.map { $0.to.y - $0.from.y })))
  }

  /// The words that both pages have, in the order of both.
  private func pairs(with page: QuotedPage) -> [(old: Int, new: Int)] {
    var numbering = numbering
    let other = page.words.map { numbering.number(of: $0.text.utf8) }
    let difference = SequenceDifference(from: numbers, to: other, budget: Self.budget)
    let (kept, found) = (
      difference.removed.indices.filter { !difference.removed[$0] },
      difference.added.indices.filter { !difference.added[$0] }
    )
    return zip(kept, found).map { (old: $0, new: $1) }
  }
}
