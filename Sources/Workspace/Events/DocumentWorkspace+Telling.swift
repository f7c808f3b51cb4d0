import DocumentModel

extension DocumentWorkspace {
  /// Does `body`, which notes more than one thing in the index; when it fails, all who listen hear of what it had done until
  /// then.
  ///
  /// What it does when it succeeds is its own to tell.
  func tellingOfParts<Value>(
    _ body: () async throws(DocumentError) -> Value
  ) async throws(DocumentError) -> Value {
    do throws(DocumentError) {
      return try await body()
    } catch {
      await events.notify()
      throw error
    }
  }
}
