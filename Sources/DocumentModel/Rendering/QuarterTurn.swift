/// The clockwise rotation of an image; the raw value is in degrees.
public enum QuarterTurn: Int, Hashable, Sendable, Codable, CaseIterable {
  /// No rotation.
  case none = 0
  /// Its top goes to the right.
  case right = 90
  /// Upside down.
  case half = 180
  /// Its top goes to the left.
  case left = 270

  /// Whether width and height change places.
  public var swapsSides: Bool { self == .right || self == .left }
}
