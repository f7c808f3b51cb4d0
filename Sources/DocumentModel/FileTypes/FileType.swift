/// A declared file type: its name, its tags, and what it conforms to.
public struct FileType: Hashable, Sendable, Codable {
  /// How the type is named.
  public let identifier: TypeIdentifier
  /// For people: "PDF document".
  public let name: String
  /// Extensions without the dot, in lower case, the preferred one first.
  public let extensions: [String]
  /// Media types, the preferred one first.
  public let mediaTypes: [String]
  /// Byte patterns, for what libmagic does not know.
  public let magic: [MagicPattern]
  /// The types that this one is a kind of.
  public let conformsTo: [TypeIdentifier]

  /// A type from its parts.
  public init(
    identifier: TypeIdentifier, name: String, extensions: [String] = [], mediaTypes: [String] = [],
    magic: [MagicPattern] = [], conformsTo: [TypeIdentifier] = [.data]
  ) {
    self.identifier = identifier
    self.name = name
    self.extensions = extensions
    self.mediaTypes = mediaTypes
    self.magic = magic
    self.conformsTo = conformsTo
  }
}

/// Bytes at a place of the content.
public struct MagicPattern: Hashable, Sendable, Codable {
  /// From the start of the content.
  public let offset: Int
  /// The bytes in hexadecimal.
  public let bytes: String

  /// A pattern from its parts.
  public init(offset: Int, bytes: String) {
    self.offset = offset
    self.bytes = bytes
  }
}
