/// The name of a file type: `com.adobe.pdf`, `public.plain-text`, `org.sheaf.board`.
///
/// ASCII letters, digits, dots, hyphens, plus signs and underscores, at most 255 bytes. Compared without regard to case
/// and kept in lower case.
public struct TypeIdentifier: Hashable, Sendable, Codable, LosslessStringConvertible, Comparable {
  /// The identifier in lower case.
  public let description: String

  /// The identifier written as `text`, or nil when it can be none.
  public init?(_ text: some StringProtocol) {
    let legal = { (byte: UInt8) in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x2B, 0x5F: true
      default: false
      }
    }
    guard (1...255).contains(text.utf8.count), text.utf8.allSatisfy(legal) else { return nil }
    description = text.lowercased()
  }

  init(known text: String) {
    description = text
  }

  /// Any sequence of bytes; the type of unknown content.
  public static let data = TypeIdentifier(known: "public.data")
  /// Text for people, with or without markup.
  public static let text = TypeIdentifier(known: "public.text")
  /// XML of any kind.
  public static let xml = TypeIdentifier(known: "public.xml")
  /// JSON of any kind.
  public static let json = TypeIdentifier(known: "public.json")
  /// Certificates and keys in text.
  public static let pemText = TypeIdentifier(known: "public.pem-text")
  /// Text without markup.
  public static let plainText = TypeIdentifier(known: "public.plain-text")
  /// Any picture.
  public static let image = TypeIdentifier(known: "public.image")
  /// Sound, film, or both.
  public static let audiovisual = TypeIdentifier(known: "public.audiovisual-content")
  /// Films, which may have sound.
  public static let movie = TypeIdentifier(known: "public.movie")
  /// Files packed into one.
  public static let archive = TypeIdentifier(known: "public.archive")
  /// A folder that is a document.
  public static let package = TypeIdentifier(known: "com.apple.package")
  /// Portable Document Format (ISO 32000).
  public static let pdf = TypeIdentifier(known: "com.adobe.pdf")
  /// Tables with formulas.
  public static let spreadsheet = TypeIdentifier(known: "public.spreadsheet")
  /// Slides.
  public static let presentation = TypeIdentifier(known: "public.presentation")
  /// Scalable Vector Graphics.
  public static let svg = TypeIdentifier(known: "public.svg-image")
  /// Sheaf's own board.
  public static let board = TypeIdentifier(known: "org.sheaf.board")

  /// Orders identifiers by their text.
  public static func < (left: TypeIdentifier, right: TypeIdentifier) -> Bool {
    left.description < right.description
  }

  /// Reads the identifier from its text.
  ///
  /// Throws `DecodingError` for text that can be none.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let identifier = Self(text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "\"\(text)\" is no type identifier"))
    }
    self = identifier
  }

  /// Writes the identifier as its text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
