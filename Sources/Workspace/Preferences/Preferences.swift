public import DocumentModel
import Synchronization

/// The choices of people, over the defaults.
///
/// Safe from any thread; reading does not wait.
public final class Preferences: Sendable {
  /// More names than this cannot be chosen.
  public static let maximumCount = 512
  /// How deep values may lie in one another.
  public static let maximumDepth = 16

  /// Refuses the value that a preference has at the moment of a change, where it is not what a client knows; nil for none.
  public typealias ValueCheck = (JSONValue?) throws(DocumentError) -> Void

  /// The settings of the app, with titles and choices.
  public let settings: [PreferenceSetting]
  private let initial: [PreferenceKey: PreferenceSetting]
  private let store: any PreferenceStore
  private let notices: Broadcast<Notice>
  private let chosen: Mutex<[PreferenceKey: JSONValue]>
  /// One change at a time: it is kept before it is shown.
  private let lock = KeyedLock<Int>()

  /// The preferences that `store` keeps, over `settings`.
  ///
  /// Throws `.invalidParameter` for a setting whose name can be none or whose initial value it does not allow.
  public init(
    _ settings: [PreferenceSetting], store: any PreferenceStore, notices: Broadcast<Notice>
  ) async throws(DocumentError) {
    var initial: [PreferenceKey: PreferenceSetting] = [:]
    for setting in settings {
      guard let key = PreferenceKey(setting.key), setting.allows(setting.initial),
        initial.updateValue(setting, forKey: key) == nil
      else {
        throw DocumentError(.invalidParameter, "the setting \"\(setting.key)\" cannot be one, or is twice")
      }
    }
    self.settings = settings
    self.initial = initial
    self.store = store
    self.notices = notices
    chosen = Mutex(try await store.preferences())
  }

  /// Every preference that has a value: the chosen one, else the initial one.
  public var values: [PreferenceKey: JSONValue] {
    initial.mapValues(\.initial).merging(chosen.withLock { $0 }) { $1 }
  }

  /// The value of one preference; nil when it has none.
  public func value(of key: PreferenceKey) -> JSONValue? {
    chosen.withLock { $0[key] } ?? initial[key]?.initial
  }

  /// The name of the handlers that were chosen for types: an object of types and handlers.
  public static let handlersKey = PreferenceKey("opening.handlers")

  /// The handlers that were chosen for types, as ``handlersKey`` has them.
  public var chosenHandlers: [TypeIdentifier: String] {
    guard let key = Self.handlersKey, let members = value(of: key)?.members else { return [:] }
    return members.reduce(into: [:]) { chosen, member in
      if let type = TypeIdentifier(member.key) { chosen[type] = member.value.text }
    }
  }

  /// Chooses a value, durably, and notifies listeners when it is another than before.
  ///
  /// Throws `.invalidParameter` for a value that its setting does not allow or that lies too deep. Throws `.tooLarge`
  /// for one name too many, and what `require` does.
  public func set(
    _ key: PreferenceKey, to value: JSONValue, client: ClientName? = nil,
    unless require: ValueCheck = { _ in }
  ) async throws(DocumentError) {
    guard value.depth <= Self.maximumDepth else {
      throw DocumentError(.invalidParameter, "values lie in one another \(Self.maximumDepth) deep at most")
    }
    if let setting = initial[key], !setting.allows(value) {
      throw DocumentError(.invalidParameter, "\(key) cannot have that value")
    }
    try await change(key, to: value, client, require)
  }

  /// Goes back to the initial value.
  ///
  /// Throws what `require` does.
  public func remove(
    _ key: PreferenceKey, client: ClientName? = nil, unless require: ValueCheck = { _ in }
  ) async throws(DocumentError) {
    try await change(key, to: nil, client, require)
  }

  private func change(
    _ key: PreferenceKey, to value: JSONValue?, _ client: ClientName?, _ require: ValueCheck
  ) async throws(DocumentError) {
    try await lock.withLock(0) { () async throws(DocumentError) in
      try require(self.value(of: key))
      var changed = chosen.withLock { $0 }
      guard changed[key] != value else { return }
      changed[key] = value
      guard changed.count <= Self.maximumCount else {
        throw DocumentError(.tooLarge, "\(Self.maximumCount) preferences are the most")
      }
      try await store.save(changed)
      chosen.withLock { $0 = changed }
      notices.post(.preference(key, value, client: client))
    }
  }
}
