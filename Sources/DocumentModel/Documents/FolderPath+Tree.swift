extension FolderPath {
  /// The most bytes of a folder's text: with a name after it, it fits the kernel's limit of 4,096 for a path.
  public static let maximumBytes = 3500

  /// The folder for documents that come from outside without a place; created on first use, absent when empty.
  public static let inbox = FolderPath([FileName(unchecked: "Inbox")])

  /// Whether this is `folder` or lies below it, at any depth.
  public func isWithin(_ folder: FolderPath) -> Bool {
    names.starts(with: folder.names)
  }

  /// This folder, if it can be kept and read again.
  ///
  /// Throws `.invalidName` for one that is nested too deeply or whose path is too long.
  public func checked() throws(DocumentError) -> FolderPath {
    try FolderPath(parsing: description)
  }
}
