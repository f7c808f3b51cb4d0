public import DocumentModel
public import LinuxSystem

/// The files of a folder of the machine that are to come into the store, which keeps their structure.
///
/// As in a drop folder, links, pipes and what other programs keep for themselves (``IgnoredNames``) are passed over, and a
/// package is one document. Calls block.
public struct ImportSurvey: Sendable {
  /// A file, or a package.
  public struct Item: Sendable {
    /// Where it is to lie.
    public let location: Location
    /// Where it lies in the folder, in UTF-8.
    public let path: String
    let place: DropPath
  }

  /// All that is to come, in the order of the names' bytes.
  public private(set) var items: [Item] = []
  /// The folders that it is to lie in, and those in which nothing lies; each before those below it.
  public private(set) var folders: [FolderPath] = []
  /// Files that are passed over, with the reasons.
  public private(set) var passedOver: [(path: String, reason: String)] = []
  let directory: Directory
  private let packages: PackageNames

  /// Looks through `directory`, of which everything is to lie below `target`; folders called as `packages` says are documents.
  ///
  /// Throws when the directory itself cannot be read.
  public init(of directory: Directory, below target: FolderPath, packages: PackageNames) throws {
    self.directory = directory
    self.packages = packages
    try see(directory, at: DropPath(), below: target)
  }

  private mutating func see(_ folder: Directory, at place: DropPath, below target: FolderPath) throws {
    let entries = try folder.entries().sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    folders.append(target)
    for entry in entries {
      let path = place.appending(entry.bytes)
      do {
        if let reason = try see(entry, at: path, in: folder, below: target) { pass(over: path, reason) }
      } catch {
        pass(over: path, "\(error)")
      }
    }
  }

  private mutating func see(
    _ entry: DirectoryEntry, at path: DropPath, in folder: Directory, below target: FolderPath
  ) throws -> String? {
    guard !IgnoredNames.contains(path.name) else { return "hidden, or of a program's own" }
    let name = FileName(sanitizing: path.name)
    let kind = try folder.status(bytes: entry.bytes).kind
    switch kind {
    case .link: return "a symbolic link"
    case .special: return "no file"
    case .directory where !packages.contains(name):
      guard target.names.count < FolderPath.maximumDepth else { return "too deep" }
      try see(try folder.directory(bytes: entry.bytes), at: path, below: target.appending(name))
    case .directory, .regular:
      items.append(Item(location: Location(folder: target, name: name), path: Self.shown(path), place: path))
    }
    return nil
  }

  private mutating func pass(over path: DropPath, _ reason: String) {
    passedOver.append((Self.shown(path), reason))
  }

  private static func shown(_ path: DropPath) -> String { String(decoding: path.bytes, as: UTF8.self) }
}
