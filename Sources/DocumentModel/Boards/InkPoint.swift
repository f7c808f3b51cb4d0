/// A place of a line of ink, and how hard the pen was pressed there.
public struct InkPoint: Hashable, Sendable {
  /// Where.
  public let place: BoardPoint
  /// 0 to 1; nil where the file does not say.
  public let pressure: Double?

  /// What a finger or a mouse presses with, by the Pointer Events standard.
  public static let plainPressure = 0.5
  /// The width at no pressure, as a part of the line's own; it is whole at ``plainPressure``.
  private static let lightest = 0.4

  /// A point from its parts.
  public init(_ place: BoardPoint, pressure: Double? = nil) {
    self.place = place
    self.pressure = pressure
  }

  /// The pressure, plain where the file does not say.
  var knownPressure: Double { pressure ?? Self.plainPressure }

  /// How much wider or narrower than its own width a line is at a pressure: 0.4 to 1.6 times, 1 at plain pressure.
  ///
  /// As `widthFactor` in `Public/board/ink/ink-width.js`.
  public static func widthFactor(_ pressure: Double) -> Double {
    let part = max(0, min(1, pressure)) / plainPressure
    return lightest + (1 - lightest) * part
  }
}
