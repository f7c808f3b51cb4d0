import DocumentModel

/// The preferences that the app knows: `Resources/preferences.json`.
enum BuiltInSettings {
  static func load(_ files: AppFiles) throws(StartError) -> [PreferenceSetting] {
    let bytes = try files.read("preferences.json")
    guard case .array(let entries)? = try? JSONValue(reading: bytes) else {
      throw StartError("Resources/preferences.json is not a list of settings")
    }
    return try entries.enumerated().map { (number, entry) throws(StartError) in
      guard let setting = PreferenceSetting(entry) else {
        throw StartError("Resources/preferences.json: entry \(number + 1) is no setting")
      }
      return setting
    }
  }
}
