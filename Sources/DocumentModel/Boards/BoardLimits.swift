/// The limits of a board that is drawn as a whole; larger ones are refused as `.documentTooLarge`.
public enum BoardLimits {
  /// Bytes of the board's file.
  public static let bytes: Int64 = 16 << 20
  /// Cards.
  public static let cards = 1_000
  /// Documents with pages on the board: each is passed as a descriptor, and a packet takes 253.
  public static let documents = 240
  /// Lines of ink.
  public static let strokes = 100_000
  /// Points of all lines together.
  public static let points = 500_000
  /// Bytes of the PDF drawn from it.
  public static let renditionBytes = 128 << 20
  /// Pixels of all pictures together; beyond it the pictures are drawn coarser.
  public static let picturePixels = 64_000_000
}
