/// The user's metadata of a document; it survives renames, new content and the Trash.
public struct DocumentMetadata: Hashable, Sendable {
  /// Tags in the order of ``Tag``, each once without regard to case.
  public let tags: [Tag]
  /// Whether the document is a favourite.
  public let favourite: Bool
  /// A text about it; empty when there is none.
  public let note: String
  /// Identifier of the handler that opens this document; nil for the handler of its type.
  public let handler: String?
  /// Whether backups leave out all versions of its content (spec documents SB-9).
  public let excludedFromBackup: Bool
  /// The document's origin elsewhere; nil for one that came without a word.
  ///
  /// No change of the metadata takes it away; one may note that the document was shown as its sender asked.
  public let provenance: Provenance?

  /// The largest number of tags of a document.
  public static let maximumTags = 50
  /// The longest note, in bytes of UTF-8.
  public static let maximumNoteBytes = 16 << 10

  /// No metadata at all.
  public static let none = DocumentMetadata()

  /// Metadata from their parts; of tags that differ in case alone the first is kept, and the note in normalisation form C.
  ///
  /// Throws `.invalidParameter` for more than ``maximumTags``, for a note of more than ``maximumNoteBytes``, or with
  /// control characters other than line ends and tabs.
  public init(
    tags: [Tag], favourite: Bool, note: String, handler: String?, excludedFromBackup: Bool = false,
    provenance: Provenance? = nil
  ) throws(DocumentError) {
    let tags = Self.distinct(tags)
    guard tags.count <= Self.maximumTags else {
      throw DocumentError(.invalidParameter, "a document has \(Self.maximumTags) tags at most")
    }
    let note = note.composed
    guard note.utf8.count <= Self.maximumNoteBytes else {
      throw DocumentError(.invalidParameter, "a note is longer than \(Self.maximumNoteBytes) bytes")
    }
    guard !note.unicodeScalars.contains(where: Self.isControl) else {
      throw DocumentError(.invalidParameter, "a note holds a control character")
    }
    self.init(sorted: tags, favourite, note, handler, excludedFromBackup, provenance)
  }

  /// Metadata that say nothing but the origin.
  public init(provenance: Provenance?) {
    self.init(sorted: [], false, "", nil, false, provenance)
  }

  private init(
    sorted tags: [Tag] = [], _ favourite: Bool = false, _ note: String = "", _ handler: String? = nil,
    _ excludedFromBackup: Bool = false, _ provenance: Provenance? = nil
  ) {
    self.tags = tags
    self.favourite = favourite
    self.note = note
    self.handler = handler
    self.excludedFromBackup = excludedFromBackup
    self.provenance = provenance
  }

  /// The metadata of a copy of the document: all but the favourite, and the wish that it be shown.
  public var copied: DocumentMetadata {
    DocumentMetadata(sorted: tags, false, note, handler, excludedFromBackup, provenance?.shown)
  }

  private static func distinct(_ tags: [Tag]) -> [Tag] {
    var seen: Set<String> = []
    return tags.filter { seen.insert($0.folded).inserted }.sorted()
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\n", "\r", "\t": false
    default: scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
    }
  }
}

extension DocumentMetadata: Codable {
  private enum CodingKeys: String, CodingKey {
    case tags, favourite, note, handler, excludedFromBackup, provenance
  }

  /// Reads metadata; missing members have their defaults.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(
      tags: try members.decodeIfPresent([Tag].self, forKey: .tags) ?? [],
      favourite: try members.decodeIfPresent(Bool.self, forKey: .favourite) ?? false,
      note: try members.decodeIfPresent(String.self, forKey: .note) ?? "",
      handler: try members.decodeIfPresent(String.self, forKey: .handler),
      excludedFromBackup: try members.decodeIfPresent(Bool.self, forKey: .excludedFromBackup) ?? false,
      provenance: try members.decodeIfPresent(Provenance.self, forKey: .provenance))
  }

  /// Writes the members that differ from the defaults.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    if !tags.isEmpty { try members.encode(tags, forKey: .tags) }
    if favourite { try members.encode(favourite, forKey: .favourite) }
    if !note.isEmpty { try members.encode(note, forKey: .note) }
    try members.encodeIfPresent(handler, forKey: .handler)
    if excludedFromBackup { try members.encode(excludedFromBackup, forKey: .excludedFromBackup) }
    try members.encodeIfPresent(provenance, forKey: .provenance)
  }
}
