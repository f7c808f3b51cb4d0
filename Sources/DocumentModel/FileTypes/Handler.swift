/// A viewer or editor for documents of some types.
public struct Handler: Hashable, Sendable, Codable {
  /// The operations of a handler on a document.
  public enum Role: String, Hashable, Sendable, Codable, CaseIterable {
    /// Shows the document.
    case viewer
    /// Shows and changes the document.
    case editor
    /// Does something with copies of one or more documents, and tells how that ended; it opens none.
    case action
  }

  /// The preference among the handlers of a type, best first.
  public enum Rank: String, Hashable, Sendable, Codable, CaseIterable {
    /// The type is its own.
    case owner
    /// Opens the type well.
    case `default`
    /// Can open it if need be.
    case alternate
    /// Is not offered.
    case none
  }

  /// Stable name: "viewer", "board", "com.example.cad".
  public let identifier: String
  /// For people: "Reader".
  public let name: String
  /// Viewer or editor.
  public let role: Role
  /// The preference among the handlers of a type.
  public let rank: Rank
  /// The types it opens, together with the types that conform to them.
  public let contentTypes: [TypeIdentifier]
  /// An `http` or `https` address with `{id}` for the document, or `{content}` for the address of a copy; nil for a built-in
  /// handler.
  ///
  /// `{save}` stands for an address that takes one new version, for an editor. `{name}` is the document's name; `{source}`
  /// and `{annotation}` are the words of the app that hands the document over. An action has `{contents}` for the addresses of
  /// all copies, and `{outcome}` for the address that hears how it ended.
  public let url: String?
  /// The sign of an action in menus, of a few characters: "✂"; nil for the usual one.
  public let icon: String?

  /// A handler from its parts.
  public init(
    identifier: String, name: String, role: Role, rank: Rank, contentTypes: [TypeIdentifier],
    url: String? = nil, icon: String? = nil
  ) {
    self.identifier = identifier
    self.name = name
    self.role = role
    self.rank = rank
    self.contentTypes = contentTypes
    self.url = url
    self.icon = icon
  }

  /// The built-in reader, which shows pages.
  public static let reader = "viewer"
  /// The built-in view of the characters of a text.
  public static let text = "text"
  /// The built-in player of sound and film.
  public static let player = "player"
  /// The built-in list of the files in an archive.
  public static let archive = "archive"

  enum CodingKeys: String, CodingKey, CaseIterable {
    case identifier, name, role, rank, contentTypes, url, icon
  }

  /// Reads a handler strictly: unknown members are refused, a missing rank is `alternate`.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.strictContainer(keyedBy: CodingKeys.self)
    identifier = try members.decode(String.self, forKey: .identifier)
    name = try members.decodeIfPresent(String.self, forKey: .name) ?? identifier
    role = try members.decodeChoice(Role.self, forKey: .role) ?? .viewer
    rank = try members.decodeChoice(Rank.self, forKey: .rank) ?? .alternate
    contentTypes = try members.decode([TypeIdentifier].self, forKey: .contentTypes)
    url = try members.decodeIfPresent(String.self, forKey: .url)
    icon = try members.decodeIfPresent(String.self, forKey: .icon)
  }
}
