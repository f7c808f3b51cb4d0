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

  /// The program's name.
  public var program: String {
    switch self {
    case .office: "LibreOffice"
    case .book: "MuPDF"
    case .djvu: "DjVuLibre"
    case .postscript: "Ghostscript"
    case .webPage: "WeasyPrint"
    case .picture, .media: "FFmpeg"
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
    }
  }

  /// The library of the worker that draws the files that the program makes.
  public var renderer: RendererKind { self == .picture ? .image : .pdf }
}

extension FileTypeRegistry {
  /// The pages of a type, by the part that makes them.
  public enum PageSource: Hashable, Sendable {
    /// A library of the worker draws them.
    case renderer(RendererKind)
    /// A program makes a file of the document that the worker draws.
    case converter(ConverterKind)
  }

  /// The converter for documents of the type, whether it is there or not; nil where something nearer shows them.
  public func converter(for type: TypeIdentifier) -> ConverterKind? {
    let ancestors = ancestors(of: type)
    guard let converter = converters.nearest(ancestors: ancestors) else { return nil }
    let nearer = [
      renderers.nearest(ancestors: ancestors)?.steps, previews.nearest(ancestors: ancestors)?.steps,
    ]
    .compactMap(\.self).contains { $0 < converter.steps }
    return nearer ? nil : converter.value
  }

  /// The way to pages of the type; nil when there is none now.
  ///
  /// A converter goes before a library that is as near: a web page is shown as a page, and as code without its converter.
  public func pageSource(for type: TypeIdentifier) -> PageSource? {
    if let converter = converter(for: type), available.contains(converter) { return .converter(converter) }
    return renderer(for: type).map(PageSource.renderer)
  }

  /// The extension by which a converter knows documents of the type.
  public func converterExtension(for type: TypeIdentifier) -> String { preferredExtension(of: type) ?? "bin" }

  /// The converter without which documents of the type have no pages; nil when they have some, or none could help.
  public func missingConverter(for type: TypeIdentifier) -> ConverterKind? {
    pageSource(for: type) == nil ? converter(for: type) : nil
  }
}
