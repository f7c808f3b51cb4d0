import DocumentModel
import GRDB

/// The clause of a query in the language of FTS5 (sqlite.org/fts5.html, "Full-text Query Syntax").
///
/// All words are quoted, so that none is taken for the language's own.
struct TextMatch {
  /// So many words stand for one that may go on; the most frequent ones.
  static let mostEndings = 48

  /// Matches pages; nil for a clause of names alone.
  let words: String?
  /// Matches pages that have the words as they are, of a clause with words that may go on; nil of all others.
  let closest: String?
  /// Matches names, folders, tags and notes.
  let named: String

  /// - Parameter endings: how a word may go on.
  init(_ clause: SearchQuery.Clause, endings: (String) throws -> [String]) rethrows {
    let close = clause.terms.flatMap { Self.parts(of: $0) }
    let beginnings = clause.terms.filter { $0.isPrefix && $0.words.count == 1 }.compactMap(
      \.words.first?.exact)
    let longer = try beginnings.flatMap(endings).map(Self.quoted)
    words = clause.isOfName ? nil : Self.anyOf(close + longer)
    closest = clause.isOfName || longer.isEmpty ? nil : Self.anyOf(close)
    // Names are few, and their words are not counted: FTS5 itself finds how they go on.
    let any = Self.anyOf(close + beginnings.map { "\(Self.quoted($0)) *" })
    named = clause.isOfName ? "{name forms} : (\(any))" : any
  }

  private static func parts(of term: SearchTerm) -> [String] {
    guard term.words.count > 1 else { return term.spellings.sorted().map(quoted) }
    let phrase = quoted(term.words.map(\.exact).joined(separator: " "))
    return [term.isPrefix ? "\(phrase) *" : phrase]
  }

  private static func anyOf(_ parts: [String]) -> String {
    var seen: Set<String> = []
    return parts.filter { seen.insert($0).inserted }.joined(separator: " OR ")
  }

  private static func quoted(_ text: String) -> String { "\"\(text)\"" }
}
