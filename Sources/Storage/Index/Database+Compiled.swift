import GRDB

/// Statements that each connection compiles once: of a short read or write compiling is the longest part.
///
/// No statement is used while the rows of an earlier use are still being read.
extension Database {
  func run(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }

  func isTrue(_ sql: String, _ arguments: StatementArguments) throws -> Bool {
    try Bool.fetchOne(try cachedStatement(sql: sql), arguments: arguments) ?? false
  }
}

extension FetchableRecord {
  static func first(_ database: Database, _ sql: String, _ arguments: StatementArguments) throws -> Self? {
    try fetchOne(try database.cachedStatement(sql: sql), arguments: arguments)
  }
}
