/// What a board may hold that is drawn as a whole; more is refused as `.documentTooLarge`.
public enum BoardLimits {
  /// Bytes of its file.
  public static let bytes: Int64 = 16 << 20
  /// Cards.
  public static let cards = 1_000
  /// Documents that its cards are pages of: each is handed over as a descriptor, and a packet takes 253.
  public static let documents = 240
  /// Lines of ink.
  public static let strokes = 100_000
  /// Points of all lines together.
  public static let points = 500_000
  /// Bytes of the PDF that it becomes.
  public static let renditionBytes = 128 << 20
  /// Pixels of all pictures on it together; they become coarser where there would be more.
  public static let picturePixels = 64_000_000
}
