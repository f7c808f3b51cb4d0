import CVips
import DocumentModel

extension ImageDocument {
  func metadata() throws(DocumentError) -> ContentMetadata {
    let header = try header()
    let exif = ExifValues(header)
    var fields = motion(of: header)
    for (name, source) in [("title", "ImageDescription"), ("author", "Artist"), ("creator", "Software")] {
      fields[name] = exif.texts[source]
    }
    fields["created"] = (exif.texts["DateTimeOriginal"] ?? exif.texts["DateTime"]).map(ExifValues.date)
    if hasFrames, header.pageCount > 1 { fields["frames"] = String(header.pageCount) }
    return ContentMetadata(
      fields: fields, pageFormats: ContentMetadata.formats(of: facts().pages),
      camera: exif.texts.isEmpty
        ? nil
        : ContentMetadata.Camera(values: exif.texts, latitude: exif.latitude, longitude: exif.longitude))
  }

  /// The number of frames of a moving picture, and their time in seconds where the file names it.
  private func motion(of header: VipsPicture) -> [String: String] {
    guard family.hasFrames, header.pageCount > 1 else { return [:] }
    let frames = ["frames": String(header.pageCount)]
    return header.duration > 0 ? frames.merging(["duration": String(header.duration)]) { $1 } : frames
  }
}

/// The EXIF values of an image (EXIF 2.32), as libexif writes them.
struct ExifValues {
  /// The values by name; numbers with their units: "1/125 sec.".
  private(set) var texts: [String: String] = [:]

  /// Values that are long, binary, or about the file's own layout.
  private static let leftOut: Set<String> = [
    "MakerNote", "UserComment", "JPEGInterchangeFormat", "JPEGInterchangeFormatLength", "PrintImageMatching",
    "InteroperabilityIndex", "InteroperabilityVersion", "ComponentsConfiguration", "Padding", "CFAPattern",
  ]
  /// With which LibRaw signs the values that it adds to the preview of a raw image.
  private static let signature = "dcraw v"
  private static let mostValues = 80
  private static let longestValue = 200

  init(_ picture: VipsPicture) {
    for (name, written) in picture.exif where texts.count < Self.mostValues && !Self.leftOut.contains(name) {
      guard let text = Self.text(written).flatMap({ PDFDocument.caption($0, limit: Self.longestValue) }),
        !text.hasPrefix(Self.signature)
      else {
        continue
      }
      texts[name] = text
    }
  }

  /// The readable part of "value (value in words, type, n components, m bytes)"; nil for what has another form.
  ///
  /// A text stands there twice, and may have parentheses itself.
  static func text(_ written: String) -> String? {
    let parts = written.components(dividedBy: ", ")
    guard parts.count >= 4, parts[parts.count - 1].hasSuffix(" bytes)") else { return nil }
    let type = parts[parts.count - 3]
    let both = parts.dropLast(3).joined(separator: ", ")
    if type == "ASCII" {
      let length = (both.count - 2) / 2
      return String(both.prefix(max(0, length)))
    }
    let halves = both.split(separator: " (", maxSplits: 1, omittingEmptySubsequences: false)
    return halves.count == 2 ? String(halves[1]) : nil
  }

  /// "2026:11:26 12:00:00" as "2026-11-26T12:00:00": cameras know no time zone.
  ///
  /// Any other text stays as it is.
  static func date(_ text: String) -> String {
    let parts = text.split(separator: " ")
    guard parts.count == 2, parts[0].split(separator: ":").count == 3 else { return text }
    return "\(parts[0].replacing(":", with: "-"))T\(parts[1])"
  }

  /// In degrees north; nil where the picture has none.
  var latitude: Double? { degrees("GPSLatitude", reference: "GPSLatitudeRef", negative: "S", most: 90) }

  /// In degrees east; nil where the picture has none.
  var longitude: Double? { degrees("GPSLongitude", reference: "GPSLongitudeRef", negative: "W", most: 180) }

  /// Degrees, minutes and seconds as one number.
  private func degrees(_ name: String, reference: String, negative: String, most: Double) -> Double? {
    let numbers =
      texts[name]?.split(separator: ",").compactMap { part in
        Double(part.drop(while: \.isWhitespace))
      } ?? []
    guard numbers.count == 3, let side = texts[reference] else { return nil }
    let degrees = numbers[0] + numbers[1] / 60 + numbers[2] / 3_600
    guard degrees.isFinite, (0...most).contains(degrees) else { return nil }
    return side.hasPrefix(negative) ? -degrees : degrees
  }
}

extension String {
  fileprivate func components(dividedBy separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
