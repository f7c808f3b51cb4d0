import DocumentModel
import Workspace

/// The name and the dates that a document's words suggest.
struct SuggestionResponse: Encodable {
  struct Title: Encodable {
    let text: String
    /// The title with the extension that the document has.
    let name: String
    let source: String
    let page: Int?
    let boxes: [[Double]]
  }

  struct Date: Encodable {
    let date: String
    let text: String
    let page: Int
    let boxes: [[Double]]
  }

  let state: String
  /// The reason why its words cannot be had; missing else.
  let reason: String?
  let scans: Int
  @Nullable var title: Title?
  let dates: [Date]

  init(_ answer: TitleSuggestions.Answer) {
    (state, reason, scans) = (answer.state.rawValue, answer.reason?.rawValue, answer.scans)
    title = answer.suggestions.title.map { title in
      Title(
        text: title.text, name: title.name(inPlaceOf: answer.document.location.name).description,
        source: title.source.rawValue, page: title.page, boxes: title.boxes.map(Self.sides))
    }
    dates = answer.suggestions.dates.map { date in
      Date(
        date: date.day.description, text: date.text, page: date.page, boxes: date.boxes.map(Self.sides))
    }
  }

  private static func sides(_ box: PageRectangle) -> [Double] { [box.x, box.y, box.width, box.height] }
}
