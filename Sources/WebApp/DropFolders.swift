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

  private static func overlaps(_ left: String, _ right: String) -> Bool {
    left == right || left.hasPrefix(right + "/") || right.hasPrefix(left + "/")
  }

  /// The path without links, as far as it exists.
  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else {
      guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return path }
      return resolved(String(path[..<slash])) + path[slash...]
    }
    defer { free(real) }
    return String(cString: real)
  }
}
