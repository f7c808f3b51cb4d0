/// How far an image is turned, clockwise; the raw value is in degrees.
public enum QuarterTurn: Int, Hashable, Sendable, Codable, CaseIterable {
  /// As it is.
  case none = 0
  /// Its top goes to the right.
  case right = 90
  /// Upside down.
  case half = 180
  /// Its top goes to the left.
  case left = 270

  /// Whether what was its width becomes its height.
  public var swapsSides: Bool { self == .right || self == .left }
}
