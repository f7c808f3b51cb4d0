import DocumentModel
import Glibc
import LinuxSystem
public import Logging
import Previews
import Workspace

/// The command `sheaf import`.
public struct FileImport {
  private enum Source: Sendable {
    case named(path: String, Location)
    case found(folder: String, ImportSurvey, ImportSurvey.Item)

    var path: String {
      switch self {
      case .named(let path, _): path
      case .found(let folder, _, let item): "\(folder)/\(item.path)"
      }
    }

    var location: Location {
      switch self {
      case .named(_, let location): location
      case .found(_, _, let item): item.location
      }
    }
  }

  /// The number of imported files.
  public private(set) var imported = 0
  /// A sentence for each file that failed.
  public private(set) var failures: [String] = []
  /// The skipped entries of folders, with reasons.
  public private(set) var passedOver: [String] = []
  private var sources: [Source] = []
  private var folders: [FolderPath] = []

  /// The result in one sentence.
  public var summary: String {
    "\(imported) of \(imported + failures.count) files imported, \(passedOver.count) passed over"
  }

  private init() {}

  /// Copies files and folders with everything in them into the workspace of `configuration`, which no server may have
  /// open.
  ///
  /// `announce` receives a line for each imported file, `progress` a line at intervals. Throws when no file could be
  /// imported at all.
  public static func run(
    _ paths: [String], into folder: String, _ configuration: Configuration, log: Logger,
    progress: @escaping @Sendable (String) -> Void, announce: (String) -> Void
  ) async throws -> FileImport {
    let target = try FolderPath(parsing: folder)
    let assembly = try await Assembly(configuration, log: log)
    let importer = assembly.importer(on: assembly.blocking)
    var outcome = FileImport()
    for path in paths { outcome.look(at: path, target, root: configuration.root, importer.packageNames) }
    for folder in outcome.folders { await outcome.make(folder, in: assembly.workspace) }
    let (line, sources) = (ProgressLine(progress), outcome.sources)
    await several(
      sources, named: \.location,
      { source in try await add(source, importer) },
      then: { source, result in
        switch result {
        case .success(let document):
          outcome.imported += 1
          announce("\(document.id)\t\(document.location.relativePath.printable)")
        case .failure(let error): outcome.failures.append("\(source.path): \(error)")
        }
        line.show("\(outcome.imported + outcome.failures.count) of \(sources.count) files")
      })
    await assembly.pool.stop()
    return outcome
  }

  private mutating func look(at path: String, _ target: FolderPath, root: String, _ packages: PackageNames) {
    let name = Self.name(of: path)
    let place = Location(folder: target, name: name)
    guard let directory = try? Directory(opening: path), !packages.contains(name) else {
      return sources.append(.named(path: path, place))
    }
    do {
      guard !DropFolders.overlaps(DropFolders.resolved(root), DropFolders.resolved(path)) else {
        throw StartError("the folder overlaps the workspace")
      }
      let survey = try ImportSurvey(of: directory, below: target.appending(name), packages: packages)
      folders += survey.folders
      sources += survey.items.map { .found(folder: path, survey, $0) }
      passedOver += survey.passedOver.map { "\(path)/\($0.path): \($0.reason)" }
    } catch {
      failures.append("\(path): \(error)")
    }
  }

  private mutating func make(_ folder: FolderPath, in workspace: DocumentWorkspace) async {
    do {
      _ = try await workspace.folders.makeFolder(folder, parents: true)
    } catch {
      failures.append("\(folder): \(error)")
    }
  }

  /// Runs `body` for a few files at a time: while one waits for the disk, another is hashed or checked.
  ///
  /// Passes each result to `report` in the order of `items`. Of two files with one name the second begins after the
  /// first, so that the second one gets a number.
  static func several<Item: Sendable, Name: Hashable & Sendable, Value: Sendable>(
    _ items: [Item], named name: (Item) -> Name,
    _ body: @escaping @Sendable (Item) async throws -> Value,
    then report: (Item, Result<Value, any Error>) -> Void
  ) async {
    await withTaskGroup(of: (number: Int, outcome: Result<Value, any Error>).self) { group in
      var (running, ended, reported) = ([Int: Name](), [Int: Result<Value, any Error>](), 0)
      func waitForOne() async {
        guard let one = await group.next() else { return }
        running[one.number] = nil
        ended[one.number] = one.outcome
        while let outcome = ended.removeValue(forKey: reported) {
          report(items[reported], outcome)
          reported += 1
        }
      }
      for (number, item) in items.enumerated() {
        let name = name(item)
        while running.count >= width || running.values.contains(name) { await waitForOne() }
        running[number] = name
        group.addTask { (number, await result { try await body(item) }) }
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

  /// The number of concurrent files: enough for a disk and two processors.
  private static let width = 4

  /// The path `.` has the name of its folder.
  private static func name(of path: String) -> FileName {
    let last = path.split(separator: "/").last ?? "."
    let isRelative = last.allSatisfy { $0 == "." }
    let named = isRelative ? DropFolders.resolved(path).split(separator: "/").last ?? last : last
    return FileName(sanitizing: String(named))
  }

  private static func add(_ source: Source, _ importer: FileImporter) async throws -> Document {
    switch source {
    case .found(_, let survey, let item):
      try await importer.add(item, of: survey, origin: .commandLine)
    case .named(let path, let location):
      try await add(path, named: location.name, to: location.folder, importer)
    }
  }

  private static func add(
    _ path: String, named name: FileName, to folder: FolderPath, _ importer: FileImporter
  ) async throws -> Document {
    let file = try Descriptor.open(path, flags: O_RDONLY | O_NONBLOCK)
    let kind = try file.status().kind
    if kind == .directory, importer.packageNames.contains(name) {
      let package = try Directory(duplicating: file.rawValue)
      return try await importer.add(package: package, named: name, in: folder, origin: .commandLine)
    }
    guard kind == .regular else { throw StartError("not a regular file, and no package") }
    return try await importer.add(file, named: name, in: folder, origin: .commandLine)
  }
}
