/// How like the text of a document is to that of another one.
public struct TextLikeness: Hashable, Sendable {
  /// The kind of likeness, from the other document's point of view.
  public enum Relation: String, Hashable, Sendable, Codable, CaseIterable {
    /// Both have the same content, byte for byte.
    case same
    /// Nearly all words are the same: another export, or another scan.
    case nearlySame = "nearly-same"
    /// It is an earlier form: most words of the shorter text stand in the longer one, and it is the older one.
    case earlier
    /// It is a later form.
    case later
    /// They have passages in common, as letters of one form have.
    case alike
  }

  /// The older one of two documents, as far as their times tell.
  public enum Age: Hashable, Sendable {
    /// The other one is older.
    case older
    /// The other one is newer.
    case newer
    /// They came together.
    case same
  }

  /// Texts with a smaller share are not alike.
  static let least = 0.3
  /// From this share on texts are nearly the same.
  private static let nearlySame = 0.8
  /// From this share of the shorter text on it is a form of the longer one.
  private static let contained = 0.8
  /// With a smaller share of common numbers two texts are alike at most: bills of one form have the same words.
  private static let numbers = 0.85

  /// The share of runs of words that both have among those of either, from 0 to 1.
  public let share: Double
  /// The kind of likeness.
  public let relation: Relation

  /// A likeness from its parts.
  public init(share: Double, relation: Relation) {
    (self.share, self.relation) = (share, relation)
  }

  /// Two documents with one content.
  public static let same = TextLikeness(share: 1, relation: .same)

  /// How like a text is to a given one; nil where it is not.
  ///
  /// - Parameters:
  ///   - text: the other text.
  ///   - given: the text with which it is compared.
  ///   - age: whether the other document is older.
  ///   - isWhole: whether all words of both are known. Without scanned pages a text seems to be an earlier form.
  public init?(of text: TextSketch, to given: TextSketch, age: Age, isWhole: Bool = true) {
    guard text.isTelling, given.isTelling else { return nil }
    share = text.resemblance(to: given)
    guard share >= Self.least else { return nil }
    let isShorter = text.shingleCount < given.shingleCount
    let contained = isShorter ? text.containment(in: given) : given.containment(in: text)
    if text.sharedNumbers(with: given) < Self.numbers {
      relation = .alike
    } else if share >= Self.nearlySame {
      relation = .nearlySame
    } else if isWhole, contained >= Self.contained {
      relation = age == .older || (age == .same && isShorter) ? .earlier : .later
    } else {
      relation = .alike
    }
  }
}
