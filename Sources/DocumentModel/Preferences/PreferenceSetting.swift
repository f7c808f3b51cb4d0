/// A preference that the app knows: key, title, initial value and choices.
///
/// A page of settings can be built from these values alone.
public struct PreferenceSetting: Hashable, Sendable, Encodable {
  /// One of the values to choose from.
  public struct Choice: Hashable, Sendable, Encodable {
    /// The stored value.
    public let value: JSONValue
    /// The title for users.
    public let title: String

    init?(_ entry: JSONValue) {
      guard let value = entry.members?["value"], let title = entry.members?["title"]?.text else { return nil }
      (self.value, self.title) = (value, title)
    }
  }

  /// The form of a value that is more than of one kind.
  public enum Format: String, Hashable, Sendable, Encodable {
    /// ``HoursOfDay``, or an empty text for the whole day.
    case hours
    /// A list of ``RecognitionLanguage``, at most ``PreferenceSetting/mostLanguages``.
    case languages
  }

  /// The most languages in a list of them.
  public static let mostLanguages = 32

  /// The key, as in ``PreferenceKey``.
  public let key: String
  /// The title for users.
  public let title: String
  /// The value until a user chooses another.
  public let initial: JSONValue
  /// The values to choose from; nil for any value of the same kind as `initial`.
  public let choices: [Choice]?
  /// The form that values must have; nil for any.
  public let format: Format?

  /// A setting as `Resources/preferences.json` lists it; nil for anything else.
  public init?(_ entry: JSONValue) {
    guard let members = entry.members, let key = members["key"]?.text, let title = members["title"]?.text,
      let initial = members["initial"]
    else { return nil }
    (self.key, self.title, self.initial) = (key, title, initial)
    format = members["format"]?.text.flatMap(Format.init)
    guard members["format"] == nil || format != nil else { return nil }
    guard let choices = members["choices"] else {
      self.choices = nil
      return
    }
    guard case .array(let entries) = choices else { return nil }
    self.choices = entries.compactMap(Choice.init)
    guard self.choices?.count == entries.count else { return nil }
  }

  /// Whether `value` may be stored under this key.
  public func allows(_ value: JSONValue) -> Bool {
    if let choices { return choices.contains { $0.value == value } }
    if let format { return Self.allows(value, format) }
    return switch (initial, value) {
    case (.bool, .bool), (.string, .string), (.array, .array), (.object, .object): true
    case (.integer, .integer), (.number, .integer), (.number, .number): true
    case (.null, _): true
    default: false
    }
  }

  private static func allows(_ value: JSONValue, _ format: Format) -> Bool {
    switch (format, value) {
    case (.hours, .string(let text)): text.isEmpty || HoursOfDay(text) != nil
    case (.languages, .array(let names)):
      names.count <= mostLanguages
        && names.allSatisfy { $0.text.flatMap { RecognitionLanguage($0) } != nil }
    default: false
    }
  }
}

/// The name of a preference: `library.order`.
///
/// One to 64 ASCII letters, digits, dots, hyphens and underscores, the first of them a letter.
public struct PreferenceKey: Hashable, Sendable, Comparable, LosslessStringConvertible {
  /// The name.
  public let description: String

  /// The key written in `text`, or nil when it can be none.
  public init?(_ text: some StringProtocol) {
    guard (1...64).contains(text.utf8.count), text.utf8.first.map(Self.isLetter) == true,
      text.utf8.allSatisfy({
        Self.isLetter($0) || (0x30...0x39).contains($0) || [0x2D, 0x2E, 0x5F].contains($0)
      })
    else { return nil }
    description = String(text)
  }

  /// Orders keys by their letters' codes.
  public static func < (left: PreferenceKey, right: PreferenceKey) -> Bool {
    left.description.utf8.lexicographicallyPrecedes(right.description.utf8)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}
