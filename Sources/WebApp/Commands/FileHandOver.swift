import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem
import Storage
import Synchronization

/// The command `sheaf open`: hands a file to the running server of a workspace, and shows it in a browser.
public struct FileHandOver: Sendable {
  private let root: String
  private let address: String
  private let token: String?

  private static let curl = "/usr/bin/curl"
  private static let browser = "/usr/bin/xdg-open"

  /// The server of the workspace at `root`, which tells its address there; `address` is another one of the same server.
  ///
  /// Throws ``StartError`` where there is no such workspace, and where no server runs on it.
  public init(root: String, address: String?) async throws {
    self.root = root
    let accounts = try await Accounts.open(root: root)
    guard let found = try address ?? SandboxRoot(opening: root, for: .inspecting).advertisedAddress else {
      throw StartError("no server runs on \(root); start it with `sheaf serve --root \(root)`")
    }
    self.address = found.hasSuffix("/") ? found : found + "/"
    token = try await accounts.makeToken(name: Self.tokenName)
  }

  private static let tokenName = "sheaf open, process \(getpid())"

  /// Hands the file at `path` to the server, and returns the address that shows its document.
  ///
  /// Throws ``StartError`` for a file that cannot be read, and with the server's words where it refuses the file.
  public func handOver(_ path: String) async throws -> String {
    let name = FileName(sanitizing: String(path.split(separator: "/").last ?? "file"))
    let file = try? Descriptor.open(path, flags: O_RDONLY | O_NONBLOCK)
    guard let file, let status = try? file.status(), status.kind == .regular else {
      throw StartError("\(path) is no file that can be read")
    }
    let answer = try Self.send(
      file, to: "\(address)api/v1/inbox?name=\(PercentEscapes.escaped(name.description))&source=sheaf%20open",
      token)
    guard let id = answer.id else {
      throw StartError(answer.detail ?? "the server at \(address) gave no answer; is it running?")
    }
    let accounts = try await Accounts.open(root: root)
    return "\(address)sign-in?code=\(try await accounts.makeCode())&document=\(id)"
  }

  /// Takes back what the command needed to reach the server.
  public func end() async {
    _ = try? await Accounts.open(root: root).revoke(named: Self.tokenName)
  }

  /// Shows an address in the browser of this desktop; false where there is none.
  public static func show(_ address: String) -> Bool {
    let desktop = getenv("DISPLAY") != nil || getenv("WAYLAND_DISPLAY") != nil
    guard desktop, access(browser, X_OK) == 0 else { return false }
    guard let nowhere = try? Descriptor.open("/dev/null", flags: O_RDWR),
      let process = try? ChildProcess(
        spawning: browser, arguments: [address], environment: environment,
        descriptors: [nowhere, nowhere, nowhere])
    else { return false }
    return (try? process.reap()) == 0
  }

  /// All that a desktop's programs need to find each other.
  private static var environment: [String: String] {
    let names = [
      "DISPLAY", "WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "XDG_CURRENT_DESKTOP", "XDG_DATA_DIRS", "XAUTHORITY",
      "DBUS_SESSION_BUS_ADDRESS", "HOME", "PATH", "LANG", "BROWSER",
    ]
    return names.reduce(into: [:]) { all, name in all[name] = getenv(name).map { String(cString: $0) } }
  }

  private struct Answer: Decodable {
    var id: String?
    var detail: String?
  }

  /// Sends a file and reads the JSON of the answer; the token comes to curl as a file, which nobody else can read.
  private static func send(_ file: Descriptor, to url: String, _ token: String?) throws -> Answer {
    guard access(curl, X_OK) == 0 else { throw StartError("sheaf open needs curl; install it") }
    let settings = try MemoryFile.create(name: "curl")
    var lines = [
      "url = \"\(url)\"", "request = POST", "upload-file = \"-\"", "silent", "noproxy = \"*\"",
      "connect-timeout = 10",
      "header = \"Content-Type: application/octet-stream\"", "header = \"Expect:\"",
    ]
    if let token { lines.append("header = \"Authorization: Bearer \(token)\"") }
    try settings.append((lines.joined(separator: "\n") + "\n").utf8)
    let (process, reading) = try start(file, settings)
    var bytes: [UInt8] = []
    while case let piece = try reading.readStream(64 << 10), !piece.isEmpty, bytes.count < 1 << 20 {
      bytes += piece
    }
    _ = try process.reap()
    return (try? JSONDecoder().decode(Answer.self, from: Data(bytes))) ?? Answer()
  }

  private static func start(
    _ file: Descriptor, _ settings: Descriptor
  ) throws(SystemError) -> (ChildProcess, output: Descriptor) {
    let nowhere = try Descriptor.open("/dev/null", flags: O_RDWR)
    let (reading, writing) = try Descriptor.pipe()
    let process = try ChildProcess(
      spawning: curl, arguments: ["-q", "-K", "/dev/fd/3"], descriptors: [file, writing, nowhere, settings])
    return (process, reading)
  }
}
