/// The author of changes, as it is recorded with them.
///
/// The name is the one that the owner gave the token; the value holds no secret.
enum Visitor {
  /// The name of the token or session of the current request; nil on a server without sign-in.
  @TaskLocal static var name: String?
}
