import DocumentModel
import HTTPServer

/// A rule in a request, read strictly: `{"name":…,"query":…,"actions":{"tags":[…],"folder":…,"favourite":…},"on":…}`.
struct RuleRequest: Sendable {
  /// The refusal of any other body.
  static let require = "the body must be a JSON object with name, query and actions"
  /// The longest body, in bytes.
  static let maximumBytes = 64 << 10

  let draft: RuleDraft
  let isOn: Bool
  /// The place in the order, from 0; nil for the present or the last one.
  let place: Int?

  /// Throws `.invalidParameter` or `.invalidName`, naming the member.
  ///
  /// - Parameter isTried: whether the rule is tried alone, and needs neither a name nor actions.
  init(_ body: JSONBody, isTried: Bool = false) throws(DocumentError) {
    let members = try body.members(Self.require)
    let known = ["actions", "name", "on", "position", "query"]
    if let unknown = members.keys.sorted().first(where: { !known.contains($0) }) {
      throw DocumentChanges.unknown(unknown, known: known.joined(separator: ", "))
    }
    guard let query = members["query"] else { throw DocumentError(.invalidParameter, Self.require) }
    let name = try members["name"].map { (value) throws(DocumentError) in
      try DocumentChanges.text(value, "name")
    }
    guard let name = name ?? (isTried ? "a trial" : nil) else {
      throw DocumentError(.invalidParameter, Self.require)
    }
    draft = try RuleDraft(
      name: name, query: try DocumentChanges.text(query, "query"),
      actions: try Self.actions(members["actions"], isTried: isTried))
    isOn =
      try members["on"].map { (value) throws(DocumentError) in
        try DocumentChanges.flag(value, "on")
      } ?? false
    place = try members["position"].map { (value) throws(DocumentError) in try Self.place(value) }
  }

  private static func actions(
    _ value: JSONValue?, isTried: Bool
  ) throws(DocumentError) -> RuleActions {
    guard let members = value?.members else {
      if isTried, value == nil { return try RuleActions(favourite: true) }
      throw DocumentError(.invalidParameter, "actions: must be an object")
    }
    let known = ["favourite", "folder", "tags"]
    if let unknown = members.keys.sorted().first(where: { !known.contains($0) }) {
      throw DocumentChanges.unknown(unknown, known: known.joined(separator: ", "))
    }
    var folder: FolderPath?
    if let value = members["folder"], value != .null {
      folder = try FolderPath(parsing: try DocumentChanges.text(value, "folder", orNull: true))
    }
    return try RuleActions(
      tags: try members["tags"].map { (value) throws(DocumentError) in try DocumentChanges.tags(value) }
        ?? [],
      folder: folder,
      favourite: try members["favourite"].map { (value) throws(DocumentError) in
        try DocumentChanges.flag(value, "favourite")
      } ?? false)
  }

  private static func place(_ value: JSONValue) throws(DocumentError) -> Int {
    guard case .integer(let number) = value, (0..<Int64(Rule.maximumCount)).contains(number) else {
      throw DocumentError(
        .invalidParameter, "position: must be a whole number from 0 to \(Rule.maximumCount - 1)")
    }
    return Int(number)
  }
}
