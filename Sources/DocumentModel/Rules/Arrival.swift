/// A document that arrived and that rules are still to judge.
///
/// ```
///   created ──▶ waits for its words ──▶ judged ──▶ forgotten
///                                          └─ has pages that are read in their pictures ──▶ judged again ──▶ forgotten
/// ```
public struct Arrival: Hashable, Sendable {
  /// The document.
  public let document: DocumentID
  /// The folder that it arrived in.
  public let folder: FolderPath
  /// The number of the event by which it arrived.
  public let sequence: Int64
  /// Whether it was judged once, and waits for words in its pictures.
  public var isJudged: Bool
  /// The rules that found it then; they are not asked again.
  public var rules: [RuleID]

  /// An arrival from its parts.
  public init(
    _ document: DocumentID, in folder: FolderPath, sequence: Int64, isJudged: Bool = false,
    rules: [RuleID] = []
  ) {
    (self.document, self.folder, self.sequence) = (document, folder, sequence)
    (self.isJudged, self.rules) = (isJudged, rules)
  }
}
