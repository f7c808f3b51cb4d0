/// The parts of a rule that a person chooses: name, search and actions.
public struct RuleDraft: Hashable, Sendable {
  /// The longest name, in bytes of UTF-8.
  public static let maximumNameBytes = 200
  /// The longest search, in bytes of UTF-8.
  public static let maximumQueryBytes = 2_000

  /// The name for people.
  public let name: String
  /// The search, in the language of ``SearchQuery``.
  public let query: String
  /// The changes of a document that it finds.
  public let actions: RuleActions

  /// A draft from its parts; name and search are kept in normalisation form C, without white space around them.
  ///
  /// Throws `.invalidParameter` for a name or a search that is no line of text, or is too long.
  public init(name: String, query: String, actions: RuleActions) throws(DocumentError) {
    self.name = try Self.line(name, "name", Self.maximumNameBytes)
    self.query = try Self.line(query, "query", Self.maximumQueryBytes)
    self.actions = actions
  }

  private static func line(
    _ text: String, _ member: String, _ most: Int
  ) throws(DocumentError) -> String {
    // Longer text is not composed, because composing takes time in proportion to its length.
    guard text.utf8.count <= most * String.longestDecomposition else { throw tooLong(member, most) }
    let line = text.composed.trimmed
    guard line.utf8.count <= most else { throw tooLong(member, most) }
    guard
      !line.unicodeScalars.contains(where: { FileName.isIllegal($0) && $0 != "/" && $0 != "\\" }),
      FileName.isVisible(line)
    else {
      throw DocumentError(.invalidParameter, "\(member): must be one line of text that can be seen")
    }
    return line
  }

  private static func tooLong(_ member: String, _ most: Int) -> DocumentError {
    DocumentError(.invalidParameter, "\(member): is longer than \(most) bytes")
  }
}

extension String {
  /// The text without white space at its ends.
  fileprivate var trimmed: String {
    guard let start = firstIndex(where: { !$0.isWhitespace }),
      let end = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[start...end])
  }
}
