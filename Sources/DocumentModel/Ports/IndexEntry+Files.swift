/// Which file it is that a fingerprint is of.
extension IndexEntry {
  /// Stands before the time at which a file was made, at the end of its fingerprint: see ``PlacedContent/fingerprint``.
  public static let birthMark: Character = "@"

  /// Whether both fingerprints are surely of one file, wherever it lies and whatever was written to it: it has the same
  /// number and was made at the same time.
  ///
  /// False where the file system does not say when a file was made: the numbers of removed files are given to new ones.
  public static func isSameFile(_ one: String, _ other: String) -> Bool {
    guard let birth = birth(of: one), birth == self.birth(of: other) else { return false }
    return fileIdentity(of: one) == fileIdentity(of: other)
  }

  /// Whether both fingerprints are surely of two files.
  ///
  /// False where the file system does not say when a file was made.
  public static func isOtherFile(_ one: String, _ other: String) -> Bool {
    guard birth(of: one) != nil, birth(of: other) != nil else { return false }
    return !isSameFile(one, other)
  }

  /// Whether a file that looks like `other` is, also by the time of its last change, just as it was.
  ///
  /// An entry that was written before fingerprints said when a file was made still counts.
  public func matches(_ other: String) -> Bool {
    Self.withoutBirth(fingerprint) == Self.withoutBirth(other)
  }

  private static func birth(of fingerprint: String) -> Substring? {
    fingerprint.lastIndex(of: birthMark).map { fingerprint[fingerprint.index(after: $0)...] }
  }

  private static func withoutBirth(_ fingerprint: String) -> Substring {
    fingerprint.lastIndex(of: birthMark).map { fingerprint[..<$0] } ?? fingerprint[...]
  }
}
