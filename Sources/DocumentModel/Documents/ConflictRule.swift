/// The action when another document has the name.
public enum ConflictRule: String, Hashable, Sendable, Codable, CaseIterable {
  /// The new one gets a number: `report 2.pdf`.
  case rename
  /// The new one is refused with `.nameTaken`.
  case fail
  /// The new one becomes the next version of the one that is there.
  case replace
}
