public import DocumentModel
import FoundationEssentials

/// The rules of a workspace, as JSON in `Library/rules.json`, which people may edit while no server runs.
public struct RuleFile: RuleStore {
  private let file: LibraryFile
  static let maximumBytes: Int64 = 4 << 20

  /// The rules of the workspace at `root`.
  public init(root: SandboxRoot) {
    file = LibraryFile(root: root, path: SandboxPath.rules, maximumBytes: Self.maximumBytes)
  }

  /// The rules that were kept last; none at first.
  ///
  /// Throws `.storageFailed` when the file cannot be understood.
  public func rules() async throws(DocumentError) -> [Rule] {
    guard let bytes = try await file.read() else { return [] }
    return try Self.decode(bytes)
  }

  static func decode(_ bytes: [UInt8]) throws(DocumentError) -> [Rule] {
    let rules: [Rule]
    do {
      rules = try JSONDecoder().decode([Rule].self, from: Data(bytes))
    } catch {
      throw DocumentError(
        .storageFailed, "Library/rules.json is not a list of rules; repair or remove it", cause: error)
    }
    guard rules.count <= Rule.maximumCount, Set(rules.map(\.id)).count == rules.count else {
      throw DocumentError(
        .storageFailed, "Library/rules.json has too many rules, or one twice; repair or remove it")
    }
    return rules
  }

  /// Keeps `rules` in place of the earlier ones, durably.
  public func save(_ rules: [Rule]) async throws(DocumentError) {
    try await file.write(LibraryFile.json(rules, at: SandboxPath.rules))
  }
}
