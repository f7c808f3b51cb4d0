/// Keeps the types and handlers that users added to the registry.
///
/// Threading and errors as in ``DocumentIndex``.
public protocol DeclarationStore: Sendable {
  /// The declarations of users; empty at first.
  func declarations() async throws(DocumentError) -> TypeDeclarations
  /// Keeps `declarations` in place of the earlier ones.
  func save(_ declarations: TypeDeclarations) async throws(DocumentError)
}
