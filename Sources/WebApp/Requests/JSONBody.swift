import DocumentModel
import FoundationEssentials
import HTTPServer
import LinuxSystem

/// A JSON body, read within limits; every route reads the JSON of clients through this type.
///
/// The limits apply before any other work, so that no body costs more than its length. Long bodies are read on a thread
/// of their own, while Swift's threads and the daemon's serve other requests.
struct JSONBody: Sendable {
  let value: JSONValue
  let bytes: [UInt8]

  /// Shorter bodies are read in place, in a fraction of a millisecond.
  private static let shortest = 4 << 10
  private static let pool = BlockingPool(threads: 1, name: "json")

  /// Converts the body of `request`, of at most `limit` bytes; `empty` replaces a missing body.
  ///
  /// Throws `.invalidParameter` with `require` and the reason for a body that is no JSON within the limits, and the
  /// errors of `convert`.
  static func read<Value: Sendable>(
    of request: Request, upTo limit: Int, _ require: String, or empty: Value? = nil,
    as convert: @escaping @Sendable (JSONBody) throws(DocumentError) -> Value
  ) async throws -> Value {
    let bytes = try await request.body.collect(upTo: limit)
    if bytes.isEmpty, let empty { return empty }
    return try await work(on: bytes.count) { () throws(DocumentError) in try convert(JSONBody(bytes, require))
    }
  }

  /// Runs `work` on JSON of so many bytes where it delays no other request.
  static func work<Value: Sendable, Failure: Error>(
    on bytes: Int, _ work: @escaping @Sendable () throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    bytes <= shortest ? try work() : try await pool.run(work)
  }

  private init(_ bytes: [UInt8], _ require: String) throws(DocumentError) {
    do throws(JSONFault) {
      value = try JSONValue(reading: bytes)
    } catch {
      throw DocumentError(.invalidParameter, "\(require): \(error)")
    }
    self.bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
  }

  /// The members of an object; throws `.invalidParameter` with `require` for any other value.
  func members(_ require: String) throws(DocumentError) -> [String: JSONValue] {
    guard let members = value.members else { throw DocumentError(.invalidParameter, require) }
    return members
  }

  /// The body as a value of `type`; throws `.invalidParameter` with `require` if it does not fit.
  func decoded<Body: Decodable>(as type: Body.Type, _ require: String) throws(DocumentError) -> Body {
    guard let body = try? JSONDecoder().decode(type, from: Data(bytes)) else {
      throw DocumentError(.invalidParameter, require)
    }
    return body
  }

  func declarations() throws(DocumentError) -> TypeDeclarations {
    try TypeDeclarations(decoding: Data(bytes))
  }
}
