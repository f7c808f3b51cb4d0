/// One item of a query as it is typed: a word, a phrase or a field with its value.
struct SearchItem {
  /// The item as it was typed.
  let source: String
  /// The field before a colon, in small letters; nil where there is none.
  let field: String?
  /// The word or the phrase, without its quotation marks.
  let value: String
  let isExcluded: Bool
  let isPhrase: Bool
  /// Whether a star ends it: its last word may go on.
  let isPrefix: Bool
  /// Whether the query ends with it, and not with a space or a quotation mark.
  let isOpen: Bool

  /// Whether it joins its neighbours.
  var isOr: Bool { source == "OR" }

  private static let quotes: Set<Character> = ["\"", "“", "”", "„", "«", "»"]

  /// The items of a query in their order; a quotation mark that is not closed ends with the query.
  static func items(of text: String) -> [SearchItem] {
    var items: [SearchItem] = []
    var rest = text[...]
    while let start = rest.firstIndex(where: { !$0.isWhitespace }) {
      rest = rest[start...]
      let (item, end) = item(at: rest)
      items.append(item)
      rest = rest[end...]
    }
    return items
  }

  private static func item(at rest: Substring) -> (SearchItem, Substring.Index) {
    let isExcluded = rest.first == "-" && rest.dropFirst().first?.isWhitespace == false
    let body = isExcluded ? rest.dropFirst() : rest
    var (field, value) = (fieldName(at: body), body)
    if let field { value = body.dropFirst(field.count + 1) }
    if let first = value.first, quotes.contains(first) {
      let inner = value.dropFirst()
      let close = inner.firstIndex(where: quotes.contains)
      let end = close.map { inner.index(after: $0) } ?? inner.endIndex
      let item = SearchItem(
        source: String(rest[..<end]), field: field?.lowercased(),
        value: String(inner[..<(close ?? inner.endIndex)]),
        isExcluded: isExcluded, isPhrase: true, isPrefix: false, isOpen: false)
      return (item, end)
    }
    let end = value.firstIndex(where: \.isWhitespace) ?? value.endIndex
    var word = value[..<end]
    let isPrefix = word.last == "*"
    while word.last == "*" { word.removeLast() }
    if word.isEmpty { field = nil }
    let item = SearchItem(
      source: String(rest[..<end]), field: field?.lowercased(),
      value: word.isEmpty ? String(body[..<end]) : String(word), isExcluded: isExcluded, isPhrase: false,
      isPrefix: isPrefix, isOpen: end == rest.endIndex)
    return (item, end)
  }

  private static let fields: Set<String> = [
    "name", "by", "type", "folder", "tag", "before", "after", "pages", "size", "is",
  ]

  /// The known field that a text begins with; a time or an address has a colon, too.
  private static func fieldName(at text: Substring) -> String? {
    guard let colon = text.firstIndex(of: ":"), text.distance(from: text.startIndex, to: colon) <= 8 else {
      return nil
    }
    let name = String(text[..<colon])
    return fields.contains(name.lowercased()) ? name : nil
  }
}
