/// Names that other programs leave in shared folders and that are never documents: hidden files, locks of office
/// programs, transfers that are not finished, backups of editors, what file managers and archivers keep for themselves.
public enum IgnoredNames {
  private static let names: Set<String> = ["thumbs.db", "desktop.ini", "ehthumbs.db", "lost+found"]
  private static let prefixes = [".", "~$", "@eadir", "__macosx"]
  private static let endings = [
    ".part", ".partial", ".tmp", ".temp", ".crdownload", ".download", ".filepart", ".!ut", ".swp", "~",
  ]

  /// Whether a file or folder of this name is passed over.
  public static func contains(_ name: String) -> Bool {
    let name = name.lowercased()
    return names.contains(name) || prefixes.contains(where: name.hasPrefix)
      || endings.contains(where: name.hasSuffix)
  }
}
