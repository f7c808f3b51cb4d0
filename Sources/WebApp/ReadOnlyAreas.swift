import DocumentModel
import LinuxSystem
import Storage

/// The read-only areas of a server: those that an operator named, and the samples that come with Sheaf.
enum ReadOnlyAreas {
  /// The area of the bundled samples, unless an operator's has that name.
  static let samples = "Samples"

  /// Opens all of them, by name.
  ///
  /// Throws ``StartError`` for two of one name, a directory that cannot be read, and one that overlaps the workspace: what
  /// is private in it would be shown.
  static func open(
    _ settings: [ReadOnlyAreaSetting], root: String, files: AppFiles, pool: BlockingPool
  ) throws(StartError) -> [ReadOnlyArea] {
    var areas: [FileName: ReadOnlyArea] = [:]
    for setting in settings {
      guard !DropFolders.overlaps(DropFolders.resolved(root), DropFolders.resolved(setting.path)) else {
        throw StartError(
          "the read-only area \"\(setting.name)\" overlaps the workspace; name another directory")
      }
      let area = try open(setting.name, setting.path, pool)
      guard areas.updateValue(area, forKey: setting.name) == nil else {
        throw StartError("two read-only areas are called \"\(setting.name)\"; give each a name of its own")
      }
    }
    if let name = try? FileName(samples), areas[name] == nil {
      // Without its samples a server is as good as ever.
      areas[name] = try? ReadOnlyArea(name, opening: "\(files.resources)/samples", pool: pool)
    }
    return areas.values.sorted { $0.name < $1.name }
  }

  private static func open(
    _ name: FileName, _ path: String, _ pool: BlockingPool
  ) throws(StartError) -> ReadOnlyArea {
    do {
      return try ReadOnlyArea(name, opening: path, pool: pool)
    } catch {
      throw StartError("\(error.detail): \(path)")
    }
  }
}
