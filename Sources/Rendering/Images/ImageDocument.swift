import CVips
import DocumentModel
import LinuxSystem

/// An image opened by libvips: one page, or as many as a TIFF has.
///
/// Page units are pixels of the upright image. Used by one thread.
final class ImageDocument: OpenedDocument {
  /// TIFF pages behind this one are counted, and taken to be as large as the first: finding one means walking
  /// through all before it.
  private static let maximumMeasuredPages = 500
  /// vips counts no further on one side.
  private static let maximumScaledSide = 10_000_000.0

  private let contents: ContentBytes
  private let family: ImageFamily
  private let pageCount: Int
  private let firstSize: PageSize
  private var measured: [Int: PageSize] = [:]

  /// Opens the image behind `content`.
  ///
  /// Reads its header only. Throws `.damaged` for what no allowed loader takes, `.documentTooLarge` for more pixels than
  /// are ever decoded.
  init(_ content: Descriptor) throws(DocumentError) {
    contents = try ContentBytes(content)
    family = try Self.family(of: contents)
    let first = try VipsPicture.open(contents, options: "")
    firstSize = try Self.size(of: first, family)
    pageCount = family.hasPages ? first.pageCount : 1
  }

  /// Whether it is most likely a photograph.
  var isPhotograph: Bool { family.isPhotograph }

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
    let listed = min(pageCount, DocumentFacts.maximumListedPages)
    let pages = (1...listed).map { number in
      PageFacts(number: number, size: (try? size(ofPage: number)) ?? firstSize, label: String(number))
    }
    return DocumentFacts(
      pageCount: pageCount, pages: pages, outline: [], title: nil, renderer: ImageLibrary.renderer)
  }

  func size(ofPage number: Int) throws(DocumentError) -> PageSize {
    guard (1...pageCount).contains(number) else {
      throw DocumentError(.notFound, "the document has no page \(number), only \(pageCount)")
    }
    if number == 1 || number > Self.maximumMeasuredPages { return firstSize }
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
    let picture = try VipsPicture.thumbnail(
      contents, options: options(forPage: number), width: max(window.width, Int(width)),
      height: max(window.height, Int(height)))
    return try Self.cut(window, from: picture).pixels()
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
