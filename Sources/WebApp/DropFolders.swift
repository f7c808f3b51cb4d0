import Glibc

/// The drop folders that an operator named, checked before anything is taken out of them.
enum DropFolders {
  /// Throws ``StartError`` when a drop folder lies in the workspace, holds it, or overlaps another: what is imported
  /// would be found and imported again.
  static func check(_ folders: [String], root: String) throws(StartError) {
    var taken = [resolved(root)]
    for folder in folders {
      let path = resolved(folder)
      guard !taken.contains(where: { overlaps($0, path) }) else {
        throw StartError(
          "the drop folder \(folder) overlaps the workspace or another drop folder; give it a place of its own"
        )
      }
      taken.append(path)
    }
  }

  /// Whether one of two resolved paths is, holds or lies in the other.
  static func overlaps(_ left: String, _ right: String) -> Bool {
    let (one, other) = (beneath(left), beneath(right))
    return one.hasPrefix(other) || other.hasPrefix(one)
  }

  /// What all paths in a directory begin with; `/` ends with a slash already.
  private static func beneath(_ path: String) -> String { path.hasSuffix("/") ? path : path + "/" }

  /// The path without links, as far as it exists.
  static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else {
      guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return path }
      return resolved(String(path[..<slash])) + path[slash...]
    }
    defer { free(real) }
    return String(cString: real)
  }
}
