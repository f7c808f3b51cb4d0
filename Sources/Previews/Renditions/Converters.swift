public import DocumentModel
import Glibc
public import Logging

/// The programs beside the worker that make PDFs of documents.
///
/// Which of them are there is looked up anew each time, so that one that is installed later is found.
public struct Converters: Sendable {
  /// Where they are looked for.
  public struct Configuration: Sendable {
    /// The path of bubblewrap.
    public var bubblewrap = "/usr/bin/bwrap"
    /// The path of `sheaf-converter`; nil where it was not built.
    public var program = WorkerProgram.besideThisProgram(named: "sheaf-converter")?.path
    /// The folder of LibreOffice's programs.
    public var office = "/usr/lib/libreoffice/program"
    /// The longest time of a conversion.
    public var wall = Duration.seconds(60)

    /// Debian's places.
    public init() {}
  }

  /// One maker for each kind that makes PDFs.
  public let makers: [any RenditionMaker]
  /// The reader of sound and film; nil where none could work.
  public let media: (any MediaReader)?

  /// The converters of this machine.
  public init(_ configuration: Configuration = Configuration(), log: Logger) {
    guard let program = configuration.program else {
      log.warning(
        "sheaf-converter was not found beside sheaf; Office documents, books and web pages are not shown")
      (makers, media) = ([], nil)
      return
    }
    let jail = Jail(bubblewrap: configuration.bubblewrap, converter: program)
    var limits = Jail.Limits()
    limits.wall = configuration.wall
    makers =
      [OfficeMaker(in: jail, folder: configuration.office, limits: limits, log: log)]
      + ProgramMaker.all(in: jail, limits: limits)
    media = MediaProgram(in: jail, limits: limits)
  }

  /// The kinds whose programs are there; looks at the disk.
  public var available: Set<ConverterKind> {
    Set(makers.filter { $0.version != nil }.map(\.kind)).union(media?.version == nil ? [] : [.media])
  }

  /// A content of a type as a PDF; nil for a type that no converter opens.
  ///
  /// Throws as ``RenditionMaker/pdf(of:fileExtension:)``, and `.converterMissing`.
  public func pdf(
    of content: any ReadableContent, type: TypeIdentifier, in registry: FileTypeRegistry
  ) async throws(DocumentError) -> (any ReadableContent)? {
    if let missing = registry.missingConverter(for: type) { throw missing.missing }
    guard case .converter(let kind) = registry.pageSource(for: type),
      let maker = makers.first(where: { $0.kind == kind })
    else { return nil }
    return try await maker.pdf(of: content, fileExtension: registry.preferredExtension(of: type) ?? "bin")
  }
}
