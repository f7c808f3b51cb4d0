import CVips
import DocumentModel
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
  func header() throws(DocumentError) -> VipsPicture { try VipsPicture.open(contents, options: "") }

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
