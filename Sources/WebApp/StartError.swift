/// The reason why Sheaf cannot start: one sentence for the operator, with the remedy.
public struct StartError: Error, Sendable, CustomStringConvertible {
  /// The sentence for the operator.
  public let description: String

  /// An error from its sentence.
  public init(_ description: String) {
    self.description = description
  }
}
