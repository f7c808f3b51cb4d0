public import DocumentModel
import Foundation

/// The registry of `Resources/file-types.json` as it lies in the tree, read once.
enum BuiltInRegistry {
  static let file = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Resources/file-types.json")

  private static let loaded = Result { try FileTypeRegistry(decoding: Data(contentsOf: file)) }

  static var registry: FileTypeRegistry {
    get throws { try loaded.get() }
  }
}

extension TypeIdentifier: ExpressibleByStringLiteral {
  /// A type identifier from a literal; an invalid one becomes `public.data`, which fails the test.
  public init(stringLiteral text: String) {
    self = TypeIdentifier(text) ?? .data
  }
}

/// The detail of the refusal that `body` throws; nil when it throws none.
func refusal(_ body: () throws -> Void) -> String? {
  do {
    try body()
    return nil
  } catch {
    return (error as? DocumentError)?.detail ?? "\(error)"
  }
}

extension TypeDeclarations {
  init(json: String) throws {
    try self.init(decoding: Data(json.utf8))
  }
}
