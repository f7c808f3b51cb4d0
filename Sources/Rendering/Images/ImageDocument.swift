import CRaw
import CVips
import DocumentModel
import Glibc
import LinuxSystem

/// An image opened by libvips: one page, or the pages of a TIFF.
///
/// Page units are pixels of the upright image. Used by one thread.
final class ImageDocument: OpenedDocument {
  /// vips's limit for one side, in pixels.
  private static let maximumScaledSide = 10_000_000.0

  private let contents: ContentBytes
  let family: ImageFamily
  private let pageCount: Int
  private let firstSize: PageSize
  private var measured: [Int: PageSize] = [:]
  /// Two, for a viewer that still fetches tiles of one scale while it begins with the next.
  private var readers = RecentlyUsed<Scaled, RowReader>(maximumCount: 2, maximumWeight: .max)
  private(set) var decodings = 0

  private struct Scaled: Hashable {
    let page: Int
    let width: Int
    let height: Int
  }

  /// Opens the image behind `content`; of an icon the largest.
  ///
  /// Throws as ``init(_:)-(ContentBytes)``, and as ``ContentBytes``.
  convenience init(_ content: Descriptor) throws(DocumentError) {
    try self.init(IconFile.picture(in: ContentBytes(content)))
  }

  /// Opens the image that `contents` are.
  ///
  /// Reads its header only. Throws `.damaged` for a file that no allowed loader opens, `.documentTooLarge` for more
  /// pixels than the limit.
  init(_ contents: ContentBytes) throws(DocumentError) {
    self.contents = contents
    family = try Self.family(of: contents)
    let first = try VipsPicture.open(contents, options: "")
    firstSize = try Self.size(of: first, family)
    pageCount = family.hasPages ? first.pageCount : 1
  }

  var isPhotograph: Bool { family.isPhotograph }
  var hasFrames: Bool { family.hasFrames }

  private static func family(of contents: ContentBytes) throws(DocumentError) -> ImageFamily {
    let loader = cvips_loader(contents.bytes.baseAddress, contents.bytes.count)
    guard let loader, let family = ImageFamily(loader: String(cString: loader)) else {
      _ = ImageLibrary.takeError()
      throw DocumentError(.damaged, "the image is damaged or of a kind that cannot be shown")
    }
    return family
  }

  private static func size(of picture: VipsPicture, _ family: ImageFamily) throws(DocumentError) -> PageSize {
    let limit = family.maximumPixels(isInterlaced: picture.isInterlaced)
    let (pixels, isOverflow) = picture.width.multipliedReportingOverflow(by: picture.height)
    guard !isOverflow, pixels > 0, pixels <= limit else {
      throw DocumentError(
        .documentTooLarge,
        "the image has \(picture.width) × \(picture.height) pixels, and \(limit) are the most")
    }
    let sides = picture.isTurned ? (picture.height, picture.width) : (picture.width, picture.height)
    return PageSize(width: Double(sides.0), height: Double(sides.1))
  }

  func facts() -> DocumentFacts {
    let pages = listedSizes().enumerated().map { index, size in
      PageFacts(number: index + 1, size: size, label: String(index + 1))
    }
    return DocumentFacts(
      pageCount: pageCount, pages: pages, outline: [], title: nil, renderer: ImageLibrary.renderer)
  }

  /// The sizes that the file's directories give; further pages are measured on require.
  private func listedSizes() -> [PageSize] {
    guard pageCount > 1, let directories = TIFFDirectories(contents.bytes) else { return [firstSize] }
    let listed = min(pageCount, DocumentFacts.maximumListedPages)
    return [firstSize] + directories.sizes(limit: listed).dropFirst()
  }

  /// The first image's header.
  private func header() throws(DocumentError) -> VipsPicture { try VipsPicture.open(contents, options: "") }

  func facts(ofPage number: Int) throws(DocumentError) -> PageFacts {
    PageFacts(number: number, size: try size(ofPage: number), label: String(number))
  }

  func size(ofPage number: Int) throws(DocumentError) -> PageSize {
    guard (1...pageCount).contains(number) else {
      throw DocumentError(.notFound, "the document has no page \(number), only \(pageCount)")
    }
    if number == 1 { return firstSize }
    if let size = measured[number] { return size }
    let size = try Self.size(of: VipsPicture.open(contents, options: options(forPage: number)), family)
    measured[number] = size
    return size
  }

  func text(ofPage number: Int) throws(DocumentError) -> PageText {
    _ = try size(ofPage: number)
    return PageText(words: [], links: [])
  }

  func draw(page number: Int, _ window: PageWindow) throws(DocumentError) -> PixelBuffer {
    _ = try size(ofPage: number)
    let width = window.pageWidth.rounded(.up)
    let height = window.pageHeight.rounded(.up)
    guard max(width, height) <= Self.maximumScaledSide else {
      throw DocumentError(.tooLarge, "the image cannot be enlarged that much")
    }
    let scaled = Scaled(
      page: number, width: max(window.width, Int(width)), height: max(window.height, Int(height)))
    if window.width == scaled.width, let top = Int(exactly: window.y.rounded()), top >= 0 {
      return try rows(of: scaled, from: min(top, scaled.height - window.height), count: window.height)
    }
    return try Self.cut(window, from: decoded(scaled)).pixels()
  }

  func isReadDownward(page number: Int, _ window: PageWindow) -> Bool {
    // Enlarging costs more than decoding, and the rows of an enlarged image may be far longer than the visible part.
    (try? size(ofPage: number)).map { window.pageWidth <= $0.width } ?? false
  }

  func rest() {
    readers.removeAll()
  }

  private func decoded(_ scaled: Scaled) throws(DocumentError) -> VipsPicture {
    decodings += 1
    return try VipsPicture.thumbnail(
      contents, options: options(forPage: scaled.page), width: scaled.width, height: scaled.height)
  }

  /// Reads whole rows: on from the last ones, or from the beginning when these lie above.
  private func rows(of scaled: Scaled, from top: Int, count: Int) throws(DocumentError) -> PixelBuffer {
    let reader: RowReader
    if let open = readers.use(scaled), open.position <= top {
      reader = open
    } else {
      reader = try RowReader(decoded(scaled), of: contents)
    }
    // The reader is kept only if it succeeds and has rows left.
    readers.remove(scaled)
    let pixels = try reader.pixels(from: top, count: count)
    if reader.position < reader.height { readers.insert(reader, for: scaled, weight: 1) }
    return pixels
  }

  private static func cut(_ window: PageWindow, from whole: VipsPicture) throws(DocumentError) -> VipsPicture
  {
    if whole.width == window.width, whole.height == window.height { return whole }
    let left = min(Int(window.x.rounded()), whole.width - window.width)
    let top = min(Int(window.y.rounded()), whole.height - window.height)
    return try whole.cropped(left: left, top: top, width: window.width, height: window.height)
  }

  private func options(forPage number: Int) -> String {
    family.hasPages ? "[page=\(number - 1)]" : ""
  }
}

// MARK: - Metadata

extension ImageDocument {
  func metadata() throws(DocumentError) -> ContentMetadata {
    let header = try header()
    let exif = ExifValues(header)
    let chunks = family == .png ? PNGChunks(contents.bytes) : nil
    var fields = motion(
      frames: chunks?.frames ?? (hasFrames ? header.pageCount : 1),
      seconds: chunks?.seconds ?? header.duration)
    let stored = family == .pixbuf ? StoredColours(contents.bytes) : nil
    fields["colours"] = chunks?.hasPalette == true ? "Palette" : stored?.words ?? header.colours
    fields["depth"] = String(chunks?.depth ?? stored?.depth ?? header.depth)
    if chunks?.hasResolution != false { fields["resolution"] = header.resolution.map(Self.words) }
    for (name, source) in [("title", "ImageDescription"), ("author", "Artist"), ("creator", "Software")] {
      fields[name] = exif.texts[source]
    }
    fields["created"] = (exif.texts["DateTimeOriginal"] ?? exif.texts["DateTime"]).map(ExifValues.date)
    return ContentMetadata(
      fields: fields, pageFormats: ContentMetadata.formats(of: facts().pages),
      camera: exif.texts.isEmpty
        ? nil
        : ContentMetadata.Camera(values: exif.texts, latitude: exif.latitude, longitude: exif.longitude))
  }

  private static func words(_ resolution: (across: Double, down: Double)) -> String {
    let (across, down) = (Int(resolution.across.rounded()), Int(resolution.down.rounded()))
    return across == down ? String(across) : "\(across) × \(down)"
  }

  /// The number of frames of a moving picture, and their time in seconds where the file names it.
  private func motion(frames: Int, seconds: Double) -> [String: String] {
    guard frames > 1 else { return [:] }
    let fields = ["frames": String(frames)]
    return seconds > 0 ? fields.merging(["duration": String(seconds)]) { $1 } : fields
  }
}

/// The colours that a file states of which gdk-pixbuf is the decoder: it makes RGB with transparency of all.
struct StoredColours {
  /// In words, as those of other pictures.
  let words: String
  /// The bits of a sample where they differ from those that are decoded.
  private(set) var depth: Int?

  /// Of a portable anymap ("P1" to "P6"), a BMP, a Targa, an icon or a cursor.
  init(_ bytes: UnsafeRawBufferPointer) {
    let start = Array(bytes.prefix(32))
    let hasTransparency: Bool
    switch start.first {
    case UInt8(ascii: "P") where start.count > 1 && (UInt8(ascii: "1")...UInt8(ascii: "6")) ~= start[1]:
      let kind = Int(start[1] - UInt8(ascii: "1")) % 3
      (words, depth) = (["Black and white", "Grey", "RGB"][kind], kind == 0 ? 1 : nil)
      return
    // Without a mask for it (BI_BITFIELDS), the fourth byte of a BMP's pixel means nothing.
    case UInt8(ascii: "B"): hasTransparency = start.count > 30 && start[28] == 32 && start[30] == 3
    case 0 where start.starts(with: [0, 0, 1]) || start.starts(with: [0, 0, 2, 0]): hasTransparency = true
    default: hasTransparency = start.count > 16 && start[16] == 32
    }
    words = hasTransparency ? "RGB with transparency" : "RGB"
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

/// The preview in a raw image of a camera, found by LibRaw.
///
/// A raw image has no colours until it is developed, which takes seconds. Cameras put a developed picture beside it.
enum CameraRaw {
  /// The preview, whose EXIF says how the camera was held; `contents` themselves when they are no raw image.
  ///
  /// Throws `.notShowable` for a raw image without a preview, `.damaged` and `.renderMemory`.
  static func preview(of contents: ContentBytes) throws(DocumentError) -> ContentBytes {
    var (jpeg, count): (UnsafeMutableRawPointer?, Int) = (nil, 0)
    let found = craw_find_preview(contents.bytes.baseAddress, contents.bytes.count, &jpeg, &count)
    defer { free(jpeg) }
    switch found {
    case craw_no_raw: return contents
    case craw_preview: return try ContentBytes(copying: UnsafeRawBufferPointer(start: jpeg, count: count))
    case craw_no_preview: throw DocumentError(.notShowable, "the raw image has no preview in it")
    case craw_no_memory: throw DocumentError(.renderMemory, "there is not enough memory for the raw image")
    default: throw DocumentError(.damaged, "the raw image is damaged")
    }
  }
}
