public import HTTPTypes
import Synchronization

/// An answer that is built once and sent many times without copying: for pages and tiles in a cache.
///
/// The daemon keeps it as one object of its own, default headers included, and only counts references. It is the
/// same for every request, so it carries no `X-Request-Id` (the access log has the id all the same), and it
/// belongs to the server that sent it first.
///
/// Hand it out through ``Representation/prepared(_:)`` so that validators and ranges are honoured.
public final class PreparedResponse: Sendable {
  /// The status.
  public let status: HTTPResponse.Status
  /// The headers, without the server's defaults.
  public let headers: HTTPFields
  /// The body.
  public let bytes: [UInt8]
  /// The daemon's object, made when the answer is first sent.
  let built = Mutex<(any AnyObject & Sendable)?>(nil)

  /// An answer to be sent many times.
  public init(_ bytes: [UInt8], status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) {
    self.status = status
    self.headers = headers
    self.bytes = bytes
  }
}
