/// A search with actions for the documents that it finds when they arrive.
///
/// Its order among other rules is its place in their list: of two that file one document the first does.
public struct Rule: Hashable, Sendable, Identifiable {
  /// The largest number of rules.
  public static let maximumCount = 100

  /// Its name for programs; it stays.
  public let id: RuleID
  /// The draft: all that a person says of it.
  public let draft: RuleDraft
  /// The last event before it was switched on; nil while it is off.
  public let since: EventID?

  /// A rule from its parts.
  public init(id: RuleID = RuleID(), _ draft: RuleDraft, since: EventID?) {
    (self.id, self.draft, self.since) = (id, draft, since)
  }

  /// Whether it acts on documents that arrive.
  public var isOn: Bool { since != nil }

  /// Whether it is for a document that arrived with an event of this epoch.
  ///
  /// A rule that was on before the events began to be numbered anew is for all that arrive since.
  public func isFor(_ arrival: Arrival, in epoch: EventEpoch) -> Bool {
    guard let since else { return false }
    return since.epoch != epoch || arrival.sequence > since.sequence
  }
}

/// The name of a rule for programs.
public typealias RuleID = Identifier<Rule>

extension Rule: Codable {
  private enum CodingKeys: String, CodingKey { case id, name, query, tags, folder, favourite, since }

  /// Reads a rule.
  ///
  /// Throws what ``RuleDraft`` refuses, and `DecodingError`.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    let folder = try members.decodeIfPresent(String.self, forKey: .folder)
    id = try members.decode(RuleID.self, forKey: .id)
    draft = try RuleDraft(
      name: try members.decode(String.self, forKey: .name),
      query: try members.decode(String.self, forKey: .query),
      actions: try RuleActions(
        tags: try members.decodeIfPresent([Tag].self, forKey: .tags) ?? [],
        folder: try folder.map { (text) throws(DocumentError) in try FolderPath(parsing: text) },
        favourite: try members.decodeIfPresent(Bool.self, forKey: .favourite) ?? false))
    since = try members.decodeIfPresent(String.self, forKey: .since).flatMap { EventID($0) }
  }

  /// Writes the members that are there.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(id, forKey: .id)
    try members.encode(draft.name, forKey: .name)
    try members.encode(draft.query, forKey: .query)
    if !draft.actions.tags.isEmpty { try members.encode(draft.actions.tags, forKey: .tags) }
    try members.encodeIfPresent(draft.actions.folder?.description, forKey: .folder)
    if draft.actions.favourite { try members.encode(true, forKey: .favourite) }
    try members.encodeIfPresent(since?.description, forKey: .since)
  }
}
