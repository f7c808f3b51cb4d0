public import DocumentModel
public import Logging

/// The programs beside the worker that make PDFs, or PNGs, of documents.
///
/// ``look()`` finds which of them are there, at the start and again and again, so that one that is installed later is found.
public struct Converters: Sendable {
  /// One maker for each kind but that of sound and film.
  public let makers: [any RenditionMaker]
  /// The reader of sound and film; nil where none could work.
  public let media: (any MediaReader)?
  /// The reader of words in scans; nil where none could work.
  public let recognizer: (any TextRecognizer)?
  private let reader: TesseractReader?
  private let programs: [InstalledProgram]
  private let office: OfficeMaker?

  /// The converters of this machine, in Debian's places, not looked at yet.
  public init(log: Logger) {
    guard let program = WorkerProgram.besideThisProgram(named: "sheaf-converter")?.path else {
      log.warning(
        "sheaf-converter was not found beside sheaf; Office documents, books and web pages are not shown")
      (makers, media, recognizer, reader, programs, office) = ([], nil, nil, nil, [], nil)
      return
    }
    let jail = Jail(bubblewrap: "/usr/bin/bwrap", converter: program)
    let office = OfficeMaker(
      in: jail, folder: "/usr/lib/libreoffice/program", limits: Jail.Limits(), log: log)
    let scans = ScanMaker(in: jail)
    let others = ProgramMaker.all(in: jail)
    let media = MediaProgram(in: jail, limits: Jail.Limits())
    let reader = TesseractReader(in: jail)
    (recognizer, self.reader) = (reader, reader)
    makers = [office, scans] + others
    self.media = media
    self.office = office
    programs =
      [office.installed, media.installed, scans.installed, reader.installed] + others.map(\.installed)
  }

  /// Looks at the disk and returns the kinds whose programs are there; blocks, and ends programs that rest for long.
  public func look() -> Set<ConverterKind> {
    office?.endIdle()
    reader?.look()
    for program in programs where program !== reader?.installed { program.look() }
    return Set(programs.filter { $0.version != nil }.map(\.kind))
  }

  /// A content as the file that a converter makes of it, for the library ``ConverterKind/renderer`` of the worker.
  ///
  /// Throws as ``RenditionMaker/rendition(of:fileExtension:)``, and `.converterMissing`.
  public func rendition(
    of content: any ReadableContent, by kind: ConverterKind, fileExtension: String
  ) async throws(DocumentError) -> any ReadableContent {
    guard let maker = makers.first(where: { $0.kind == kind }) else { throw kind.missing }
    return try await maker.rendition(of: content, fileExtension: fileExtension)
  }
}
