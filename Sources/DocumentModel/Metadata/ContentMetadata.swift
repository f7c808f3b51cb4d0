/// The metadata that a document carries beside its pages: bounded, and as true as its author made it.
public struct ContentMetadata: Hashable, Sendable, Codable {
  /// A size of pages, and how many have it.
  public struct PageFormat: Hashable, Sendable, Codable {
    /// The size as shown, in page units.
    public let size: PageSize
    /// The pages of that size.
    public let count: Int

    /// A format from its parts.
    public init(size: PageSize, count: Int) {
      self.size = size
      self.count = count
    }
  }

  /// A file inside the document.
  public struct Attachment: Hashable, Sendable, Codable {
    /// Its name, in one line.
    public let name: String
    /// The author's words on it.
    public let description: String?
    /// Its length in bytes; nil where the document does not tell.
    public let size: Int?

    /// An attachment from its parts.
    public init(name: String, description: String?, size: Int?) {
      self.name = name
      self.description = description
      self.size = size
    }
  }

  /// A field to be filled in.
  public struct FormField: Hashable, Sendable, Codable {
    /// The kind of a field.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
      case button, text, choice, signature
    }

    /// Its name for programs.
    public let name: String
    /// Its kind.
    public let kind: Kind
    /// The text in the field; nil for an empty field and for other kinds.
    public let value: String?
    /// The page that it is on, from 1.
    public let page: Int

    /// A field from its parts.
    public init(name: String, kind: Kind, value: String?, page: Int) {
      self.name = name
      self.kind = kind
      self.value = value
      self.page = page
    }
  }

  /// A font that pages use.
  public struct Font: Hashable, Sendable, Codable {
    /// Its name.
    public let name: String
    /// Its format: "TrueType", "Type 1C".
    public let format: String
    /// Whether the document brings its letters along.
    public let isEmbedded: Bool

    /// A font from its parts.
    public init(name: String, format: String, isEmbedded: Bool) {
      self.name = name
      self.format = format
      self.isEmbedded = isEmbedded
    }
  }

  /// The camera's note on a picture (EXIF 2.32).
  public struct Camera: Hashable, Sendable, Codable {
    /// Values as the camera wrote them, by their names in EXIF: "Model", "FNumber", "DateTimeOriginal".
    public let values: [String: String]
    /// Where the picture was taken, in degrees north; nil where that was not noted.
    public let latitude: Double?
    /// The same in degrees east.
    public let longitude: Double?

    /// A note from its parts.
    public init(values: [String: String], latitude: Double?, longitude: Double?) {
      self.values = values
      self.latitude = latitude
      self.longitude = longitude
    }
  }

  /// Title, author, subject, keywords, creator, producer, created, modified and version, as far as they are there.
  ///
  /// Of a picture also its colours ("RGB", "Grey with transparency"), the depth of a sample in bits and the
  /// resolution in pixels per inch. Of a moving one the number of its frames and their duration in seconds. Of a
  /// message also from, to, cc, date and messageId.
  ///
  /// Dates are RFC 3339.
  public var fields: [String: String]
  /// The sizes of pages, the most frequent first.
  public var pageFormats: [PageFormat]
  /// Files inside, at most ``mostItems``.
  public var attachments: [Attachment]
  /// Fields to be filled in, at most ``mostItems``.
  public var formFields: [FormField]
  /// Fonts of the first ``mostScannedPages`` pages.
  public var fonts: [Font]
  /// The camera's note on a picture.
  public var camera: Camera?
  /// The addresses of pictures beside the document that its text shows, as they are written, at most ``mostPictures``.
  public var pictures: [String]

  /// The longest list.
  public static let mostItems = 1_000
  /// The pages that are looked through for fonts and fields.
  public static let mostScannedPages = 200
  /// The pictures that a text shows.
  public static let mostPictures = 32
  /// The longest text, in characters.
  public static let longestText = 2_000

  /// Metadata from its parts.
  public init(
    fields: [String: String] = [:], pageFormats: [PageFormat] = [], attachments: [Attachment] = [],
    formFields: [FormField] = [], fonts: [Font] = [], camera: Camera? = nil,
    pictures: [String] = []
  ) {
    self.fields = fields
    self.pageFormats = pageFormats
    self.attachments = attachments
    self.formFields = formFields
    self.fonts = fonts
    self.camera = camera
    self.pictures = pictures
  }

  /// The formats of listed pages, the most frequent first and of equals the earliest.
  public static func formats(of pages: [PageFacts]) -> [PageFormat] {
    var counts: [PageSize: (count: Int, first: Int)] = [:]
    for page in pages { counts[page.size, default: (0, page.number)].count += 1 }
    return counts.sorted { ($1.value.count, $0.value.first) < ($0.value.count, $1.value.first) }
      .prefix(20).map { PageFormat(size: $0.key, count: $0.value.count) }
  }
}
