import DocumentModel
import FoundationEssentials

/// The preferences that the app knows: `Resources/preferences.json`.
enum BuiltInSettings {
  /// Throws `StartError` when the file is not there or not what it should be.
  static func load(_ files: AppFiles) throws(StartError) -> [PreferenceSetting] {
    let bytes = try files.read("preferences.json")
    do {
      return try JSONDecoder().decode([PreferenceSetting].self, from: Data(bytes))
    } catch {
      throw StartError("Resources/preferences.json is not a list of settings: \(error)")
    }
  }
}
