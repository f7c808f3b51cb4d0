/// The fields of a request's access log entry and metrics.
struct RequestRecord: Sendable {
  /// A dash for an unparsable request line.
  var method = "-"
  /// Decoded, without the query; a dash until the target is parsed.
  var path = "-"
  var route: String?
  /// 0 when the connection ended before a response.
  var status = 0
  /// The code of a problem response; nil for other responses.
  var code: String?
  /// Bytes of the body sent.
  var bytes: UInt64 = 0
}
