public import FoundationEssentials

/// A file in `Documents`, as the index knows it.
public struct Document: Hashable, Sendable, Codable, Identifiable {
  /// Stable across rename, move and new content.
  public let id: DocumentID
  /// Folder and name.
  public var location: Location
  /// The identified type of the content.
  public var type: TypeIdentifier
  /// Bytes of the current content.
  public var size: Int64
  /// Hash of the current content.
  public var sha256: ContentHash
  /// Number of the current version; the first is 1.
  public var version: Int
  /// The time at which the document came into the store.
  public var created: Date
  /// The time of the last change of content or place.
  public var modified: Date
  /// The time at which it went to the Trash; nil while it is in `Documents`.
  public var trashed: Date?
  /// Tags, note and choices that users attached.
  public var metadata: DocumentMetadata

  /// A document from all its parts.
  public init(
    id: DocumentID, location: Location, type: TypeIdentifier, size: Int64, sha256: ContentHash, version: Int,
    created: Date, modified: Date, trashed: Date? = nil, metadata: DocumentMetadata = .none
  ) {
    self.id = id
    self.location = location
    self.type = type
    self.size = size
    self.sha256 = sha256
    self.version = version
    self.created = created
    self.modified = modified
    self.trashed = trashed
    self.metadata = metadata
  }

  private enum CodingKeys: String, CodingKey {
    case id, location, type, size, sha256, version, created, modified, trashed
    case metadata = "marks"
  }

  /// Reads a document; one written before metadata existed has none.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    id = try members.decode(DocumentID.self, forKey: .id)
    location = try members.decode(Location.self, forKey: .location)
    type = try members.decode(TypeIdentifier.self, forKey: .type)
    size = try members.decode(Int64.self, forKey: .size)
    sha256 = try members.decode(ContentHash.self, forKey: .sha256)
    version = try members.decode(Int.self, forKey: .version)
    created = try members.decode(Date.self, forKey: .created)
    modified = try members.decode(Date.self, forKey: .modified)
    trashed = try members.decodeIfPresent(Date.self, forKey: .trashed)
    metadata = try members.decodeIfPresent(DocumentMetadata.self, forKey: .metadata) ?? .none
  }
}

/// The place of a document: a folder below `Documents` and a name in it.
///
/// Never an absolute path.
public struct Location: Hashable, Sendable, Codable, Comparable {
  /// The folder; `FolderPath.top` for `Documents` itself.
  public var folder: FolderPath
  /// The file's name in that folder.
  public var name: FileName

  /// A location from its two parts.
  public init(folder: FolderPath = .top, name: FileName) {
    self.folder = folder
    self.name = name
  }

  /// The two parts joined by a slash, relative to `Documents`.
  public var relativePath: String {
    folder.isTop ? name.description : "\(folder)/\(name)"
  }

  /// Orders places by their path.
  public static func < (left: Location, right: Location) -> Bool {
    left.relativePath < right.relativePath
  }
}
