import DocumentModel
import Testing

/// One promise of the content port, to be kept by every implementation.
struct ContentCheck: Sendable, CustomTestStringConvertible {
  /// The promise, as a sentence.
  let testDescription: String
  /// Tries it on an empty store.
  let run: @Sendable (any ContentStore) async throws -> Void

  init(_ promise: String, _ run: @escaping @Sendable (any ContentStore) async throws -> Void) {
    testDescription = promise
    self.run = run
  }

  /// All promises.
  static let all: [ContentCheck] = staging + placing + replacing + versions + moving + trashing + folders
}

/// Checks that a content store keeps every promise of its port; `make` gives an empty one each time.
func checkContentStore(make: () async throws -> any ContentStore) async throws {
  for check in ContentCheck.all { try await check.run(make()) }
}
