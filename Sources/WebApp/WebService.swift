import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Logging
import Previews
import ServiceLifecycle
import Storage
import Workspace

/// The HTTP server as a service: starts it, tells the operator where it is, drains it.
struct WebService: Service {
  let configuration: Configuration
  let assembly: Assembly
  let drops: [DropFolderWatcher]
  let metrics: PrometheusRegistry
  let log: Logger
  let announce: @Sendable (String) -> Void

  /// How long running requests may go on after the signal to stop.
  private static let drainTime = Duration.seconds(5)

  /// Half of all, so that one address leaves room for others.
  private static let connectionsPerAddress = 2048

  func run() async throws {
    let site = try Site(
      configuration: configuration, assembly: assembly, drops: drops, metrics: metrics, log: log)
    await assembly.workspace.events.watch { site.answers.forget($0) }
    let server = Server(
      try site.application(),
      configuration: ServerConfiguration(
        host: configuration.host, port: Int(configuration.port),
        limits: ServerLimits(connectionsPerAddress: Self.connectionsPerAddress)))
    let port = try await server.start()
    // Earlier entries are misses until they are found again; nobody waits for that.
    async let loaded: Void = assembly.cache.load()
    try await announceStart("http://\(ListenAddress(configuration.host).authority(port))/")
    await loaded
    try? await gracefulShutdown()
    // What waits is saved at once, and once more when nothing can come any more (spec documents UID-14, TH-15).
    async let saved: Void = assembly.sessions.saveAll(within: Self.drainTime)
    await server.stop(deadline: Self.drainTime)
    await saved
    await assembly.sessions.saveAll(within: Self.drainTime)
    await assembly.pool.stop()
  }

  private func announceStart(_ address: String) async throws {
    assembly.root.advertise(address)
    announce("Sheaf is ready at \(address)")
    guard configuration.requiresSignIn else { return }
    announce(try await invitation(to: address))
  }

  /// The line with the sign-in link; where none can be noted, why: whoever has a token or is signed in can read all the same.
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
