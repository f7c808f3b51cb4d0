/// The parameters of a route's path: `:id` and `*rest`.
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

  /// The decoded value of a parameter; nil when the route has none of that name.
  public subscript(name: String) -> String? {
    names.firstIndex(of: name).map { values[$0] }
  }

  /// The route's first parameter.
  public var first: String? { values.first }

  /// The response to an unparsable value.
  public enum Failure: Sendable {
    /// Respond 404: no resource has that name. Suits ids.
    case notFound
    /// Respond 400: the request is malformed. Suits numbers and words with a fixed form.
    case badRequest
  }

  /// A parameter, parsed as a type.
  ///
  /// ```swift
  /// let page = try parameters.require("page", as: Int.self) ```
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
