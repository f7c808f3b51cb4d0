import DocumentModel
import Glibc
import LinuxSystem

/// The program `sheaf-render`: one process that opens untrusted documents and nothing else.
///
/// The server starts it with a packet socket as descriptor 3. It starts its libraries, closes its sandbox, sends
/// ``WorkerHello``, and answers each ``WorkerRequest`` with a ``WorkerReply``.
///
/// ```swift
/// @main struct SheafRender {
///   static func main() { exit(WorkerProcess.run(CommandLine.arguments)) }
/// } ```
public enum WorkerProcess {
  /// The descriptor of the socket to the server.
  public static let channel: CInt = 3

  /// Runs until the server is gone; returns the process's exit code.
  ///
  /// With `--attack` it closes the sandbox, tries to break out, and prints an ``AttackReport`` as JSON; further
  /// paths are looked up in it. `--without-landlock` and `--without-namespaces` leave out these protections, as on a
  /// machine without them.
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
