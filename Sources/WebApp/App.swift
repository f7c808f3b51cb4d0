import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
public import Logging
import Metrics
import ServiceLifecycle
import Storage
import UnixSignals
import Workspace

/// A running Sheaf: everything behind `sheaf serve`.
public enum App {
  /// The version of this build.
  public static let version = "0.1.0"

  /// How long the start waits for the index to be brought in line with the files.
  private static let orderTime = Duration.milliseconds(200)

  /// Serves a workspace until SIGTERM or SIGINT, then drains.
  ///
  /// - Parameters:
  ///   - configuration: what the operator set.
  ///   - withSamples: puts sample documents into a workspace that is new.
  ///   - log: where everything goes that is not an answer.
  ///   - announce: told the lines for the operator: the address, and the sign-in link.
  ///
  /// Throws ``StartError``, `DocumentError` or `HTTPError`, each with a sentence for the operator.
  public static func serve(
    _ configuration: Configuration, withSamples: Bool = false, log: Logger,
    announce: @escaping @Sendable (String) -> Void
  ) async throws {
    guard configuration.requiresSignIn || configuration.isLoopback else {
      throw StartError(
        "--no-auth lets everybody in; it is refused unless --host is this machine (127.0.0.1).")
    }
    try DropFolders.check(configuration.dropFolders, root: configuration.root)
    let metrics = PrometheusRegistry()
    MetricsSystem.bootstrap(metrics)
    let assembly = try await Assembly(configuration, log: log)
    let isFirstStart = try await assembly.accounts.establishOwner()
    let importer = FileImporter(into: assembly.workspace, pool: assembly.blocking)
    let drops = configuration.dropFolders.map {
      DropFolderWatcher(path: $0, importer: importer, pool: assembly.blocking, log: log)
    }
    let web = WebService(
      configuration: configuration, assembly: assembly, drops: drops, metrics: metrics, log: log,
      announce: announce)
    if isFirstStart && withSamples { await Samples(assembly.files.resources, importer, log).add() }
    // Before the first pass: a file that an interrupted import had placed belongs to its claim.
    for drop in drops { await drop.resume() }
    let reconciler = Reconciler(assembly.workspace, log: log)
    await reconciler.begin(patience: Self.orderTime)
    await assembly.room.look()
    let services: [any Service] = [
      web, reconciler, StorageWatch(assembly.room, log: log), FirstPages(assembly.workspace, log: log),
      VersionCare(assembly.workspace, rule: configuration.retention, log: log),
    ]
    try await group(services + drops, log: log).run()
  }

  private static func group(_ services: [any Service], log: Logger) -> ServiceGroup {
    ServiceGroup(
      configuration: .init(
        services: services.map { .init(service: $0) }, gracefulShutdownSignals: [.sigterm, .sigint],
        logger: log))
  }
}
