/// All known types and handlers, and the questions one asks of them.
///
/// A value: adding gives a new registry.
public struct FileTypeRegistry: Sendable {
  /// What it was built from.
  public let declarations: TypeDeclarations

  /// A registry of the given declarations.
  public init(_ declarations: TypeDeclarations) throws(DocumentError) {
    self.declarations = declarations
  }
}
