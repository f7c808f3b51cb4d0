import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Logging
import Previews
import ServiceLifecycle
import Storage
import Workspace

/// The HTTP server as a service: starts, announces its address, and drains.
struct WebService: Service {
  let configuration: Configuration
  let assembly: Assembly
  let drops: [DropFolderWatcher]
  let metrics: PrometheusRegistry
  let log: Logger
  let announce: @Sendable (String) -> Void

  /// The time that running requests have after the signal to stop.
  private static let drainTime = Duration.seconds(5)

  /// Half of all connections, so that one address leaves room for other addresses.
  private static let connectionsPerAddress = 2048

  func run() async throws {
    let site = try Site(
      configuration: configuration, assembly: assembly, drops: drops, metrics: metrics, log: log)
    await assembly.workspace.events.watch { site.cache.forget($0) }
    let server = Server(
      try site.application(),
      configuration: ServerConfiguration(
        host: configuration.host, port: Int(configuration.port), limits: limits))
    let port = try await server.start()
    // Requests before the end of the loading miss the cache, but the start does not wait.
    async let loaded: Void = assembly.cache.load()
    try await announceStart("http://\(ListenAddress(configuration.host).authority(port))/")
    await loaded
    try? await gracefulShutdown()
    // Drafts are saved at once, and again after the last request (spec documents UID-14, TH-15).
    async let saved: Void = assembly.sessions.saveAll(within: Self.drainTime)
    await server.stop(deadline: Self.drainTime)
    await saved
    await assembly.sessions.saveAll(within: Self.drainTime)
    await assembly.pool.stop()
  }

  private var limits: ServerLimits {
    var limits = ServerLimits(connectionsPerAddress: Self.connectionsPerAddress)
    limits.bodyGap = configuration.transfers.gap
    if let time = configuration.transfers.time { limits.bodyTime = time }
    return limits
  }

  private func announceStart(_ address: String) async throws {
    assembly.root.advertise(address)
    announce("Sheaf is ready at \(address)")
    guard configuration.requiresSignIn else { return }
    announce(try await invitation(to: address))
  }

  /// The line with the sign-in link, or the reason why no link could be made; tokens and sessions still work then.
  private func invitation(to address: String) async throws(DocumentError) -> String {
    do throws(DocumentError) {
      let code = try await assembly.accounts.makeStartCode()
      return "Sign in once with \(address)sign-in?code=\(code)"
    } catch {
      guard [.storageFull, .readOnly].contains(error.code) else { throw error }
      return "There is no sign-in link: \(error.detail)"
    }
  }
}
