/// Keeps which contents are private: nothing that is made of them is kept in `Caches`.
///
/// Threading and errors as in ``DocumentIndex``.
public protocol PrivateContentStore: Sendable {
  /// The contents that were kept last; none at first.
  func contents() async throws(DocumentError) -> Set<ContentHash>
  /// Keeps `contents` in place of the earlier ones, durably.
  func save(_ contents: Set<ContentHash>) async throws(DocumentError)
}
