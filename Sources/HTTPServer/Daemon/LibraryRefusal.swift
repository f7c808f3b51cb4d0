import CMicroHTTPD
import Glibc
import Synchronization

/// What libmicrohttpd refuses by itself, because it cannot read it, told in this server's words.
///
/// A request line, header or chunk that is malformed never reaches a callback: the library (0.9.75) answers with a
/// page of HTML of its own, after a wrong `Content-Length` even with two headers before it. But it hands that page to
/// its own public `MHD_queue_response`, and calls it as shared libraries do, by name: the program's definition comes
/// first. That is ``queueRefusal(connection:status:page:)``. It writes a problem to the socket and says that the page
/// cannot be queued, so the library closes the connection. Were the library linked so that it finds itself first
/// (`-Bsymbolic`), its HTML would be sent as before.
enum LibraryRefusal {
  private typealias Queue = @convention(c) (OpaquePointer?, CUnsignedInt, OpaquePointer?) -> MHD_Result

  /// The library's own function.
  private static let original: Queue? = {
    let next = UnsafeMutableRawPointer(bitPattern: -1)  // RTLD_NEXT, a macro that Swift does not see
    return dlsym(next, "MHD_queue_response").map { unsafeBitCast($0, to: Queue.self) }
  }()

  /// `MHD_queue_response`, for this server's answers; only inside a callback of the connection.
  static func queue(
    _ connection: OpaquePointer?, _ status: CUnsignedInt, _ response: OpaquePointer?
  ) -> MHD_Result {
    original?(connection, status, response) ?? .NO
  }

  /// What a status of the library's means, by how far the request was read.
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

/// Stands in for the library's function of this name, which only the library calls by it; see ``LibraryRefusal``.
@c(MHD_queue_response)
@usableFromInline
func queueRefusal(connection: OpaquePointer?, status: CUnsignedInt, page: OpaquePointer?) -> CUnsignedInt {
  guard let connection, let object = ConnectionHandle(pointer: connection).context else {
    return LibraryRefusal.queue(connection, status, page).rawValue
  }
  let handle = ConnectionHandle(pointer: connection)
  let (exchange, isNew) = Unmanaged<Connection>.fromOpaque(object).takeUnretainedValue().refused(handle)
  exchange.refuse(status: Int(status), hasTarget: !isNew)
  if isNew { exchange.complete(.REQUEST_TERMINATED_WITH_ERROR) }
  return MHD_Result.NO.rawValue
}

extension Exchange {
  /// The library cannot read on.
  fileprivate func refuse(status: Int, hasTarget: Bool) {
    closeWith(
      LibraryRefusal.error(
        status: status, hasTarget: hasTarget, hasHeader: hasBegun,
        limit: core.configuration.limits.headerBytes))
  }
}
