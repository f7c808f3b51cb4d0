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
