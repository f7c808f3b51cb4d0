import DocumentModel
import FoundationEssentials
import HTTPServer
import LinuxSystem

/// A body of JSON, read within bounds: the one way in which routes read JSON of clients.
///
/// The bounds hold before anything else is done with it, so that no body costs more than its length. Longer ones are read
/// beside Swift's threads and the daemon's, which answer everybody else meanwhile.
struct JSONBody: Sendable {
  /// The value that the text stands for.
  let value: JSONValue
  /// The text itself, in UTF-8.
  let bytes: [UInt8]

  /// Shorter ones are read where they came, in a fraction of a millisecond.
  private static let shortest = 4 << 10
  private static let pool = BlockingPool(threads: 1, name: "json")

  /// The value that `convert` makes of the body of `request`, which has `limit` bytes at most; `empty` where there is none.
  ///
  /// Throws `.invalidParameter` with `demand`, and the reason, for what is no JSON within the bounds; else what `convert`
  /// throws.
  static func read<Value: Sendable>(
    of request: Request, upTo limit: Int, _ demand: String, or empty: Value? = nil,
    as convert: @escaping @Sendable (JSONBody) throws(DocumentError) -> Value
  ) async throws -> Value {
    let bytes = try await request.body.collect(upTo: limit)
    if bytes.isEmpty, let empty { return empty }
    return try await work(on: bytes.count) { () throws(DocumentError) in try convert(JSONBody(bytes, demand))
    }
  }

  /// Runs `work` on JSON of so many bytes where it keeps nobody waiting.
  static func work<Value: Sendable, Failure: Error>(
    on bytes: Int, _ work: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    bytes <= shortest ? try work() : try await pool.run(work)
  }

  private init(_ bytes: [UInt8], _ demand: String) throws(DocumentError) {
    do throws(JSONFault) {
      value = try JSONValue(reading: bytes)
    } catch {
      throw DocumentError(.invalidParameter, "\(demand): \(error)")
    }
    self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  }

  /// The members; throws `.invalidParameter` with `demand` for what is no object.
  func members(_ demand: String) throws(DocumentError) -> [String: JSONValue] {
    guard let members = value.members else { throw DocumentError(.invalidParameter, demand) }
    return members
  }

  /// The body as a value of `type`; throws `.invalidParameter` with `demand` where it is none.
  func decoded<Body: Decodable>(as type: Body.Type, _ demand: String) throws(DocumentError) -> Body {
    guard let body = try? JSONDecoder().decode(type, from: Data(bytes)) else {
      throw DocumentError(.invalidParameter, demand)
    }
    return body
  }

  /// The body as declarations; throws `.invalidParameter`, saying where it is none.
  func declarations() throws(DocumentError) -> TypeDeclarations {
    try TypeDeclarations(decoding: Data(bytes))
  }
}
