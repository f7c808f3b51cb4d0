/// A value of JSON (RFC 8259) in any form, such as a preference or the saved state of an app.
public enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number without a fraction that 64 bits hold.
  case integer(Int64)
  /// Any other number.
  case number(Double)
  /// Text.
  case string(String)
  /// Values in order.
  case array([JSONValue])
  /// Values by name.
  case object([String: JSONValue])

  /// The depth of nesting: 1 for a number or text, 2 for an array of them.
  public var depth: Int {
    switch self {
    case .array(let values): 1 + (values.map(\.depth).max() ?? 0)
    case .object(let members): 1 + (members.values.map(\.depth).max() ?? 0)
    default: 1
    }
  }
}

/// Only ``init(reading:limits:)`` reads it, never Foundation's decoder.
extension JSONValue: Encodable {
  /// Writes the plain value, without a wrapper.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let values): try container.encode(values)
    case .object(let members): try container.encode(members)
    }
  }
}

// MARK: - Writing

/// Writing JSON as text, in one pass; `JSONEncoder` takes ten times as long for long lists of numbers.
extension JSONValue {
  /// The value as JSON without white space; members are sorted by name, so that equal values have equal texts.
  public var written: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    // JSON has no infinity; none can be read.
    case .number(let value): text += value.isFinite ? String(value) : "null"
    case .string(let value): Self.write(value, to: &text)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
        if index > 0 { text += "," }
        Self.write(member.key, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  private static func write(_ value: String, to text: inout String) {
    text += "\""
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20:
        text += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}
