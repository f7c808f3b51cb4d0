/// Keeps what people have chosen.
///
/// Threading and errors as in ``DocumentIndex``.
public protocol PreferenceStore: Sendable {
  /// All that was chosen; empty at first.
  func preferences() async throws(DocumentError) -> [PreferenceKey: JSONValue]
  /// Keeps `preferences` in place of the earlier ones, durably.
  func save(_ preferences: [PreferenceKey: JSONValue]) async throws(DocumentError)
}
