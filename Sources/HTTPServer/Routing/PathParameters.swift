/// The parts of an address that a route named: `:id` and `*rest`.
public struct PathParameters: Sendable, Hashable {
  private let names: [String]
  private let values: [String]

  init(names: [String], values: [String]) {
    self.names = names
    self.values = values
  }

  /// Parameters from pairs, for tests.
  public init(_ pairs: KeyValuePairs<String, String> = [:]) {
    self.init(names: pairs.map(\.key), values: pairs.map(\.value))
  }

  /// The decoded text of a part, or nil when the route has no part of that name.
  public subscript(name: String) -> String? {
    names.firstIndex(of: name).map { values[$0] }
  }

  /// The first part that the route named, whatever its name.
  public var first: String? { values.first }

  /// What a value that cannot be read means.
  public enum Failure: Sendable {
    /// There is nothing of that name: 404. Right for ids.
    case notFound
    /// The request is wrong: 400. Right for numbers and words with a fixed form.
    case badRequest
  }

  /// A part, read as a type.
  ///
  /// ```swift
  /// let page = try parameters.require("page", as: Int.self)
  /// ```
  ///
  /// - Throws: ``HTTPError/unknownResource(name:value:)`` (404), or with `.badRequest`
  ///   ``HTTPError/invalidParameter(name:value:)`` (400).
  public func require<Value: LosslessStringConvertible>(
    _ name: String, as type: Value.Type = Value.self, otherwise failure: Failure = .notFound
  ) throws(HTTPError) -> Value {
    let text = self[name] ?? ""
    if self[name] != nil, let value = Value(text) { return value }
    switch failure {
    case .notFound: throw .unknownResource(name: name, value: text)
    case .badRequest: throw .invalidParameter(name: name, value: text)
    }
  }
}
