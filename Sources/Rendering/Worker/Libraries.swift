import CDrawing
import DocumentModel
import Glibc
import LinuxSystem

/// The libraries, started before the sandbox closes, and the files that they keep open.
final class Libraries {
  /// Detects media types; nil without libmagic's database.
  let sniffer: ContentSniffer?
  let renderers: [String]

  /// Kept open because poppler frees its tables with its last document.
  private let sample: PDFDocument?
  private let converters: [OpaquePointer?]

  /// Starts the libraries; a library that fails is missing in ``renderers``.
  init() {
    Self.silenceMessages()
    Self.readLocale()
    let hasImages = ImageLibrary.start()
    MailLibrary.start()
    // The decoders in vips's modules measure the processor for milliseconds, in which other libraries open their files.
    (sniffer, sample) = PosixThread.run(
      name: "modules", { if hasImages { ImageLibrary.addModules() } },
      beside: { (ContentSniffer(), SamplePDF.open()) })
    // iconv loads its tables from files of code: titles are in UTF-16, and passwords in Latin-1.
    converters = [("UTF-8", "UTF-16BE"), ("UTF-8", "UTF-16LE"), ("UTF-8", "UTF-16"), ("ISO-8859-1", "UTF-8")]
      .map {
        (target: String, source: String) in g_iconv_open(target, source)
      }
    renderers = [PDFDocument.renderer, Typesetter.renderer] + (hasImages ? [ImageLibrary.renderer] : [])
  }

  /// Draws a word, so that fontconfig is loaded before the first document.
  func warmUp() {
    _ = try? sample?.draw(RenderRequest(page: 1, size: .scale(1)))
  }

  /// Reads the locale and the time zone, which are files: libarchive needs both for paths and dates.
  static func readLocale() {
    setlocale(LC_CTYPE, "C.UTF-8")
    tzset()
  }

  private static func silenceMessages() {
    g_log_set_default_handler({ _, _, _, _ in }, nil)
    g_log_set_writer_func({ _, _, _, _ in G_LOG_WRITER_HANDLED }, nil, nil)
  }
}

/// A small page with a word in a font that is not embedded.
enum SamplePDF {
  private static let text = """
    %PDF-1.4
    1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
    2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
    3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>> endobj
    4 0 obj <</Length 34>> stream
    BT /F 12 Tf 9 30 Td (Sheaf) Tj ET
    endstream endobj
    5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj
    trailer <</Root 1 0 R/Size 6>>
    """

  /// Nil when the page cannot be opened.
  static func open() -> PDFDocument? {
    guard let file = try? MemoryFile.create(name: "sample"), (try? file.append(text.utf8)) != nil else {
      return nil
    }
    return try? PDFDocument(file, password: nil)
  }
}
