/// A preference that the app knows: its name, what it means to people, which values it may have, and the one that holds
/// until somebody chooses another.
///
/// A page of settings can be made of these alone.
public struct PreferenceSetting: Hashable, Sendable, Codable {
  /// One of the values to choose from.
  public struct Choice: Hashable, Sendable, Codable {
    /// What is kept.
    public let value: JSONValue
    /// What people read.
    public let title: String
  }

  /// Its name, as in ``PreferenceKey``.
  public let key: String
  /// What people read.
  public let title: String
  /// What holds until somebody chooses.
  public let initial: JSONValue
  /// The values to choose from; nil for any value of the kind of `initial`.
  public let choices: [Choice]?

  /// Whether a value may be kept under this name.
  public func allows(_ value: JSONValue) -> Bool {
    if let choices { return choices.contains { $0.value == value } }
    return switch (initial, value) {
    case (.bool, .bool), (.string, .string), (.array, .array), (.object, .object): true
    case (.integer, .integer), (.number, .integer), (.number, .number): true
    case (.null, _): true
    default: false
    }
  }
}
