import CPoppler
import DocumentModel
import Glibc
import LinuxSystem

/// The libraries, started before the sandbox closes, with what they keep open.
final class Libraries {
  /// Says what contents are; nil without libmagic's database.
  let sniffer: ContentSniffer?
  /// What draws, and in which versions.
  let renderers: [String]

  /// Kept open for its own sake: poppler throws its tables away with its last document.
  private let sample: PDFDocument?
  private let converters: [OpaquePointer?]

  /// Starts everything.
  ///
  /// What cannot be started is left out of ``renderers``.
  init() {
    Self.silenceMessages()
    let hasImages = ImageLibrary.start()
    sniffer = ContentSniffer()
    sample = SamplePDF.open()
    // Titles come in UTF-16 and passwords go in Latin-1, both through iconv, which keeps its tables in files of
    // code.
    converters = [("UTF-8", "UTF-16BE"), ("UTF-8", "UTF-16LE"), ("UTF-8", "UTF-16"), ("ISO-8859-1", "UTF-8")]
      .map {
        (target: String, source: String) in g_iconv_open(target, source)
      }
    renderers = [PDFDocument.renderer] + (hasImages ? [ImageLibrary.renderer] : [])
  }

  /// Draws a word, so that the first document does not wait for fontconfig.
  func warmUp() {
    _ = try? sample?.draw(RenderRequest(page: 1, size: .scale(1)))
  }

  private static func silenceMessages() {
    g_log_set_default_handler({ _, _, _, _ in }, nil)
    g_log_set_writer_func({ _, _, _, _ in G_LOG_WRITER_HANDLED }, nil, nil)
  }
}
