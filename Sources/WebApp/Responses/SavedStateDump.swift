import DocumentModel

/// The saved state of a client as text, for debugging (spec documents SR-20): every value with its path, and every
/// object with its keys.
///
/// ```
/// client  tab-1
/// saved   2026-11-21T10:00:00.000Z
/// app     0.1.0
/// agent   Mozilla/5.0 …
/// bytes   214
/// given   yes
///
/// /             object  boards, view
/// /boards       object  b1
/// /boards/b1    array   2
/// /boards/b1/0  number  12.5
/// ```
/// Paths are JSON pointers (RFC 6901). A client's data is untrusted: each value is one line of bounded length without
/// control characters.
struct SavedStateDump: CustomStringConvertible {
  /// The most values that are shown; the other values are counted.
  static let maximumLines = 10_000
  /// The length to which texts are cut.
  private static let maximumText = 120
  /// The length in bytes to which paths are cut at the front, because there may be as many paths as values.
  private static let longestPath = 400
  /// The longest path that is aligned with other paths.
  private static let widestPath = 60

  private struct Line {
    let path: String
    let kind: String
    let value: String
  }

  private let facts: [(String, String)]
  private let lines: [Line]
  /// The number of values that are not shown.
  private let more: Int

  /// - Parameters:
  ///   - client: the client that saved it.
  ///   - bytes: the stored state.
  ///   - isGiven: whether the client still gets it, by its age.
  init(of client: ClientName, _ bytes: [UInt8], isGiven: Bool) {
    let kept = SavedState(reading: bytes)
    var facts = [("client", client.description)]
    if let kept {
      facts += [
        ("saved", Self.plain(kept.savedAt)), ("app", Self.plain(kept.appVersion)),
        ("agent", Self.plain(kept.userAgent ?? "unknown")),
      ]
    }
    facts += [
      ("bytes", "\(bytes.count)"),
      ("given", Self.standing(isGiven, isState: kept != nil)),
    ]
    self.facts = facts
    var (lines, count) = ([Line](), 0)
    if let kept { Self.collect(kept.state, at: "", &lines, &count) }
    self.lines = lines
    more = count - lines.count
  }

  var description: String {
    let head = facts.map { Self.padded($0.0, to: 8) + $0.1 }
    let width = min(lines.map(\.path.count).max() ?? 0, Self.widestPath) + 2
    let body = lines.map { Self.padded($0.path, to: width) + Self.padded($0.kind, to: 8) + $0.value }
    let rest = more > 0 ? ["and \(more) more"] : []
    return (head + [""] + body + rest).joined(separator: "\n") + "\n"
  }

  private static func standing(_ isGiven: Bool, isState: Bool) -> String {
    if isGiven { return "yes" }
    return isState ? "no: it is too old, or of another generation of the app" : "no: it is not a saved state"
  }

  private static func collect(
    _ value: JSONValue, at path: String, _ lines: inout [Line], _ count: inout Int
  ) {
    count += 1
    if lines.count < maximumLines { lines.append(line(value, at: path)) }
    switch value {
    case .object(let members):
      for key in members.keys.sorted() {
        guard let member = members[key] else { continue }
        collect(member, at: below(path, step(key)), &lines, &count)
      }
    case .array(let values):
      for (number, value) in values.enumerated() {
        collect(value, at: below(path, "\(number)"), &lines, &count)
      }
    case .null, .bool, .integer, .number, .string: break
    }
  }

  private static func line(_ value: JSONValue, at path: String) -> Line {
    let path = path.isEmpty ? "/" : path
    switch value {
    case .null: return Line(path: path, kind: "null", value: "")
    case .bool(let flag): return Line(path: path, kind: "bool", value: "\(flag)")
    case .integer(let number): return Line(path: path, kind: "number", value: "\(number)")
    case .number(let number): return Line(path: path, kind: "number", value: "\(number)")
    case .string(let text): return Line(path: path, kind: "text", value: "\"\(plain(text))\"")
    case .array(let values): return Line(path: path, kind: "array", value: "\(values.count)")
    case .object(let members):
      return Line(path: path, kind: "object", value: plain(members.keys.sorted().joined(separator: ", ")))
    }
  }

  /// A path with one more step; of a very long path only the end.
  private static func below(_ path: String, _ step: String) -> String {
    let whole = "\(path)/\(step)"
    return whole.utf8.count > longestPath ? "…" + whole.suffix(longestPath / 4) : whole
  }

  private static func step(_ key: String) -> String {
    plain(key.replacing("~", with: "~0").replacing("/", with: "~1"))
  }

  /// A text on one line: shortened, with line ends, direction controls and invisible characters as numbers.
  private static func plain(_ text: String) -> String {
    let shown = text.unicodeScalars.prefix(maximumText).map { scalar in
      unseen.contains(scalar.properties.generalCategory)
        ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }
    return shown.joined() + (text.unicodeScalars.count > maximumText ? "…" : "")
  }

  private static let unseen: Set<Unicode.GeneralCategory> = [
    .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned,
  ]

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
