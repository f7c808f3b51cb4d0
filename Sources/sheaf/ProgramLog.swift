import ArgumentParser
import Logging

/// The program's log on standard error, so that standard output has the requested output alone.
enum ProgramLog {
  /// Sets up logging for the whole process; call it once.
  static func start(level: Logger.Level, format: LineLogHandler.Format = .text) -> Logger {
    LoggingSystem.bootstrap { label in LineLogHandler(label: label, format: format, logLevel: level) }
    return Logger(label: "sheaf")
  }

  /// The level with this name.
  ///
  /// Throws a `ValidationError` with the allowed names.
  static func level(named name: String) throws -> Logger.Level {
    guard let level = Logger.Level(rawValue: name) else {
      let names = Logger.Level.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("--log-level must be one of \(names).")
    }
    return level
  }
}
