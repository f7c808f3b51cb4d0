import DocumentModel
import Glibc
import LinuxSystem

/// The whole of `sheaf-render`: one process that opens hostile documents and nothing else.
///
/// The server starts it with a packet socket as descriptor 3. It opens what its libraries need, closes itself in,
/// says ``WorkerHello``, and answers one ``WorkerRequest`` after the other with a ``WorkerReply``.
///
/// ```swift
/// @main struct SheafRender {
///   static func main() { exit(WorkerProcess.run(CommandLine.arguments)) }
/// }
/// ```
public enum WorkerProcess {
  /// The descriptor of the conversation with the server.
  public static let channel: CInt = 3

  /// Runs until the server is gone; the process's exit code.
  ///
  /// With `--attack` it closes itself in, tries to break out in every way it knows, and prints what came of it
  /// as JSON of ``AttackReport``; a path behind it is one that it looks for. `--without-landlock` does so as on a kernel without
  /// Landlock, `--without-namespaces` as on a machine that forbids them.
  public static func run(_ arguments: [String]) -> CInt {
    let sandbox = Sandbox(
      channel: channel, usesLandlock: !arguments.contains("--without-landlock"),
      usesNamespaces: !arguments.contains("--without-namespaces"))
    if arguments.contains("--attack") {
      return AttackReport.run(in: sandbox, arguments.dropFirst().filter { $0.hasPrefix("/") })
    }
    guard fcntl(channel, F_GETFD) >= 0 else {
      print("sheaf-render is started by sheaf, with its channel as descriptor \(channel).")
      return 64  // EX_USAGE
    }
    do {
      try serve(in: sandbox)
      return 0
    } catch {
      return 70  // EX_SOFTWARE
    }
  }

  private static func serve(in sandbox: Sandbox) throws {
    let begun = sandbox.begin()
    let libraries = Libraries()
    let protections = sandbox.close(begun)
    let handler = RequestHandler(sniffer: libraries.sniffer)
    let socket = MessageSocket(Descriptor(owning: channel))
    let loop = WorkerLoop(socket, handler)
    try loop.greet(WorkerHello(renderers: libraries.renderers, protections: protections))
    if !loop.hasWaitingRequest { libraries.warmUp() }
    try loop.run()
  }
}
