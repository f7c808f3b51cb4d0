import CMicroHTTPD
import Glibc
import Logging

// The functions that libmicrohttpd calls on its own threads; they turn pointers into objects and nothing else. They
// must not live in main.swift or on the main actor. Swift checks the executor at run time, and C would call from the
// wrong one.

/// Called for a request line; makes the exchange, which becomes the request's context.
func target(
  context: UnsafeMutableRawPointer?, target: UnsafePointer<CChar>?, pointer: OpaquePointer?
) -> UnsafeMutableRawPointer? {
  guard let context, let target, let pointer else { return nil }
  let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
  let handle = ConnectionHandle(pointer: pointer)
  guard let object = handle.context else { return nil }
  let connection = Unmanaged<Connection>.fromOpaque(object).takeUnretainedValue()
  core.requestBegan()
  let exchange = Exchange(
    core: core, handle: handle, connection: connection, rawTarget: String(validatingCString: target))
  connection.begin(exchange)
  return Unmanaged.passRetained(exchange).toOpaque()
}

/// Leaves the target percent-encoded, because it is decoded after it is split.
func unescape(
  context: UnsafeMutableRawPointer?, pointer: OpaquePointer?, text: UnsafeMutablePointer<CChar>?
) -> Int {
  text.map { strlen($0) } ?? 0
}

/// Called with the headers, with a piece of the body, at the body's end, and after a resume.
func access(
  context: UnsafeMutableRawPointer?, pointer: OpaquePointer?, target: UnsafePointer<CChar>?,
  method: UnsafePointer<CChar>?, version: UnsafePointer<CChar>?, data: UnsafePointer<CChar>?,
  size: UnsafeMutablePointer<Int>?, object: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let object = object?.pointee, let target, let method, let version, let size else { return .NO }
  let exchange = Unmanaged<Exchange>.fromOpaque(object).takeUnretainedValue()
  if exchange.isFirstCall() {
    guard exchange.connection.headArrived() else { return .NO }
    return exchange.begin(method: method, target: target, version: version)
  }
  if size.pointee == 0 { return exchange.proceed() }
  return exchange.receive(UnsafeRawBufferPointer(start: data, count: size.pointee), left: size)
}

func completed(
  context: UnsafeMutableRawPointer?, pointer: OpaquePointer?,
  object: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, code: MHD_RequestTerminationCode
) {
  guard let object, let retained = object.pointee else { return }
  object.pointee = nil
  Unmanaged<Exchange>.fromOpaque(retained).takeRetainedValue().complete(code)
}

func connectionChanged(
  context: UnsafeMutableRawPointer?, pointer: OpaquePointer?,
  object: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, code: MHD_ConnectionNotificationCode
) {
  guard let context, let pointer, let object else { return }
  let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
  switch code {
  case .CONNECTION_NOTIFY_STARTED:
    core.metrics.connectionOpened()
    let connection = Connection(ConnectionHandle(pointer: pointer), core: core)
    object.pointee = Unmanaged.passRetained(connection).toOpaque()
  case .CONNECTION_NOTIFY_CLOSED:
    core.metrics.connectionClosed()
    guard let retained = object.pointee else { return }
    object.pointee = nil
    let connection = Unmanaged<Connection>.fromOpaque(retained).takeRetainedValue()
    core.acceptor.connectionClosed(in: connection.network)
    connection.closed()
  }
}

/// Logs the daemon's messages at debug level, because most concern aborted connections.
func log(context: UnsafeMutableRawPointer?, format: UnsafePointer<CChar>?, arguments: CVaListPointer?) {
  guard let context, let format, let arguments else { return }
  let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
  guard core.logger.logLevel <= .debug else { return }
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
    guard let start = buffer.baseAddress, vsnprintf(start, buffer.count, format, arguments) > 0 else {
      return
    }
    let text = String(cString: start).split(separator: "\n").joined(separator: " ")
    core.logger.debug("libmicrohttpd: \(text)")
  }
}

/// Replaces the library's function of this name within the library; see ``LibraryRefusal``.
@c(MHD_queue_response)
@usableFromInline
func queueRefusal(connection: OpaquePointer?, status: CUnsignedInt, page: OpaquePointer?) -> CUnsignedInt {
  guard let connection, let object = ConnectionHandle(pointer: connection).context else {
    return shim_library_queue_response(connection, status, page).rawValue
  }
  let handle = ConnectionHandle(pointer: connection)
  let (exchange, isNew) = Unmanaged<Connection>.fromOpaque(object).takeUnretainedValue().refused(handle)
  exchange.refuse(status: Int(status), hasTarget: !isNew)
  if isNew { exchange.complete(.REQUEST_TERMINATED_WITH_ERROR) }
  return MHD_Result.NO.rawValue
}

/// Replaces the HTML that libmicrohttpd sends for unparsable requests with a problem document.
///
/// A malformed request line, header or chunk never reaches a callback: the library (0.9.75) responds with HTML.
/// After a wrong `Content-Length` it even sends two headers before it. The library passes that page to its public
/// `MHD_queue_response`, which the dynamic linker resolves to the program's definition,
/// ``queueRefusal(connection:status:page:)``. That function writes a problem to the socket and reports failure, so
/// the library closes the connection. If the library were linked with `-Bsymbolic`, its HTML would be sent as before.
enum LibraryRefusal {
  /// The error for a status of the library, by the parsed part of the request.
  static func error(status: Int, hasTarget: Bool, hasHeader: Bool, limit: Int) -> HTTPError {
    switch status {
    case 413: .bodyTooLarge(limit: .max)  // a length of more than 64 bits
    case 414: .addressTooLong(limit: limit)
    case 431: .headersTooLarge(limit: limit)
    case 505: .versionNotSupported
    case _ where !hasTarget: .malformedRequest("The request line is malformed.")
    case _ where !hasHeader: .malformedRequest("The header is malformed.")
    default: .malformedRequest("The body's chunks are malformed.")
    }
  }
}

extension Exchange {
  func refuse(status: Int, hasTarget: Bool) {
    closeWith(
      LibraryRefusal.error(
        status: status, hasTarget: hasTarget, hasHeader: hasBegun,
        limit: core.configuration.limits.headerBytes))
  }
}
