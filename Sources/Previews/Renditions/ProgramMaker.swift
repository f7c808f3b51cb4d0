import DocumentModel
import LinuxSystem

/// A maker of renditions that runs a program for each document.
///
/// ```swift
/// let makers: [any RenditionMaker] = ProgramMaker.all(in: jail)
/// ```
struct ProgramMaker: RenditionMaker {
  let kind: ConverterKind
  let width = 2
  /// The absolute path of the program.
  private let program: String
  /// Its arguments for a document's path.
  private let arguments: @Sendable (_ path: String) -> [String]
  private let jail: Jail
  private let limits: Jail.Limits

  private init(
    _ kind: ConverterKind, _ program: String, in jail: Jail, _ limits: Jail.Limits,
    _ arguments: @escaping @Sendable (String) -> [String]
  ) {
    self.kind = kind
    self.program = program
    self.jail = jail
    self.limits = limits
    self.arguments = arguments
  }

  var version: String? { jail.stamp(of: [program]) }

  func pdf(
    of content: any ReadableContent, fileExtension: String
  ) async throws(DocumentError) -> any ReadableContent {
    let made = try await jail.run(
      { [program] path in [program] + arguments(path) }, on: content, fileExtension: fileExtension,
      limits: limits)
    return try PDFCheck.checked(made)
  }

  /// The makers that run one program for each document.
  static func all(in jail: Jail, limits: Jail.Limits = Jail.Limits()) -> [ProgramMaker] {
    [
      // A page of the size of a paperback, which a tablet shows whole.
      ProgramMaker(.book, "/usr/bin/mutool", in: jail, limits) {
        ["convert", "-F", "pdf", "-W", "420", "-H", "595", "-S", "11", "-o", Jail.result, $0]
      },
      ProgramMaker(.djvu, "/usr/bin/ddjvu", in: jail, limits) {
        ["-format=pdf", "-quality=85", $0, Jail.result]
      },
      ProgramMaker(.postscript, "/usr/bin/gs", in: jail, limits) {
        [
          "-dSAFER", "-dBATCH", "-dNOPAUSE", "-q", "-sDEVICE=pdfwrite", "-dEPSCrop",
          "-sOutputFile=\(Jail.result)", $0,
        ]
      },
      ProgramMaker(.webPage, "/usr/bin/weasyprint", in: jail, limits) {
        ["--quiet", "--presentational-hints", $0, Jail.result]
      },
    ]
  }
}

/// Whether a converter made a PDF.
enum PDFCheck {
  /// The content when it begins as a PDF; a reader of PDFs finds out the rest.
  static func checked(_ made: OpenContent) throws(DocumentError) -> OpenContent {
    guard let head = try? made.source.read(5), head == Array("%PDF-".utf8) else {
      throw DocumentError(.damaged, "the converter made nothing of the document")
    }
    return made
  }
}

/// Names the present version of programs by their files.
enum FileStamp {
  /// Size and time of each file; nil when one is missing.
  static func of(_ paths: [String]) -> String? {
    var stamps: [String] = []
    for path in paths {
      guard let status = try? Descriptor.open(path, flags: pathOnly).status() else { return nil }
      stamps.append("\(status.size)-\(status.modified)")
    }
    return stamps.joined(separator: " ")
  }

  /// `O_PATH` (`open(2)`), which Glibc hides without _GNU_SOURCE: the file need not be readable.
  private static let pathOnly: CInt = 0o10000000
}
