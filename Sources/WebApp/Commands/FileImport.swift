import DocumentModel
import Glibc
import LinuxSystem
public import Logging
import Previews
import Workspace

/// What `sheaf import` does.
public enum FileImport {
  /// Copies files into the workspace of `configuration`, which nobody may be serving.
  ///
  /// Tells `announce` a line per file that came in. Returns a sentence per file that did not. Throws when nothing
  /// could be imported at all.
  public static func run(
    _ paths: [String], into folder: String, _ configuration: Configuration, log: Logger,
    announce: (String) -> Void
  ) async throws -> [String] {
    let target = try FolderPath(parsing: folder)
    let assembly = try await Assembly(configuration, log: log)
    let importer = FileImporter(into: assembly.workspace, pool: assembly.blocking)
    var failures: [String] = []
    for path in paths {
      do {
        let document = try await add(path, to: target, importer)
        announce("\(document.id)\t\(document.location.relativePath)")
      } catch {
        failures.append("\(path): \(error)")
      }
    }
    await assembly.pool.stop()
    return failures
  }

  private static func add(
    _ path: String, to folder: FolderPath, _ importer: FileImporter
  ) async throws -> Document {
    let file = try Descriptor.open(path, flags: O_RDONLY | O_NONBLOCK)
    let name = FileName(sanitizing: path.split(separator: "/").last.map(String.init) ?? path)
    let kind = try file.status().kind
    if kind == .directory, importer.packageNames.contains(name) {
      let package = try Directory(duplicating: file.rawValue)
      return try await importer.add(package: package, named: name, in: folder, origin: .commandLine)
    }
    guard kind == .regular else { throw StartError("not a regular file, and no package") }
    return try await importer.add(file, named: name, in: folder, origin: .commandLine)
  }
}
