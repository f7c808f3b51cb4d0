/// A program outside that makes a PDF or a PNG of documents that no library of the worker opens.
public enum ConverterKind: String, Hashable, Sendable, Codable, CaseIterable {
  /// LibreOffice: text documents, spreadsheets, presentations and drawings.
  case office
  /// MuPDF: books, comics and XPS.
  case book
  /// DjVuLibre: scans.
  case djvu
  /// Ghostscript.
  case postscript
  /// WeasyPrint, which has no scripts.
  case webPage = "web-page"
  /// FFmpeg: pictures, of which it makes PNGs.
  case picture
  /// FFmpeg: frames, waveforms and subtitles of sound and film, which have no pages.
  case media
  /// Tesseract: the words of scans, whose pages other kinds draw.
  case recognition

  /// The program's name.
  public var program: String {
    switch self {
    case .office: "LibreOffice"
    case .book: "MuPDF"
    case .djvu: "DjVuLibre"
    case .postscript: "Ghostscript"
    case .webPage: "WeasyPrint"
    case .picture, .media: "FFmpeg"
    case .recognition: "Tesseract"
    }
  }

  /// The refusal of a document while the program is not there, with the line that brings it.
  public var missing: DocumentError {
    DocumentError(.converterMissing, "\(subject) need \(program): run `make extras` on the server")
  }

  private var subject: String {
    switch self {
    case .office: "Office documents"
    case .book: "Books of this format"
    case .djvu: "DjVu documents"
    case .postscript: "PostScript documents"
    case .webPage: "Web pages"
    case .picture: "Pictures of this format"
    case .media: "Frames of films"
    case .recognition: "The words of scans"
    }
  }

  /// The library of the worker that draws the files that the program makes.
  public var renderer: RendererKind { self == .picture ? .image : .pdf }
}
