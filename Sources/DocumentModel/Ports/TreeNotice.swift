/// A hint that other programs may have changed something in the tree.
public enum TreeNotice: Hashable, Sendable {
  /// At these places; it may have been the store itself.
  case places([Location])
  /// Anywhere.
  case anywhere
}
