public import DocumentModel
import FoundationEssentials

/// The choices of people, as JSON in `Library/preferences.json`, which they may edit while no server runs.
public struct PreferenceFile: PreferenceStore {
  private let file: LibraryFile
  static let maximumBytes: Int64 = 16 << 20

  /// The preferences of the workspace at `root`.
  public init(root: SandboxRoot) {
    file = LibraryFile(root: root, path: SandboxPath.preferences, maximumBytes: Self.maximumBytes)
  }

  /// All that was chosen; empty at first.
  ///
  /// Throws `.storageFailed` when the file is not an object of JSON whose members can be preferences.
  public func preferences() async throws(DocumentError) -> [PreferenceKey: JSONValue] {
    guard let bytes = try await file.read() else { return [:] }
    return try Self.decode(bytes)
  }

  static func decode(_ bytes: [UInt8]) throws(DocumentError) -> [PreferenceKey: JSONValue] {
    // Its length bounds it; many values in all are honest.
    guard let members = (try? JSONValue(reading: bytes, limits: JSONLimits(values: .max)))?.members else {
      throw DocumentError(
        .storageFailed, "Library/preferences.json is not an object of JSON; repair or remove it")
    }
    var preferences: [PreferenceKey: JSONValue] = [:]
    for (name, value) in members {
      guard let key = PreferenceKey(name) else {
        throw DocumentError(
          .storageFailed, "Library/preferences.json has a name that no preference can have: \"\(name)\"")
      }
      preferences[key] = value
    }
    return preferences
  }

  /// Keeps `preferences` in place of the earlier ones, durably.
  public func save(_ preferences: [PreferenceKey: JSONValue]) async throws(DocumentError) {
    let members = Dictionary(uniqueKeysWithValues: preferences.map { ($0.key.description, $0.value) })
    try await file.write(LibraryFile.json(members, at: SandboxPath.preferences))
  }
}
