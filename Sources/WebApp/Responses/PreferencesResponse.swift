import DocumentModel
import Workspace

/// All preferences with a value, and the settings that the app knows.
struct PreferencesResponse: Encodable {
  let preferences: [String: JSONValue]
  let settings: [PreferenceSetting]

  init(_ all: Preferences) {
    preferences = Dictionary(uniqueKeysWithValues: all.values.map { ($0.key.description, $0.value) })
    settings = all.settings
  }
}

/// One preference; `value` is null after a reset.
struct PreferenceResponse: Encodable {
  let key: String
  let value: JSONValue
  var client: String?
}
