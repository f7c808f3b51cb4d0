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
  /// Matches names, folders, tags, notes and what the documents' files say of themselves.
  let named: String
  /// The columns in which that counts.
  let columns: [NamedColumn]

  /// - Parameter endings: how a word may go on.
  init(_ clause: SearchQuery.Clause, endings: (String) throws -> [String]) rethrows {
    let close = clause.terms.flatMap { Self.parts(of: $0) }
    let beginnings = clause.terms.filter { $0.isPrefix && $0.words.count == 1 }.compactMap(
      \.words.first?.exact)
    let longer = try beginnings.flatMap(endings).map(Self.quoted)
    words = clause.field == nil ? Self.anyOf(close + longer) : nil
    closest = clause.field != nil || longer.isEmpty ? nil : Self.anyOf(close)
    // Names are few, and their words are not counted: FTS5 itself finds how they go on.
    named = Self.anyOf(close + beginnings.map { "\(Self.quoted($0)) *" })
    columns =
      switch clause.field {
      case .name: [.name, .forms]
      case .author: [.author]
      case nil: NamedColumn.allCases
      }
  }

  /// Matches names and the like in some columns alone.
  func named(in columns: [NamedColumn]) -> String {
    "{\(columns.map(\.rawValue).joined(separator: " "))} : (\(named))"
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

/// The columns of the table `named`, in its order.
enum NamedColumn: String, CaseIterable {
  case name
  case folder
  case tags
  case note
  case title
  case author
  case about
  /// Inner words of the name, and other spellings of the columns before `title`.
  case forms

  /// How much a word in the column counts; one on a page counts 1.
  var weight: Double {
    switch self {
    case .name: 30
    case .title: 20
    case .tags: 15
    case .author: 8
    case .note: 6
    case .folder, .about, .forms: 4
    }
  }
}
