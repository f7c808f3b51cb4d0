/// Who asks, for what is written down about changes.
///
/// Says nothing of secrets: the name is the one that its owner gave the token.
enum Visitor {
  /// The name of the token or session of the request that this task answers; nil when nobody has to sign in.
  @TaskLocal static var name: String?
}
