import ArgumentParser
import Glibc
import Logging
import WebApp

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Serve a workspace to browsers and programs.",
    discussion: """
      Prints "Sheaf is ready at http://HOST:PORT/" when it answers, and then a link with which a browser signs in \
      once. Ends with SIGTERM or SIGINT after running requests are done.
      """)

  @OptionGroup var workspace: WorkspaceOptions

  @Option(help: ArgumentHelp("The address to listen on.", valueName: "address"))
  var host = "127.0.0.1"

  @Option(help: "The port to listen on; 0 picks a free one.")
  var port: UInt16 = 8080

  @Option(
    help: ArgumentHelp("A folder with files to import automatically. May be repeated.", valueName: "dir"))
  var drop: [String] = []

  @Flag(
    name: .customLong("no-file-sharing"),
    help: "Ignore files that other programs put into Documents: they do not become documents.")
  var noFileSharing = false

  @Option(
    name: .customLong("read-only-area"),
    help: ArgumentHelp(
      "A directory that is shown beside the workspace and never written to. May be repeated.",
      valueName: "name=dir"),
    transform: ReadOnlyAreaSetting.init(parsing:))
  var readOnlyAreas: [ReadOnlyAreaSetting] = []

  @Flag(
    name: .customLong("no-auth"), help: "Accept requests without sign-in. Only for loopback addresses.")
  var noAuth = false

  @Option(
    name: .customLong("allow-host"),
    help: ArgumentHelp(
      "A further name under which the server may be reached; https://NAME when a proxy in front speaks TLS."
        + " May be repeated.",
      valueName: "name"))
  var allowHost: [String] = []

  @Option(help: "Render workers (default: as many as cores, at least 2).")
  var workers: Int?

  @Option(name: .customLong("cache-size"), help: ArgumentHelp("Page images kept on disk.", valueName: "MiB"))
  var cacheSize: Int64 = 1024

  @Option(name: .customLong("max-upload"), help: ArgumentHelp("The largest upload.", valueName: "MiB"))
  var maximumUpload: Int64 = 65_536

  @Option(
    name: .customLong("transfer-gap"),
    help: ArgumentHelp(
      "The longest silence in an upload, and of the sender of an import (default: 30).", valueName: "seconds")
  )
  var transferGap: Int?

  @Option(
    name: .customLong("transfer-time"),
    help: ArgumentHelp(
      "The longest time of an upload, and of an import (default: 86400 and 21600).", valueName: "seconds"))
  var transferTime: Int?

  @Option(
    name: .customLong("imports-per-host"),
    help: ArgumentHelp("The most imports from one host at a time (default: 2).", valueName: "n"))
  var importsPerHost: Int?

  @Option(
    name: .customLong("keep-versions"),
    help: ArgumentHelp("The number of a document's versions that are kept at any age.", valueName: "n"))
  var keepVersions = 100

  @Option(
    name: .customLong("keep-days"),
    help: ArgumentHelp("The age up to which all versions of a document are kept.", valueName: "days"))
  var keepDays = 90

  @Option(
    name: .customLong("keep-trash-days"),
    help: ArgumentHelp("The time for which documents stay in the Trash; 0 for ever.", valueName: "days"))
  var keepTrashDays = 30

  @Option(
    help: ArgumentHelp("The most that documents, versions and Trash may take.", valueName: "MiB"))
  var quota: Int64?

  @Option(
    name: .customLong("keep-free"),
    help: ArgumentHelp(
      "Space on the disk below which nothing more is taken; 0 fills it up (default: a hundredth, at least 256 MiB).",
      valueName: "MiB"))
  var keepFree: Int64?

  @Option(
    name: .customLong("copies-up-to"),
    help: ArgumentHelp(
      "Documents up to this length are held once more as copies while the disk has room; 0 for short ones alone.",
      valueName: "MiB"))
  var copiesUpTo: Int64 = 64

  @Flag(
    name: .customLong("allow-private-imports"),
    help:
      "Fetch contents from machines of private networks, too, this one among them. Only where every client may read them."
  )
  var allowsPrivateImports = false

  @Flag(help: "Put sample documents into a new workspace.")
  var samples = false

  @Option(
    name: .customLong("log-level"), help: "trace, debug, info (each request), notice, warning or error.",
    transform: ProgramLog.level(named:))
  var logLevel = Logger.Level.notice

  @Option(name: .customLong("log-format"), help: "text or json; either writes one line for each event.")
  var logFormat = LineLogHandler.Format.text

  func validate() throws {
    try Self.check("--workers", workers ?? 1, 1...256)
    try Self.check("--cache-size", cacheSize, 1...Self.mostMebibytes)
    try Self.check("--quota", quota ?? 1, 1...Self.mostMebibytes)
    try Self.check("--keep-free", keepFree ?? 0, 0...Self.mostMebibytes)
    try Self.check("--copies-up-to", copiesUpTo, 0...Self.mostMebibytes)
    try Self.check("--max-upload", maximumUpload, 1...Self.mostMebibytes)
    try Self.check("--transfer-gap", transferGap ?? 1, 1...3600)
    try Self.check("--transfer-time", transferTime ?? 1, 1...2_592_000)
    try Self.check("--imports-per-host", importsPerHost ?? 1, 1...8)
    try Self.check("--keep-versions", keepVersions, 1...1_000_000_000)
    try Self.check("--keep-days", keepDays, 0...36_500)
    try Self.check("--keep-trash-days", keepTrashDays, 0...36_500)
  }

  /// An exbibyte, whose number of bytes still fits.
  private static let mostMebibytes: Int64 = 1 << 40

  private static func check<Number: Comparable>(
    _ option: String, _ value: Number, _ allowed: ClosedRange<Number>
  ) throws {
    guard !allowed.contains(value) else { return }
    throw ValidationError("\(option) must be from \(allowed.lowerBound) to \(allowed.upperBound).")
  }

  func run() async throws {
    var configuration = Configuration(root: workspace.root)
    configuration.host = host
    configuration.port = port
    configuration.dropFolders = drop
    configuration.sharesFiles = !noFileSharing
    configuration.readOnlyAreas = readOnlyAreas
    configuration.requiresSignIn = !noAuth
    configuration.allowedHosts = allowHost
    configuration.workers = workers
    configuration.cacheBytes = cacheSize << 20
    configuration.maximumUpload = maximumUpload << 20
    configuration.setRetention(versions: keepVersions, days: keepDays)
    configuration.setTrashRetention(days: keepTrashDays)
    configuration.quota = quota.map { $0 << 20 }
    configuration.keepFree = keepFree.map { $0 << 20 }
    configuration.copiesUpTo = copiesUpTo << 20
    configuration.allowsPrivateImports = allowsPrivateImports
    configuration.transfers.gap = transferGap.map { .seconds($0) }
    configuration.transfers.time = transferTime.map { .seconds($0) }
    configuration.transfers.importsPerHost = importsPerHost
    configuration.files = workspace.files
    let log = ProgramLog.start(level: logLevel, format: logFormat)
    try await Failure.reporting {
      try await App.serve(configuration, withSamples: samples, log: log) { line in
        print(line)
        fflush(nil)
      }
    }
  }
}
