import DocumentModel
import Workspace

/// All preferences that have a value, and what the app knows of them.
struct PreferencesAnswer: Encodable {
  let preferences: [String: JSONValue]
  let settings: [PreferenceSetting]

  init(_ all: Preferences) {
    preferences = Dictionary(uniqueKeysWithValues: all.values.map { ($0.key.description, $0.value) })
    settings = all.settings
  }
}

/// One preference; `value` is null where it went back to having none.
struct PreferenceAnswer: Encodable {
  let key: String
  let value: JSONValue
  var client: String?
}
