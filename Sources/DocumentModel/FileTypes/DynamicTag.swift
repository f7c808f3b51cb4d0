/// An undeclared tag; it still names a type, so that unknown files can be told apart.
///
/// The identifier is `dyn.a` and the tag in Crockford's base 32, most significant bits first. The encoded tag is the
/// letter `e` and the extension, or `m` and the media type. Equal tags give equal identifiers for ever, and the tag can
/// be read back from the identifier alone.
public enum DynamicTag: Hashable, Sendable {
  /// An extension without the dot.
  case fileExtension(String)
  /// A media type without parameters.
  case mediaType(String)

  /// The longest tag in bytes; a longer one would not fit into an identifier.
  public static let maximumBytes = 128

  var text: String {
    switch self {
    case .fileExtension(let text): "e\(text)"
    case .mediaType(let text): "m\(text)"
    }
  }

  /// The tag in its compared form: lower case, normalisation form C.
  var normal: DynamicTag {
    switch self {
    case .fileExtension(let text): .fileExtension(text.lowercased().composed)
    case .mediaType(let text): .mediaType(text.lowercased())
    }
  }

  init?(text: String) {
    let rest = String(text.dropFirst())
    switch text.first {
    case "e" where !rest.isEmpty: self = .fileExtension(rest)
    case "m" where !rest.isEmpty: self = .mediaType(rest)
    default: return nil
    }
  }
}

extension TypeIdentifier {
  private static let dynamicPrefix = "dyn.a"

  /// The identifier of a tag that no type declares; nil for an empty tag, one with control characters,
  /// and one longer than ``DynamicTag/maximumBytes``.
  public init?(dynamic tag: DynamicTag) {
    let text = tag.normal.text
    guard (2...DynamicTag.maximumBytes + 1).contains(text.utf8.count) else { return nil }
    guard !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      return nil
    }
    self.init(known: Self.dynamicPrefix + Base32.encode(Array(text.utf8)))
  }

  /// The tag that a dynamic identifier was made from; nil for every other identifier.
  public var dynamicTag: DynamicTag? {
    guard description.hasPrefix(Self.dynamicPrefix) else { return nil }
    let letters = description.dropFirst(Self.dynamicPrefix.count)
    guard let bytes = Base32.decode(letters), let text = String(validating: bytes, as: UTF8.self),
      let tag = DynamicTag(text: text), Self(dynamic: tag) == self
    else { return nil }
    return tag
  }
}
