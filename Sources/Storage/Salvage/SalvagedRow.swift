import DocumentModel
import FoundationEssentials
import GRDB

/// A document as it was found in a damaged index.
struct SalvagedDocument {
  /// What ties its versions to it in the file in which it was found.
  let key: Int64
  var document: Document
  let fingerprint: Fingerprint
  /// Whether some of its marks may have been there and could not be read.
  var lostMarks: Bool

  /// The same with what `twin` has of the marks that no index repeats, the same document in a copy.
  func annotated(as twin: SalvagedDocument?) -> SalvagedDocument {
    var annotated = self
    let (own, other) = (document.marks, twin?.document.marks ?? .none)
    let both = try? Marks(
      tags: own.tags, favourite: own.favourite, note: other.note, handler: other.handler,
      excludedFromBackup: own.excludedFromBackup || other.excludedFromBackup)
    annotated.document.marks = both ?? own
    annotated.lostMarks = twin == nil
    return annotated
  }
}

/// The versions of a document as they were found in a damaged index.
struct SalvagedHistory {
  /// The first one first.
  var versions: [Version]
  /// The number of the first one that there was; 0 when that could not be read.
  let first: Int
  /// Whether nothing was in the way.
  let isWhole: Bool

  /// The same with what `other` has and this one lacks, but for versions that were let go of before.
  func filled(from other: SalvagedHistory) -> SalvagedHistory {
    let known = Set(versions.map(\.number))
    let more = other.versions.filter { !known.contains($0.number) && $0.number > first }
    return SalvagedHistory(
      versions: (versions + more).sorted { $0.number < $1.number }, first: first, isWhole: false)
  }

  /// Whether no number is missing from the first version to `last`.
  func reaches(_ last: Int) -> Bool {
    guard let start = versions.first?.number, let end = versions.last?.number else { return false }
    return end >= last && end - start + 1 == versions.count
  }
}

/// Takes rows of an index that may hold anything: what is not of its form is none.
enum SalvagedRow {
  /// What can be the length of a content; damage may say anything, and sums must not overflow.
  private static let sizes: Range<Int64> = 0..<(1 << 50)
  /// What can be the number of a version or a batch; there is always a next one.
  private static let numbers: Range<Int64> = 1..<(1 << 31)

  /// The document in a row of `document`; nil when it is none.
  static func document(_ row: Row) -> SalvagedDocument? {
    guard ["id", "folder", "name", "type", "sha256", "fingerprint"].allSatisfy({ text(row, $0) != nil }),
      ["key", "size", "version", "created", "modified"].allSatisfy({ integer(row, $0) != nil }),
      isIntegerOrNothing(row, "trashed"), let size = integer(row, "size"),
      sizes.contains(size), let version = integer(row, "version"), numbers.contains(version)
    else { return nil }
    if let whole = try? DocumentRow(row: isTextOrNothing(row, "marks") ? row : unmarked(row)) {
      return salvaged(whole, lostMarks: !isTextOrNothing(row, "marks"))
    }
    return (try? DocumentRow(row: unmarked(row))).map { salvaged($0, lostMarks: true) }
  }

  private static func salvaged(_ row: DocumentRow, lostMarks: Bool) -> SalvagedDocument {
    SalvagedDocument(
      key: row.key, document: row.document, fingerprint: row.fingerprint.unsettled, lostMarks: lostMarks)
  }

  private static func unmarked(_ row: Row) -> Row {
    var columns: [String: (any DatabaseValueConvertible)?] = [:]
    for (name, value) in row where name != "marks" { columns[name] = value }
    return Row(columns)
  }

  /// The version in a row of `version`; nil when it is none.
  static func version(_ row: Row) -> Version? {
    guard ["sha256", "type", "origin"].allSatisfy({ text(row, $0) != nil }),
      ["number", "size", "created"].allSatisfy({ integer(row, $0) != nil }),
      isTextOrNothing(row, "author"), isIntegerOrNothing(row, "restoredFrom"),
      let number = integer(row, "number"), numbers.contains(number), let size = integer(row, "size"),
      sizes.contains(size)
    else { return nil }
    return (try? VersionRow(row: row))?.version
  }

  /// The batch in a row of `batch`; nil when it is none.
  static func batch(_ row: Row) -> Batch? {
    guard let content = text(row, "content"), let summary = text(row, "summary"),
      let batch = try? EventRow.decoder.decode(Batch.self, from: Data(content.utf8)),
      let short = try? EventRow.decoder.decode(BatchSummary.self, from: Data(summary.utf8)),
      short == batch.summary, text(row, "state") == batch.state.rawValue,
      let number = integer(row, "number"), numbers.contains(number)
    else { return nil }
    return batch
  }

  /// The hash in a row; nil when there is none.
  static func hash(_ row: Row) -> ContentHash? {
    text(row, "sha256").flatMap { ContentHash($0) }
  }

  /// The text in a column; nil for any other value.
  static func text(_ row: Row, _ column: String) -> String? {
    guard case .string(let text)? = storage(row, column) else { return nil }
    return text
  }

  /// The whole number in a column; nil for any other value.
  static func integer(_ row: Row, _ column: String) -> Int64? {
    guard case .int64(let number)? = storage(row, column) else { return nil }
    return number
  }

  private static func isTextOrNothing(_ row: Row, _ column: String) -> Bool {
    storage(row, column) == nil || text(row, column) != nil
  }

  private static func isIntegerOrNothing(_ row: Row, _ column: String) -> Bool {
    storage(row, column) == nil || integer(row, column) != nil
  }

  private static func storage(_ row: Row, _ column: String) -> DatabaseValue.Storage? {
    let value: DatabaseValue? = row[column]
    return value?.isNull == false ? value?.storage : nil
  }
}
