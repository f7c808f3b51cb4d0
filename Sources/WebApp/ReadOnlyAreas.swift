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
    _ settings: [ReadOnlyAreaSetting], root: String, files: AppFiles
  ) throws(StartError) -> [ReadOnlyArea] {
    var areas: [FileName: ReadOnlyArea] = [:]
    for setting in settings {
      guard !DropFolders.overlaps(DropFolders.resolved(root), DropFolders.resolved(setting.path)) else {
        throw StartError(
          "the read-only area \"\(setting.name)\" overlaps the workspace; name another directory")
      }
      let area = try open(setting.name, setting.path)
      guard areas.updateValue(area, forKey: setting.name) == nil else {
        throw StartError("two read-only areas are called \"\(setting.name)\"; give each a name of its own")
      }
    }
    if let name = try? FileName(samples), areas[name] == nil {
      // Without its samples a server is as good as ever.
      areas[name] = try? ReadOnlyArea(name, opening: "\(files.resources)/samples", pool: makePool())
    }
    return areas.values.sorted { $0.name < $1.name }
  }

  /// The threads of one area: those of a share that does not answer are held up, and nobody else waits for them.
  private static func makePool() -> BlockingPool { BlockingPool(threads: 2, name: "area") }

  private static func open(_ name: FileName, _ path: String) throws(StartError) -> ReadOnlyArea {
    do {
      return try ReadOnlyArea(name, opening: path, pool: makePool())
    } catch {
      throw StartError("\(error.detail): \(path)")
    }
  }
}
