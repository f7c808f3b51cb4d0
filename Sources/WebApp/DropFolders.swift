import Glibc
import LinuxSystem
import Workspace

/// The drop folders that an operator named, checked before anything is taken out of them.
struct DropFolders: Sendable {
  /// How long the start waits for folders that do not answer.
  private static let answerTime = Duration.seconds(5)

  /// A folder as it was named, and its path without links; nil for the end of the wait.
  private typealias Answer = (folder: String, path: String)?

  private let folders: [String]
  private let bearing: Rounds.Pause
  private let resolve: @Sendable (String) -> String

  /// The folders at these paths.
  ///
  /// `bearing` waits as long as a folder is given to answer; it and `resolve` are replaced in tests.
  init(
    _ folders: [String], bearing: @escaping Rounds.Pause = { try? await Task.sleep(for: $0) },
    resolve: @escaping @Sendable (String) -> String = Self.resolved
  ) {
    self.folders = folders
    self.bearing = bearing
    self.resolve = resolve
  }

  /// Throws ``StartError`` when a drop folder lies in the workspace at `root`, holds it, or overlaps another: what is imported
  /// would be found and imported again.
  func check(root: String) async throws(StartError) {
    let paths = await resolved()
    var taken = [Self.resolved(root)]
    for folder in folders {
      // One that does not answer lies on another disk than the workspace: where it is named tells enough.
      let path = paths[folder] ?? folder
      guard !taken.contains(where: { Self.overlaps($0, path) }) else {
        throw StartError(
          "the drop folder \(folder) overlaps the workspace or another drop folder; give it a place of its own"
        )
      }
      taken.append(path)
    }
  }

  /// The paths of those that answer in time, by their names.
  private func resolved() async -> [String: String] {
    let asked = Set(folders)
    let (answers, answer) = AsyncStream<Answer>.makeStream()
    for folder in asked {
      // A thread of its own: that of one that does not answer is held up.
      let pool = BlockingPool(threads: 1, name: "drop")
      Task { [resolve] in answer.yield((folder, await pool.run { resolve(folder) })) }
    }
    let limit = Task { [bearing] in
      await bearing(Self.answerTime)
      answer.yield(nil)
    }
    defer { limit.cancel() }
    var (paths, iterator) = ([String: String](), answers.makeAsyncIterator())
    while paths.count < asked.count, let next = await iterator.next(), let (folder, path) = next {
      paths[folder] = path
    }
    return paths
  }

  /// Whether one of two resolved paths is, holds or lies in the other.
  static func overlaps(_ left: String, _ right: String) -> Bool {
    let (one, other) = (beneath(left), beneath(right))
    return one.hasPrefix(other) || other.hasPrefix(one)
  }

  /// What all paths in a directory begin with; `/` ends with a slash already.
  private static func beneath(_ path: String) -> String { path.hasSuffix("/") ? path : path + "/" }

  /// The path without links, as far as it exists.
  ///
  /// Blocks, for as long as a disk on the way does not answer.
  @Sendable static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else {
      guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return path }
      return resolved(String(path[..<slash])) + path[slash...]
    }
    defer { free(real) }
    return String(cString: real)
  }
}
