import DocumentModel
import LinuxSystem
import Synchronization

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
  /// Its arguments for a document and its path.
  private let arguments: @Sendable (_ content: any ReadableContent, _ path: String) -> [String]
  private var jail: Jail
  private let limits: Jail.Limits
  let installed: InstalledProgram
  /// Tells results of one script from those of another.
  private let form: String
  /// The bytes at the start of a document of which the leading pages are made first; nil where a part cannot be read.
  private let startBytes: Int64?

  private init(
    _ kind: ConverterKind, _ program: String, needing files: [String] = [], script: [UInt8] = [],
    in jail: Jail, _ limits: Jail.Limits, startBytes: Int64? = nil,
    _ arguments: @escaping @Sendable (any ReadableContent, String) -> [String]
  ) {
    self.kind = kind
    self.program = program
    self.jail = jail
    self.jail.standardInput = script
    self.limits = limits
    form = script.isEmpty ? "" : " " + SHA256.hash(script).prefix(8).map { String($0, radix: 16) }.joined()
    self.startBytes = startBytes
    self.arguments = arguments
    installed = InstalledProgram(kind, files: [program] + files, in: jail)
  }

  var version: String? { installed.version.map { $0 + form } }

  func rendition(
    of content: any ReadableContent, fileExtension: String, leading: @escaping Leading
  ) async throws(DocumentError) -> any ReadableContent {
    var limits = limits
    if let start = start(of: content) {
      let begun = ContinuousClock.now
      if let pages = try? await made(of: start, fileExtension, limits) { leading(pages) }
      limits.wall -= begun.duration(to: .now)
    }
    return try await made(of: content, fileExtension, limits)
  }

  /// The start of a content that is much longer than ``startBytes``; nil for the rest.
  private func start(of content: any ReadableContent) -> OpenContent? {
    guard let startBytes, content.size > 4 * startBytes, let copy = try? MemoryFile.create(name: "start"),
      (try? Descriptor(duplicating: content.descriptor).copy(startBytes, to: copy)) != nil
    else { return nil }
    return try? Jail.sealed(copy)
  }

  private func made(
    of content: any ReadableContent, _ fileExtension: String, _ limits: Jail.Limits
  ) async throws(DocumentError) -> OpenContent {
    let made = try await jail.run(
      { [program] path in [program] + arguments(content, path) }, on: content, fileExtension: fileExtension,
      limits: limits)
    return try RenditionCheck.checked(made, by: kind)
  }

  /// The makers that run one program for each document.
  static func all(in jail: Jail, limits: Jail.Limits = Jail.Limits()) -> [ProgramMaker] {
    [
      ProgramMaker(.book, "/usr/bin/mutool", script: PackageResources.book_js, in: jail, limits) {
        ["run", "/dev/stdin", $1, Jail.result]
      },
      ProgramMaker(.postscript, "/usr/bin/gs", in: jail, limits) {
        [
          "-dSAFER", "-dBATCH", "-dNOPAUSE", "-q", "-sDEVICE=pdfwrite", "-dEPSCrop",
          "-sOutputFile=\(Jail.result)", $1,
        ]
      },
      ProgramMaker(
        .webPage, "/usr/bin/python3", needing: ["/usr/bin/weasyprint"], script: PackageResources.web_page_py,
        in: jail, limits, startBytes: 32 << 10
      ) {
        ["-I", "/dev/stdin"] + WebPage.encoding(of: $0)
          + ["--quiet", "--presentational-hints", $1, Jail.result]
      },
      ProgramMaker(.picture, MediaProgram.ffmpeg, in: jail, limits) { MediaProgram.picture(at: $1) },
    ]
  }
}

/// The encoding of a web page, told by its bytes.
private enum WebPage {
  private static let sampleBytes = 1 << 20

  /// The option of WeasyPrint that names UTF-8, where a page is that and has more than ASCII.
  ///
  /// WeasyPrint takes a page that declares no encoding for windows-1252. Text in other encodings is hardly ever valid
  /// UTF-8, whatever the page declares.
  static func encoding(of page: any ReadableContent) -> [String] {
    guard var sample = try? Descriptor(duplicating: page.descriptor).read(sampleBytes)[...] else { return [] }
    // The last character may be cut.
    if Int64(sample.count) < page.size, let last = sample.lastIndex(where: { $0 & 0xC0 != 0x80 }) {
      sample = sample[..<last]
    }
    let isUTF8 = sample.contains { $0 >= 0x80 } && String(validating: sample, as: UTF8.self) != nil
    return isUTF8 ? ["--encoding", "utf-8"] : []
  }
}

/// Whether a converter made the file that it is for.
enum RenditionCheck {
  private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D]

  /// The content when it begins as a PDF, or a PNG of a picture; the worker finds out the rest.
  static func checked(_ made: OpenContent, by kind: ConverterKind) throws(DocumentError) -> OpenContent {
    let head = kind.renderer == .pdf ? Array("%PDF-".utf8) : png
    guard let bytes = try? made.source.read(head.count), bytes == head else {
      throw DocumentError(.damaged, "the converter made nothing of the document")
    }
    return made
  }
}

/// A program, and whether it is there as of the last look.
final class InstalledProgram: Sendable {
  let kind: ConverterKind
  private let files: [String]
  private let jail: Jail
  private let state = Mutex<String?>(nil)

  /// A program by the files without which it does not work, not looked at yet.
  init(_ kind: ConverterKind, files: [String], in jail: Jail) {
    (self.kind, self.files, self.jail) = (kind, files, jail)
  }

  /// Names the program's version; nil while it or a working jail is missing.
  var version: String? { state.withLock(\.self) }

  /// Looks at the disk; blocks.
  func look() {
    let stamps = ([jail.bubblewrap] + files).map(Self.stamp)
    let isThere = !stamps.contains(nil) && jail.works
    state.withLock { $0 = isThere ? stamps.compactMap(\.self).joined(separator: " ") : nil }
  }

  /// The size and time of a file; nil for one that is not there.
  private static func stamp(_ path: String) -> String? {
    guard let status = try? Descriptor.open(path, flags: pathOnly).status() else { return nil }
    return "\(status.size)-\(status.modified)"
  }

  /// `O_PATH` (`open(2)`), which Glibc hides without _GNU_SOURCE: the file need not be readable.
  private static let pathOnly: CInt = 0o10000000
}
