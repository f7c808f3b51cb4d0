public import FoundationEssentials

/// A mark on a page of a content, with the words that it marks and a note.
public struct Annotation: Hashable, Sendable {
  /// Words that a mark lies on, and those around them, by which they are found again (W3C Web Annotation, 4.2.4).
  public struct Quote: Hashable, Sendable {
    /// The marked words.
    public let exact: String
    /// The words before them.
    public let prefix: String
    /// The words after them.
    public let suffix: String

    /// A quote from its parts.
    public init(exact: String, prefix: String = "", suffix: String = "") {
      (self.exact, self.prefix, self.suffix) = (exact, prefix, suffix)
    }
  }

  /// Its name.
  public let id: AnnotationID
  /// The visible part.
  public let mark: AnnotationMark
  /// The marked words; nil for a mark that lies on none.
  public let quote: Quote?
  /// The note; empty without one.
  public let note: String
  /// The author's name; empty when it is not known.
  public let creator: String
  /// The time at which it was made.
  public let created: Date
  /// The time of its last change.
  public let modified: Date
  /// Whether its place was found in this content; else the mark has the place in an earlier one, and is not drawn.
  public let isPlaced: Bool

  /// An annotation from its parts.
  ///
  /// Throws `.invalidParameter` for texts beyond ``AnnotationLimits``.
  public init(
    id: AnnotationID, mark: AnnotationMark, quote: Quote? = nil, note: String = "", creator: String = "",
    created: Date, modified: Date, isPlaced: Bool = true
  ) throws(DocumentError) {
    (self.id, self.mark, self.quote, self.note) = (id, mark, quote, note)
    (self.creator, self.created, self.modified, self.isPlaced) = (creator, created, modified, isPlaced)
    let quoted = [quote?.exact, quote?.prefix, quote?.suffix].compactMap { $0?.utf8.count }
    guard note.utf8.count <= AnnotationLimits.textBytes,
      quoted.allSatisfy({ $0 <= AnnotationLimits.textBytes })
    else { throw AnnotationMark.refusal("a text is longer than \(AnnotationLimits.textBytes) bytes") }
    guard creator.utf8.count <= AnnotationLimits.nameBytes else {
      throw AnnotationMark.refusal("the author's name is longer than \(AnnotationLimits.nameBytes) bytes")
    }
  }

  /// The annotation at another place; nil when none was found, and the mark keeps the place that it had.
  public func placed(_ mark: AnnotationMark?) throws(DocumentError) -> Annotation {
    try Annotation(
      id: id, mark: mark ?? self.mark, quote: quote, note: note, creator: creator, created: created,
      modified: modified, isPlaced: mark != nil)
  }
}
