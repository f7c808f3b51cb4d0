/// Finds the place of an annotation on a page of a newer content.
///
/// Marks on words are found by their quote (``QuotedPage``). Other marks keep their place on the page that has the same words,
/// moved as the words around them were. Marks on a page without words go to the page of the same number and form.
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

  /// The words of a page that is the same page in another content, paired with those of the earlier one.
  public struct SamePage: Sendable {
    fileprivate let page: QuotedPage
    fileprivate let pairs: [(old: Int, new: Int)]
  }

  /// A page of the newer content as the same page; nil when it is another one.
  ///
  /// It depends on both pages alone; ask it once for all annotations.
  public func same(as page: QuotedPage) -> SamePage? {
    guard !old.words.isEmpty else {
      let scale = scale(to: page)
      let hasForm = scale.x.isFinite && scale.x > 0 && abs(scale.x / scale.y - 1) < 0.02
      return old.number == page.number && page.words.isEmpty && hasForm
        ? SamePage(page: page, pairs: []) : nil
    }
    let pairs = pairs(with: page)
    let most = max(old.words.count, page.words.count)
    return Double(pairs.count) >= Self.likeness * Double(most) ? SamePage(page: page, pairs: pairs) : nil
  }

  /// The mark of an annotation that lies on no words, on the same page of the newer content.
  ///
  /// Throws `.invalidParameter` for a place beyond ``AnnotationLimits``.
  public func mark(of annotation: Annotation, on same: SamePage) throws(DocumentError) -> AnnotationMark {
    let move = move(to: same, around: annotation.mark.bounds)
    return try annotation.mark.moved(toPage: same.page.number, by: move)
  }

  private func scale(to page: QuotedPage) -> (x: Double, y: Double) {
    (page.size.width / old.size.width, page.size.height / old.size.height)
  }

  /// How places around `area` moved.
  private func move(to same: SamePage, around area: PageRectangle) -> PageMove {
    guard !same.pairs.isEmpty else { return PageMove(scale: scale(to: same.page)) }
    let shifts = same.pairs.map { (from: old.words[$0.old].box, to: same.page.words[$0.new].box) }
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
