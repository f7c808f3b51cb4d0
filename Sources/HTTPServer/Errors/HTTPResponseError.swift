/// An error that provides the problem for the client.
///
/// The response to a handler that throws it is its ``problem``. Any other error becomes a bare 500 with the
/// request's id, and the log has the error under the same id.
public protocol HTTPResponseError: Error {
  /// The status, a stable code and a sentence for the client; it must contain no secrets.
  var problem: HTTPProblem { get }
}
