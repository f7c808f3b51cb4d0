import DocumentModel
import HTTPServer

/// A search within a document as an IIIF viewer asks for it (Content Search API 2.0, 4.1.1).
struct SearchRequest: Sendable {
  /// The words.
  let words: FindParameters
  /// The motivations of annotations that are wanted; nil for all.
  let motivations: Set<String>?
  /// The place in all annotations at which this part of the answer begins, from 0.
  let start: Int
  /// The parameters that this server does not obey.
  let ignored: [String]

  private static let notObeyed = ["date", "user"]

  /// Reads the parameters of an address.
  ///
  /// Throws `.invalidParameter` without words, or with a start that is no number.
  init(_ query: Query) throws(DocumentError) {
    guard let text = query["q"] else {
      throw DocumentError(.invalidParameter, "q must be the words to look for")
    }
    words = try FindParameters(text)
    let named = (query["motivation"] ?? "").split(separator: " ").map(String.init)
    motivations = named.isEmpty ? nil : Set(named)
    guard let start = PlainNumber.whole(query["start"] ?? "0"), start <= PageNumber.largest else {
      throw DocumentError(.invalidParameter, "start must be the place of an annotation, from 0")
    }
    self.start = start
    ignored = Self.notObeyed.filter { query[$0]?.isEmpty == false }
  }

  func wants(_ motivation: String) -> Bool { motivations?.contains(motivation) ?? true }
}
