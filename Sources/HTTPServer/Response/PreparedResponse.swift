public import HTTPTypes
import Synchronization

/// A response that is built once and sent many times without copying, for cached pages and tiles.
///
/// The daemon keeps it as one object, default headers included, and counts references. It is the same for every
/// request, so it has no `X-Request-Id`; the access log has the id. It belongs to the first server that sends it.
///
/// Use ``Representation/prepared(_:)`` so that validators and ranges are honoured.
public final class PreparedResponse: Sendable {
  /// The status.
  public let status: HTTPResponse.Status
  /// The headers, without the server's defaults.
  public let headers: HTTPFields
  /// The body.
  public let bytes: [UInt8]
  /// The daemon's object, made when the response is first sent.
  let built = Mutex<(any AnyObject & Sendable)?>(nil)

  /// A response that can be sent many times.
  public init(_ bytes: [UInt8], status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) {
    self.status = status
    self.headers = headers
    self.bytes = bytes
  }
}
