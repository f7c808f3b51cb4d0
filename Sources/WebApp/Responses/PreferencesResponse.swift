import DocumentModel
import Workspace

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
