/// A declared file type: its name, its tags, and the types that it conforms to.
public struct FileType: Hashable, Sendable, Codable {
  /// The name by which other declarations refer to the type.
  public let identifier: TypeIdentifier
  /// For people: "PDF document".
  public let name: String
  /// Extensions without the dot, in lower case, the preferred one first; `tar.gz` is one.
  public let extensions: [String]
  /// Media types, the preferred one first.
  public let mediaTypes: [String]
  /// Whole file names in lower case that determine the type without an extension: "makefile".
  public let fileNames: [String]
  /// Byte patterns for formats that libmagic does not know; one match is enough.
  public let magic: [MagicPattern]
  /// The types that this one is a kind of.
  public let conformsTo: [TypeIdentifier]
  /// The technical container formats of its bytes: a Word document is a ZIP archive inside.
  ///
  /// Content recognised as one of these does not contradict an extension of this type. Inherited by conforming types.
  public let containers: [TypeIdentifier]
  /// The possible beginnings of its text, after byte order mark and white space; empty for any.
  ///
  /// Content with another beginning is not of this type. Inherited.
  public let openings: [String]
  /// Whether content of this type is always recognised, so that unrecognised content with its name is something else.
  ///
  /// Inherited.
  public let isSelfIdentifying: Bool
  /// Whether another party owns the type: the owner's declaration takes precedence over this one.
  public let isImported: Bool
  /// Names of PNG files with its icon in several sizes; empty for a drawn one.
  ///
  /// Not inherited: a conforming type has an icon of its own.
  public let icons: [String]

  /// A type from its parts.
  public init(
    identifier: TypeIdentifier, name: String, extensions: [String] = [], mediaTypes: [String] = [],
    magic: [MagicPattern] = [], conformsTo: [TypeIdentifier] = [.data], fileNames: [String] = [],
    containers: [TypeIdentifier] = [], openings: [String] = [], isSelfIdentifying: Bool = false,
    isImported: Bool = false, icons: [String] = []
  ) {
    self.identifier = identifier
    self.name = name
    self.extensions = extensions
    self.mediaTypes = mediaTypes
    self.fileNames = fileNames
    self.magic = magic
    self.conformsTo = conformsTo
    self.containers = containers
    self.openings = openings
    self.isSelfIdentifying = isSelfIdentifying
    self.isImported = isImported
    self.icons = icons
  }

  enum CodingKeys: String, CodingKey, CaseIterable {
    case identifier, name, extensions, mediaTypes, fileNames, magic, conformsTo, containers, openings
    case isSelfIdentifying = "selfIdentifying"
    case isImported = "imported"
    case icons
  }

  /// Reads a type strictly: `identifier` is required, unknown members are refused.
  ///
  /// A missing name is the identifier, a missing `conformsTo` is `public.data`.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.strictContainer(keyedBy: CodingKeys.self)
    identifier = try members.decode(TypeIdentifier.self, forKey: .identifier)
    name = try members.decodeIfPresent(String.self, forKey: .name) ?? identifier.description
    extensions = try members.decodeIfPresent([String].self, forKey: .extensions) ?? []
    mediaTypes = try members.decodeIfPresent([String].self, forKey: .mediaTypes) ?? []
    fileNames = try members.decodeIfPresent([String].self, forKey: .fileNames) ?? []
    magic = try members.decodeIfPresent([MagicPattern].self, forKey: .magic) ?? []
    conformsTo = try members.decodeIfPresent([TypeIdentifier].self, forKey: .conformsTo) ?? [.data]
    containers = try members.decodeIfPresent([TypeIdentifier].self, forKey: .containers) ?? []
    openings = try members.decodeIfPresent([String].self, forKey: .openings) ?? []
    isSelfIdentifying = try members.decodeIfPresent(Bool.self, forKey: .isSelfIdentifying) ?? false
    isImported = try members.decodeIfPresent(Bool.self, forKey: .isImported) ?? false
    icons = try members.decodeIfPresent([String].self, forKey: .icons) ?? []
  }
}
