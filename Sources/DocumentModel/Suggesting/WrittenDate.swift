/// A date in the words of a document.
public struct WrittenDate: Hashable, Sendable {
  /// The day that it means.
  public let day: CalendarDay
  /// The words of the page that mean it.
  public let text: String
  /// The page, from 1.
  public let page: Int
  /// Where its words stand, in page units.
  public let boxes: [PageRectangle]

  /// A date from its parts.
  public init(_ day: CalendarDay, text: String, page: Int, boxes: [PageRectangle]) {
    (self.day, self.text, self.page, self.boxes) = (day, text, page, boxes)
  }
}
