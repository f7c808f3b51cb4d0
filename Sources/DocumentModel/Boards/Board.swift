/// A board as its file describes it: pages of documents, and ink over them.
///
/// The value keeps only drawn members; code that changes a board must keep the rest of its file.
public struct Board: Hashable, Sendable {
  /// In the order of the file.
  public let cards: [BoardCard]
  /// In the order of the file; later ones cover earlier ones, and all of them every card.
  public let strokes: [InkStroke]

  /// A board from its parts.
  public init(cards: [BoardCard] = [], strokes: [InkStroke] = []) {
    self.cards = cards
    self.strokes = strokes
  }

  /// The cards from the lowest to the topmost; of equal ones the later in the file covers the earlier.
  public var stackedCards: [BoardCard] {
    cards.enumerated().sorted { ($0.element.z, $0.offset) < ($1.element.z, $1.offset) }.map(\.element)
  }
}
