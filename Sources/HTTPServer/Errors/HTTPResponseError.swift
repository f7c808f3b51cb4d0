/// An error that knows what to tell the client.
///
/// A handler that throws one is answered with its ``problem``. Any other error becomes a bare 500 with the
/// request's id, and the log has the error under the same id.
public protocol HTTPResponseError: Error {
  /// What the client is told: status, stable code, a sentence. It must hold nothing secret.
  var problem: HTTPProblem { get }
}
