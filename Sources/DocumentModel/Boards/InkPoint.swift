/// A place of a line of ink, and the pressure of the pen there.
public struct InkPoint: Hashable, Sendable {
  /// The place on the board.
  public let place: BoardPoint
  /// 0 to 1; nil where the file has none.
  public let pressure: Double?

  /// The pressure of a finger or a mouse, by the Pointer Events standard.
  public static let plainPressure = 0.5
  /// The width at no pressure, as a part of the line's own; it is whole at ``plainPressure``.
  private static let lightest = 0.4

  /// A point from its parts.
  public init(_ place: BoardPoint, pressure: Double? = nil) {
    self.place = place
    self.pressure = pressure
  }

  var knownPressure: Double { pressure ?? Self.plainPressure }

  /// The factor by which a pressure changes the width of a line: 0.4 to 1.6, 1 at plain pressure.
  ///
  /// As `widthFactor` in `Public/ink/ink-width.js`.
  public static func widthFactor(_ pressure: Double) -> Double {
    let part = max(0, min(1, pressure)) / plainPressure
    return lightest + (1 - lightest) * part
  }
}
