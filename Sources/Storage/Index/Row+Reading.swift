import FoundationEssentials
import GRDB

/// Values of rows that may hold anything.
///
/// GRDB's subscripts end the process at a value of another kind than is asked for. A damaged file may have any, also
/// where the schema says that there is none.
extension Row {
  /// The value in `column`.
  ///
  /// Throws an error that means damage when there is none, or one of another kind.
  func read<Value: DatabaseValueConvertible>(_ column: String) throws -> Value {
    guard let value: Value = try readIfPresent(column) else { throw Self.damage(in: column) }
    return value
  }

  /// The value in `column`; nil when there is none, or no such column.
  ///
  /// Throws an error that means damage when it is of another kind.
  func readIfPresent<Value: DatabaseValueConvertible>(_ column: String) throws -> Value? {
    let held: DatabaseValue? = self[column]
    guard let held, !held.isNull else { return nil }
    guard let value = Value.fromDatabaseValue(held) else { throw Self.damage(in: column) }
    return value
  }

  private static func damage(in column: String) -> DatabaseError {
    DatabaseError(resultCode: .SQLITE_CORRUPT, message: "the column \(column) \(damageEnding)")
  }

  /// How damage of a value is told, which SQLite itself knows nothing of.
  static let damageEnding = "holds what cannot be there"
}

extension Date {
  /// Microseconds since 1970, rounded: how times are kept.
  ///
  /// Times beyond ±292,000 years become the nearest kept one.
  var microseconds: Int64 {
    let scaled = (timeIntervalSince1970 * 1_000_000).rounded()
    guard !scaled.isNaN else { return 0 }
    return Int64(exactly: scaled) ?? (scaled < 0 ? Int64.min : Int64.max)
  }

  init(microseconds: Int64) {
    self.init(timeIntervalSince1970: Double(microseconds) / 1_000_000)
  }

  /// The same time as it comes back from the store.
  var kept: Date { Date(microseconds: microseconds) }
}
