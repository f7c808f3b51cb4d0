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
    await several(
      paths, named: name(of:),
      { path in try await add(path, to: target, importer) },
      then: { path, outcome in
        switch outcome {
        case .success(let document): announce("\(document.id)\t\(document.location.relativePath)")
        case .failure(let error): failures.append("\(path): \(error)")
        }
      })
    await assembly.pool.stop()
    return failures
  }

  /// Does `body` for a few paths at a time: while one waits for the disk, another one is hashed or looked at.
  ///
  /// Tells `tell` of each in the order of `paths`. Of two with one name the second begins after the first, so that it is
  /// the one that gets a number.
  static func several<Value: Sendable>(
    _ paths: [String], named name: (String) -> FileName,
    _ body: @escaping @Sendable (String) async throws -> Value,
    then tell: (String, Result<Value, any Error>) -> Void
  ) async {
    await withTaskGroup(of: (number: Int, outcome: Result<Value, any Error>).self) { group in
      var (running, ended, told) = ([Int: FileName](), [Int: Result<Value, any Error>](), 0)
      func waitForOne() async {
        guard let one = await group.next() else { return }
        running[one.number] = nil
        ended[one.number] = one.outcome
        while let outcome = ended.removeValue(forKey: told) {
          tell(paths[told], outcome)
          told += 1
        }
      }
      for (number, path) in paths.enumerated() {
        let name = name(path)
        while running.count >= width || running.values.contains(name) { await waitForOne() }
        running[number] = name
        group.addTask { (number, await result { try await body(path) }) }
      }
      while !running.isEmpty { await waitForOne() }
    }
  }

  private static func result<Value>(_ body: () async throws -> Value) async -> Result<Value, any Error> {
    do {
      return .success(try await body())
    } catch {
      return .failure(error)
    }
  }

  /// Files at a time: enough to keep a disk and two processors busy.
  private static let width = 4

  private static func name(of path: String) -> FileName {
    FileName(sanitizing: path.split(separator: "/").last.map(String.init) ?? path)
  }

  private static func add(
    _ path: String, to folder: FolderPath, _ importer: FileImporter
  ) async throws -> Document {
    let file = try Descriptor.open(path, flags: O_RDONLY | O_NONBLOCK)
    let name = name(of: path)
    let kind = try file.status().kind
    if kind == .directory, importer.packageNames.contains(name) {
      let package = try Directory(duplicating: file.rawValue)
      return try await importer.add(package: package, named: name, in: folder, origin: .commandLine)
    }
    guard kind == .regular else { throw StartError("not a regular file, and no package") }
    return try await importer.add(file, named: name, in: folder, origin: .commandLine)
  }
}
