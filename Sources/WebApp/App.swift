import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
public import Logging
import Maintenance
import Metrics
import Previews
import ServiceLifecycle
import Storage
import UnixSignals
import Workspace

/// A running Sheaf: everything behind `sheaf serve`.
public enum App {
  /// The version of this build.
  public static let version = "0.1.0"

  /// The longest wait of the start for the index to be brought in line with the files.
  private static let orderTime = Duration.milliseconds(100)

  /// Serves a workspace until SIGTERM or SIGINT, then drains.
  ///
  /// - Parameters:
  ///   - configuration: the operator's settings.
  ///   - withSamples: puts sample documents into a new workspace.
  ///   - log: receives every event of the server.
  ///   - announce: receives the lines for the operator: the address and the sign-in link.
  ///
  /// Throws ``StartError``, `DocumentError` or `HTTPError`, each with a sentence for the operator.
  public static func serve(
    _ configuration: Configuration, withSamples: Bool = false, log: Logger,
    announce: @escaping @Sendable (String) -> Void
  ) async throws {
    guard configuration.requiresSignIn || configuration.isLoopback else {
      throw StartError(
        "--no-auth admits every client; it is refused unless --host is this machine (127.0.0.1).")
    }
    try await DropFolders(configuration.dropFolders).check(root: configuration.root)
    let metrics = PrometheusRegistry()
    MetricsSystem.bootstrap(metrics)
    let assembly = try await opened(configuration, log: log)
    let importer = assembly.importer(on: assembly.blocking)
    let drops = DropFolderService(configuration.dropFolders, importer: assembly.importer, log: log)
    let web = WebService(
      configuration: configuration, assembly: assembly, drops: drops.watchers, metrics: metrics, log: log,
      announce: announce)
    await assembly.workspace.batches.resumeBatches()
    if withSamples { await Samples(assembly.files.resources, importer, log).add(to: assembly.workspace) }
    // Before the first pass: a file that an interrupted import had placed belongs to its claim.
    await drops.resume()
    let reconciler = assembly.reconciler(log: log)
    await reconciler.begin(patience: Self.orderTime)
    await assembly.room.look()
    await assembly.sessions.restore()
    await assembly.imports.resume()
    var services: [any Service] = [
      // Services end in reverse order: the first ones save the writes of all other services.
      IndexMaintenance(
        assembly.indexHealth, IndexCopies(of: assembly.index, in: assembly.root), assembly.room, log: log),
      AccountMaintenance(accounts: assembly.accountStore, log: log),
      web, assembly.sessions, StorageWatch(assembly.room, log: log),
      FirstPages(
        assembly.workspace, documents: configuration.workers ?? WorkerPool.defaultWorkers, log: log
      ) { [cache = assembly.cache] in await cache.load() },
      TextFilling(
        assembly.workspace, into: assembly.words,
        lanes: max(1, (configuration.workers ?? WorkerPool.defaultWorkers) - 1)),
      MarkFilling(assembly.workspace, assembly.annotations, into: assembly.words),
      assembly.judging(after: reconciler),
      VersionMaintenance(
        assembly.workspace, rule: configuration.retention, log: log, expiry: assembly.expiry),
      TrashMaintenance(assembly.workspace, log: log, expiry: assembly.expiry),
      BatchMaintenance(assembly.workspace),
      UploadMaintenance(assembly.uploads, of: assembly.workspace, expiry: assembly.expiry),
      ConverterWatch(assembly.converters, assembly.workspace.types, log: log),
      PreviewMaintenance(assembly.cache, assembly.renderer, assembly.index, log: log),
    ]
    if let scans = assembly.scans { services.append(scans) }
    // The tree is watched only where other programs may write to it.
    if configuration.sharesFiles { services.append(reconciler) }
    if !drops.watchers.isEmpty { services.append(drops) }
    try await group(services, log: log).run()
  }

  private static func opened(_ configuration: Configuration, log: Logger) async throws -> Assembly {
    do {
      return try await Assembly(configuration, log: log)
    } catch let error as DocumentError where error.code == .storageFull {
      throw DocumentError(.storageFull, "\(configuration.root): \(error.detail)", cause: error)
    }
  }

  private static func group(_ services: [any Service], log: Logger) -> ServiceGroup {
    var log = log
    // Below this level ServiceGroup logs each service with all its values.
    log.logLevel = max(log.logLevel, .info)
    return ServiceGroup(
      configuration: .init(
        services: services.map { .init(service: $0) }, gracefulShutdownSignals: [.sigterm, .sigint],
        logger: log))
  }
}
