/// What the access log and the metrics say about one request.
struct RequestRecord: Sendable {
  /// A dash when the request line could not be read.
  var method = "-"
  /// Decoded, without the query; a dash as long as nothing has looked at it.
  var path = "-"
  var route: String?
  /// 0 when the connection ended before an answer.
  var status = 0
  /// The code of the problem that was answered; nil for any other answer.
  var code: String?
  /// Bytes of the body that was sent.
  var bytes: UInt64 = 0
}
