/// The place of a document: a folder below `Documents` and a name in it.
///
/// Never an absolute path.
public struct Location: Hashable, Sendable, Codable, Comparable {
  /// The folder; `FolderPath.top` for `Documents` itself.
  public var folder: FolderPath
  /// The file's name in that folder.
  public var name: FileName

  /// A location from its two parts.
  public init(folder: FolderPath = .top, name: FileName) {
    self.folder = folder
    self.name = name
  }

  /// The two parts joined by a slash, relative to `Documents`.
  public var relativePath: String {
    folder.isTop ? name.description : "\(folder)/\(name)"
  }

  /// Orders places by their path.
  public static func < (left: Location, right: Location) -> Bool {
    left.relativePath < right.relativePath
  }
}
