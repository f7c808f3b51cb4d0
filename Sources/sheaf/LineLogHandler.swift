import ArgumentParser
import DocumentModel
import FoundationEssentials
import Glibc
import Logging

/// Writes each event as one line to standard error, with any foreign text escaped.
///
/// | format | line |
/// |---|---|
/// | `text` | `2026-11-24T08:00:00Z warning sheaf: message key=value other="two words"` |
/// | `json` | `{"time":"…","level":"warning","logger":"sheaf","message":"…","key":"value"}` |
///
/// A value with other characters than letters, digits and plain marks is quoted as in JSON, so that it cannot look like
/// another key. The format follows logfmt, and is made for `jq` and for people.
struct LineLogHandler: LogHandler {
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json
  }

  let label: String
  let format: Format
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var fields = metadata.merging(event.metadata ?? [:]) { _, later in later }
    if let error = event.error { fields["error"] = "\(error)" }
    let values = fields.sorted { $0.key < $1.key }
    let time = Date().formatted(.iso8601)
    switch format {
    case .text:
      let line = "\(time) \(event.level) \(label): \(event.message.description.printable)"
      write(values.reduce(line) { $0 + " \($1.key.printable)=\(Self.value(Self.text(of: $1.value)))" })
    case .json:
      let known = [
        ("time", time), ("level", event.level.rawValue), ("logger", label), ("message", "\(event.message)"),
      ]
      let members =
        known.map { ($0.0, Self.quoted($0.1)) } + values.map { ($0.key, Self.json($0.value)) }
      write("{\(members.map { "\(Self.quoted($0.0)):\($0.1)" }.joined(separator: ","))}")
    }
  }

  private static func text(of value: Logger.MetadataValue) -> String {
    switch value {
    case .string(let text): text
    case .stringConvertible(let value): value.description
    case .array(let values): values.map(text).joined(separator: ",")
    case .dictionary(let members):
      members.sorted { $0.key < $1.key }.map { "\($0.key)=\(text(of: $0.value))" }.joined(separator: " ")
    }
  }

  /// The unquoted text if it cannot be misread, else the quoted one.
  private static func value(_ text: String) -> String {
    let isBare = text.utf8.allSatisfy {
      (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "=")
        && $0 != UInt8(ascii: "\\")
    }
    return isBare && !text.isEmpty ? text : quoted(text)
  }

  /// Numbers and Booleans keep their type; lists and objects are flattened to text.
  private static func json(_ value: Logger.MetadataValue) -> String {
    if case .stringConvertible(let value) = value {
      // JSON has no number for infinity, and none for what is no number (RFC 8259, 6).
      let isFinite = (value as? any BinaryFloatingPoint)?.isFinite == true
      if isFinite || value is any BinaryInteger || value is Bool { return value.description }
    }
    return quoted(text(of: value))
  }

  private static func quoted(_ text: String) -> String {
    "\"\(text.printable.replacing("\"", with: "\\\""))\""
  }

  /// Writes in one call, so that lines of several threads do not mix.
  private func write(_ line: String) {
    let bytes = Array("\(line)\n".utf8)
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}

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
