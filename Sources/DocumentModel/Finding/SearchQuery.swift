public import FoundationEssentials

/// A query of the search in all documents, as a person types it.
///
/// ```
/// query   = { item }                      all items must be found in a document
/// item    = [ "-" ] choice                "-": in none that is found
/// choice  = part { "OR" part }
/// part    = word | word "*" | phrase | field ":" ( word | phrase )
/// phrase  = '"' text '"'
/// field   = "name" | "by" | "type" | "folder" | "tag" | "before" | "after" | "pages" | "size" | "is"
/// ```
///
/// Reading never fails: an unknown field or value is read as words, and ``remarks`` say so.
public struct SearchQuery: Hashable, Sendable {
  /// A part of a document in which words are looked for.
  public enum Field: String, Hashable, Sendable, CaseIterable {
    /// The name.
    case name
    /// Authors, senders and artists that the file names.
    case author = "by"
  }

  /// Terms of which one must stand in a document, or none of them.
  public struct Clause: Hashable, Sendable {
    /// The terms; never empty.
    public let terms: [SearchTerm]
    /// The only part in which the terms are to stand; nil for the whole document.
    public let field: Field?
    /// Whether documents with one of the terms are left out.
    public let isExcluded: Bool

    /// A clause from its parts.
    public init(_ terms: [SearchTerm], in field: Field? = nil, isExcluded: Bool = false) {
      (self.terms, self.field, self.isExcluded) = (terms, field, isExcluded)
    }
  }

  /// A condition that has nothing to do with words.
  public enum Filter: Hashable, Sendable {
    /// The document's type is one of these.
    case types(Set<TypeIdentifier>)
    /// The document lies in this folder or below it.
    case folder(FolderPath)
    /// The document has this tag.
    case tag(Tag)
    /// The content was changed before a moment.
    case before(Date)
    /// The content was changed at a moment or later.
    case after(Date)
    /// The document has so many pages.
    case pages(ClosedRange<Int64>)
    /// The document has so many bytes.
    case bytes(ClosedRange<Int64>)
    /// The document is a favourite.
    case favourite
  }

  /// A filter that holds, or does not.
  public struct Condition: Hashable, Sendable {
    /// The filter.
    public let filter: Filter
    /// Whether documents for which it holds are left out.
    public let isExcluded: Bool

    /// A condition from its parts.
    public init(_ filter: Filter, isExcluded: Bool = false) {
      (self.filter, self.isExcluded) = (filter, isExcluded)
    }
  }

  /// A part of the query that does not mean what it seems to.
  public enum Remark: Hashable, Sendable {
    /// A field or its value is unknown; it was read as words.
    case notUnderstood(String)
    /// A part has neither letters nor digits.
    case nothingToFind(String)
    /// The query has more parts than are looked at.
    case tooManyParts
  }

  /// More characters are refused.
  public static let maximumLength = 10_000
  /// More parts are not looked at.
  public static let maximumParts = 32

  /// The terms, clause by clause.
  public private(set) var clauses: [Clause] = []
  /// The conditions, all of which hold.
  public private(set) var filters: [Condition] = []
  /// The parts that do not mean what they seem to.
  public private(set) var remarks: [Remark] = []

  /// Reads a query.
  ///
  /// - Parameters:
  ///   - text: the query.
  ///   - isTyped: whether it is still being typed: its last word may go on.
  ///   - types: the types that a word after `type:` means; nil for none.
  /// - Throws: `.invalidParameter` for more than ``maximumLength`` characters.
  public init(
    _ text: String, isTyped: Bool = false, types: (String) -> Set<TypeIdentifier>?
  ) throws(DocumentError) {
    guard text.utf8.count <= 4 * Self.maximumLength, text.count <= Self.maximumLength else {
      throw DocumentError(.invalidParameter, "a query has at most \(Self.maximumLength) characters")
    }
    var items = SearchItem.items(of: text)
    if items.count > Self.maximumParts {
      items = Array(items.prefix(Self.maximumParts))
      remarks.append(.tooManyParts)
    }
    let isOpen = isTyped && items.last?.isOpen == true
    var choice: Clause?
    var isJoined = false
    for (place, item) in items.enumerated() {
      let isLast = place == items.count - 1
      if item.isOr, let next = items.dropFirst(place + 1).first, choice != nil, !next.isExcluded, !next.isOr {
        isJoined = true
        continue
      }
      if !isJoined, let done = choice {
        clauses.append(done)
        choice = nil
      }
      isJoined = false
      let clause = read(item, isOpen: isOpen && isLast, types)
      guard let clause else { continue }
      choice =
        choice.map { Clause($0.terms + clause.terms, in: $0.field, isExcluded: $0.isExcluded) }
        ?? clause
    }
    if let choice { clauses.append(choice) }
  }

  /// Whether it asks for nothing.
  public var isEmpty: Bool { clauses.isEmpty && filters.isEmpty }

  /// The terms that are to be seen in what is found.
  public var shownTerms: [SearchTerm] {
    clauses.filter { !$0.isExcluded && $0.field == nil }.flatMap(\.terms)
  }

  /// Adds a condition that documents must fulfil.
  public mutating func require(_ filter: Filter) {
    filters.append(Condition(filter))
  }

  /// The query with its terms found by further forms.
  public func found(by forms: (SearchTerm) throws -> [String]) rethrows -> SearchQuery {
    var query = self
    query.clauses = try clauses.map { clause in
      Clause(
        try clause.terms.map { $0.found(by: try forms($0)) }, in: clause.field,
        isExcluded: clause.isExcluded)
    }
    return query
  }

  /// The clause that an item means; nil for a filter, and for what has nothing to be found.
  private mutating func read(
    _ item: SearchItem, isOpen: Bool, _ types: (String) -> Set<TypeIdentifier>?
  ) -> Clause? {
    let words = item.field.flatMap(Field.init)
    if let field = item.field, words == nil {
      if let filter = Self.filter(field, item.value, types) {
        filters.append(Condition(filter, isExcluded: item.isExcluded))
        return nil
      }
      remarks.append(.notUnderstood(item.source))
    }
    let text = item.field == nil || words != nil ? item.value : item.source
    guard
      let term = SearchTerm(
        text, isPrefix: item.isPrefix || (isOpen && !item.isPhrase), isLiteral: item.isPhrase)
    else {
      remarks.append(.nothingToFind(item.source))
      return nil
    }
    return Clause([term], in: words, isExcluded: item.isExcluded)
  }

  private static func filter(
    _ field: String, _ value: String, _ types: (String) -> Set<TypeIdentifier>?
  ) -> Filter? {
    switch field {
    case "type": types(value).map(Filter.types)
    case "folder": (try? FolderPath(parsing: value)).map(Filter.folder)
    case "tag": (try? Tag(value)).map(Filter.tag)
    case "before": beginning(of: value).map(Filter.before)
    case "after": beginning(of: value).map(Filter.after)
    case "pages": NumberRange.read(value, units: [:]).map(Filter.pages)
    case "size": NumberRange.read(value, units: NumberRange.bytes).map(Filter.bytes)
    case "is": ["favourite", "favorite"].contains(value.lowercased()) ? .favourite : nil
    default: nil
    }
  }

  /// The first moment of a year, a month or a day, written as in ISO 8601, in UTC.
  private static func beginning(of text: String) -> Date? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), parts[0].utf8.count == 4,
      parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }),
      parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
    else { return nil }
    let day = parts.map(String.init) + ["01", "01"].suffix(3 - parts.count)
    return try? Date("\(day.joined(separator: "-"))T00:00:00Z", strategy: .iso8601)
  }
}

/// A range of numbers as it is typed: `5`, `>5`, `<5`, `5-9`, with units.
private enum NumberRange {
  static let bytes: [String: Int64] = [
    "b": 1, "kb": 1_000, "mb": 1_000_000, "gb": 1_000_000_000, "k": 1_000, "m": 1_000_000, "g": 1_000_000_000,
  ]

  static func read(_ text: String, units: [String: Int64]) -> ClosedRange<Int64>? {
    if let rest = text.dropping(">") { return number(rest, units).map { min($0, .max - 1) + 1 ... .max } }
    if let rest = text.dropping("<") {
      return number(rest, units).flatMap { $0 > 0 ? 0...($0 - 1) : nil }
    }
    let ends = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = number(ends[0], units) else { return nil }
    guard ends.count > 1 else { return first...first }
    return number(ends[1], units).flatMap { $0 >= first ? first...$0 : nil }
  }

  private static func number(_ text: Substring, _ units: [String: Int64]) -> Int64? {
    let digits = text.prefix { ("0"..."9").contains($0) }
    let unit = text.dropFirst(digits.count).lowercased()
    guard let value = Int64(digits), let factor = unit.isEmpty ? 1 : units[unit] else { return nil }
    let (product, isTooLarge) = value.multipliedReportingOverflow(by: factor)
    return isTooLarge ? nil : product
  }
}

extension String {
  fileprivate func dropping(_ prefix: String) -> Substring? {
    hasPrefix(prefix) ? self[...].dropFirst(prefix.count) : nil
  }
}
