public import DocumentModel

/// Whether, when and in which languages the words of scans are read, as people chose it.
///
/// ```
///   scans.reading    "on", "paused" or "off"
///   scans.hours      "22:00-06:00"; "" for the whole day
///   scans.languages  ["deu", "eng"]; [] for all that are installed
/// ```
public struct ScanSettings: Hashable, Sendable {
  /// Whether they are read at all.
  public enum Mode: String, Hashable, Sendable {
    /// They are.
    case on
    /// Not now.
    case paused
    /// Not in this workspace.
    case off
  }

  /// The state of the reading.
  public enum State: String, Hashable, Sendable {
    /// Pages are read as soon as nothing else is to be done.
    case on
    /// It was paused.
    case paused
    /// It was switched off.
    case off
    /// Its hours have not come.
    case outsideHours = "outside-hours"
    /// The program is not installed, or has no language.
    case missing
  }

  /// Whether they are read at all.
  public var mode = Mode.on
  /// The hours of the day in which they are read, by the clock on the server's wall; nil for all.
  public var hours: HoursOfDay?
  /// The languages, the likeliest first; none for all that are installed.
  public var languages: [RecognitionLanguage] = []
  /// The app's language.
  public var own: TextLanguage?

  /// Those of a new workspace.
  public init() {}

  /// Those among preferences; what is none of the values that a setting may have is as if it was not chosen.
  public init(_ value: (PreferenceKey) -> JSONValue?) {
    func chosen(_ name: String) -> JSONValue? { PreferenceKey(name).flatMap(value) }
    mode = chosen("scans.reading")?.text.flatMap(Mode.init) ?? .on
    hours = chosen("scans.hours")?.text.flatMap { HoursOfDay($0) }
    if case .array(let names) = chosen("scans.languages") {
      languages = names.compactMap { $0.text.flatMap { RecognitionLanguage($0) } }
    }
    own = chosen("look.language")?.text.flatMap(TextLanguage.init)
  }

  /// Whether `key` is one of theirs.
  public static func concerns(_ key: PreferenceKey) -> Bool { key.description.hasPrefix("scans.") }

  /// The state at a minute of the day, with a recognizer that has `installed` languages.
  public func state(atMinute minute: Int, installed: [RecognitionLanguage]) -> State {
    guard mode != .off else { return .off }
    guard !installed.isEmpty else { return .missing }
    guard mode != .paused else { return .paused }
    return hours?.contains(minute: minute) ?? true ? .on : .outsideHours
  }

  /// The choice of languages for a page.
  public func choice(of installed: [RecognitionLanguage]) -> LanguageChoice {
    LanguageChoice(wished: languages, installed: installed, own: own)
  }
}
