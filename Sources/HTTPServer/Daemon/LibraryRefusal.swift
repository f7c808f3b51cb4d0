/// What libmicrohttpd refuses by itself, because it cannot read it, told in this server's words.
///
/// A request line, header or chunk that is malformed never reaches a callback: the library (0.9.75) answers with a
/// page of HTML of its own, after a wrong `Content-Length` even with two headers before it. But it hands that page to
/// its own public `MHD_queue_response`, and calls it as shared libraries do, by name: the program's definition comes
/// first. That is ``queueRefusal(connection:status:page:)``. It writes a problem to the socket and says that the page
/// cannot be queued, so the library closes the connection. Were the library linked so that it finds itself first
/// (`-Bsymbolic`), its HTML would be sent as before.
enum LibraryRefusal {
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

extension Exchange {
  /// The library cannot read on.
  func refuse(status: Int, hasTarget: Bool) {
    closeWith(
      LibraryRefusal.error(
        status: status, hasTarget: hasTarget, hasHeader: hasBegun,
        limit: core.configuration.limits.headerBytes))
  }
}
