public import DocumentModel
import LinuxSystem
import Synchronization

/// Asks the web by curl, in a jail without a network.
///
/// The server connects to the machine that was judged, and gives the connection to the jail. curl speaks with that machine
/// and can reach no other. TLS, HTTP and whatever a hostile sender makes of them stay in the jail, where no file is.
public struct CurlFetcher: WebFetcher {
  private static let program = "/usr/bin/curl"
  private static let connectSeconds = 10
  /// Each import blocks one of them at most.
  private static let threads = BlockingPool(threads: 8, name: "fetch")

  private let jail: Jail
  private let agent: String
  private let gapMilliseconds: Int

  /// Uses the programs of this machine, in Debian's places; nil where `sheaf-converter` is not beside this program.
  ///
  /// - Parameters:
  ///   - agent: the name by which it introduces itself.
  ///   - gap: the longest time for the head, and between two pieces of the body; at most an hour counts.
  public init?(agent: String, gap: Duration) {
    gapMilliseconds = Int(min(gap, .seconds(3600)) / .milliseconds(1))
    guard let program = WorkerProgram.besideThisProgram(named: "sheaf-converter")?.path else { return nil }
    jail = Jail(bubblewrap: "/usr/bin/bwrap", converter: program)
    self.agent = agent
  }

  /// Looks up the machines of a name; see ``HostLookup``.
  public static func machines(of host: String) async -> [NetworkAddress] {
    await threads.run { HostLookup.addresses(of: host) }.compactMap(NetworkAddress.init)
  }

  /// As the port says.
  public func fetch(_ request: WebRequest) async throws(DocumentError) -> any WebResponse {
    let connection = try await connection(to: request)
    var jail = jail
    jail.standardInput = Array(options(request).utf8)
    let transfer: CurlTransfer
    do {
      transfer = try await jail.starting { [jail] in
        let (heads, writesHeads) = try Descriptor.pipe()
        let (body, writesBody) = try Descriptor.pipe()
        let process = try jail.start(
          ["fetch", Self.program, "-q", "-K", "/dev/stdin"], Self.limits,
          descriptors: [writesHeads, writesBody, connection])
        return CurlTransfer(process, heads, body, Self.threads, gapMilliseconds: gapMilliseconds)
      }
    } catch {
      throw DocumentError(
        .fetcherMissing, "fetching from the web needs a jail of bubblewrap, which does not work here",
        cause: error)
    }
    do throws(DocumentError) {
      return CurlResponse(head: try await transfer.head(), transfer)
    } catch {
      transfer.end()
      throw error
    }
  }

  private func connection(to request: WebRequest) async throws(DocumentError) -> Descriptor {
    let (bytes, port) = (request.peer.bytes, request.address.port)
    do {
      return try await Self.threads.run { () throws(SystemError) in
        try Descriptor.connection(to: bytes, port: port, withinSeconds: Self.connectSeconds)
      }
    } catch {
      throw DocumentError(.fetchFailed, "\(request.address.host) cannot be reached", cause: error)
    }
  }

  private static let limits: Jail.Limits = {
    var limits = Jail.Limits()
    limits.processorSeconds = 3600
    limits.memoryBytes = 1 << 30
    (limits.outputBytes, limits.temporaryBytes) = (1 << 20, 1 << 20)
    return limits
  }()

  /// The settings of curl, which other users of the machine could read as arguments: an address may hold a secret.
  private func options(_ request: WebRequest) -> String {
    var lines = [
      "url = \(Self.quoted(request.address.description))", "unix-socket = /tmp/remote", "noproxy = \"*\"",
      "proto = \"=http,https\"", "globoff", "silent", "no-buffer", "no-keepalive", "no-sessionid",
      "dump-header = /proc/self/fd/3", "header = \"Accept-Encoding: identity\"",
      "user-agent = \(Self.quoted(agent))",
    ]
    if request.offset > 0 { lines.append("range = \(request.offset)-") }
    if let validator = request.validator {
      lines.append("header = \(Self.quoted("If-Range: \(validator)"))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func quoted(_ text: String) -> String {
    let plain = text.unicodeScalars.filter { (0x20..<0x7F).contains($0.value) }
    return "\""
      + plain.reduce(into: "") { $0 += $1 == "\"" || $1 == "\\" ? "\\\($1)" : "\($1)" } + "\""
  }
}

private final class CurlResponse: WebResponse {
  let head: WebResponseHead
  private let transfer: CurlTransfer

  init(head: WebResponseHead, _ transfer: CurlTransfer) {
    (self.head, self.transfer) = (head, transfer)
  }

  func next() async throws(DocumentError) -> [UInt8] { try await transfer.next() }

  func end() { transfer.end() }
}

/// A run of curl: what it writes, until it ends.
private final class CurlTransfer: Sendable {
  private let process: OwnedProcess
  private let heads: Descriptor
  private let body: Descriptor
  private let threads: BlockingPool
  private let gapMilliseconds: Int
  private let isWaitedFor = Mutex(false)

  init(
    _ process: OwnedProcess, _ heads: Descriptor, _ body: Descriptor, _ threads: BlockingPool,
    gapMilliseconds: Int
  ) {
    self.gapMilliseconds = gapMilliseconds
    (self.process, self.heads, self.body, self.threads) = (process, heads, body, threads)
  }

  deinit { end() }

  /// Ends curl; its end is waited for elsewhere.
  func end() {
    process.kill()
    guard claimsEnd() else { return }
    PosixThread.start(name: "curl-\(process.id)") { [process] in _ = process.waitForEnd() }
  }

  private func claimsEnd() -> Bool {
    isWaitedFor.withLock { isWaitedFor in
      defer { isWaitedFor = true }
      return !isWaitedFor
    }
  }

  /// The head of the response; interim ones are passed over.
  func head() async throws(DocumentError) -> WebResponseHead {
    var bytes: [UInt8] = []
    while true {
      let piece = try await read(heads)
      guard !piece.isEmpty else { throw try await failure() ?? Self.fault("sent no answer") }
      bytes += piece
      guard bytes.count <= WebResponseHead.maximumBytes else {
        throw Self.fault("sent a head of more than \(WebResponseHead.maximumBytes) bytes")
      }
      if let head = WebResponseHead(parsing: bytes) { return head }
    }
  }

  /// The next bytes of the body; none at its end.
  func next() async throws(DocumentError) -> [UInt8] {
    let bytes = try await read(body)
    if bytes.isEmpty, let failure = try await failure() { throw failure }
    return bytes
  }

  private func read(_ pipe: Descriptor) async throws(DocumentError) -> [UInt8] {
    let bytes: [UInt8]?
    do {
      bytes = try await withTaskCancellationHandler {
        try await threads.run { [gapMilliseconds] () throws(SystemError) -> [UInt8]? in
          guard try pipe.waitToRead(withinMilliseconds: gapMilliseconds) else { return nil }
          return try pipe.readStream(64 << 10)
        }
      } onCancel: {
        process.kill()
      }
    } catch {
      throw DocumentError(.fetchFailed, "the content could not be read", cause: error)
    }
    guard let bytes else { throw DocumentError(.fetchTimeout, "the server sent nothing for too long") }
    return bytes
  }

  /// The reason why curl ended; nil for a good end.
  private func failure() async throws(DocumentError) -> DocumentError? {
    guard claimsEnd() else { return Self.fault("was left") }
    let code = await threads.run { [process] in process.waitForEnd() }
    return Self.fault(of: code)
  }

  private static func fault(_ words: String) -> DocumentError {
    DocumentError(.fetchFailed, "the server \(words)")
  }

  /// The meaning of an exit code of curl (curl(1)), or of `sheaf-converter`.
  private static func fault(of code: CInt) -> DocumentError? {
    switch code {
    case 0: nil
    case 18: fault("ended before all of the content had come")
    case 35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91:
      fault("has no connection that can be trusted (TLS error \(code))")
    case 52: fault("sent no answer")
    case 69: DocumentError(.fetcherMissing, "fetching from the web needs curl, which is not installed")
    case 1, 8, 16, 92: fault("does not answer in HTTP (error \(code))")
    default: fault("broke the connection (error \(code))")
    }
  }
}
