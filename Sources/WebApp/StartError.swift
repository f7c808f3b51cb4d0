/// Why Sheaf cannot start: one sentence for the operator, with what to do.
public struct StartError: Error, Sendable, CustomStringConvertible {
  /// The sentence.
  public let description: String

  /// An error from its sentence.
  public init(_ description: String) {
    self.description = description
  }
}
