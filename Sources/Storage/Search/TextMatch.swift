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
  /// Matches names, folders, tags and notes.
  let named: String

  /// - Parameter endings: how a word may go on.
  init(_ clause: SearchQuery.Clause, endings: (String) throws -> [String]) rethrows {
    let parts = try clause.terms.flatMap { try Self.parts(of: $0, endings: endings) }
    let any = parts.joined(separator: " OR ")
    words = clause.isOfName ? nil : any
    named = clause.isOfName ? "{name forms} : (\(any))" : any
  }

  private static func parts(of term: SearchTerm, endings: (String) throws -> [String]) rethrows -> [String] {
    guard let only = term.words.first, term.words.count == 1 else {
      let phrase = quoted(term.words.map(\.exact).joined(separator: " "))
      return [term.isPrefix ? "\(phrase) *" : phrase]
    }
    let endings = term.isPrefix ? try endings(only.exact) : []
    // Names are few: FTS5 itself finds how words of theirs go on.
    return Set(term.spellings).union(endings).sorted().map(quoted)
  }

  private static func quoted(_ text: String) -> String { "\"\(text)\"" }
}
