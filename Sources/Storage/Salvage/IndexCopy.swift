import GRDB
import LinuxSystem

/// A file that was the index, or is a copy of it.
struct IndexCopy: Sendable {
  let name: IndexCopyName
  /// When it was written, in nanoseconds since 1970, as the file says.
  let modified: Int64

  /// The path beneath the workspace's root.
  var path: String { name.path }

  /// Those of the given kinds in the workspace at `root`, the latest one first.
  ///
  /// Blocks.
  static func all(_ kinds: [IndexCopyName.Kind], in root: SandboxRoot) throws -> [IndexCopy] {
    var found: [IndexCopy] = []
    for folder in Set(kinds.map(\.folder)) {
      guard let directory = try root.directory.directoryIfPresent(folder) else { continue }
      for text in try directory.entries().compactMap(\.name) {
        guard let name = IndexCopyName(text), kinds.contains(name.kind), name.kind.folder == folder,
          let status = try directory.statusIfPresent(text), status.kind == .regular
        else { continue }
        found.append(IndexCopy(name: name, modified: status.modified))
      }
    }
    return found.sorted { ($0.name.number, $0.modified, $0.path) > ($1.name.number, $1.modified, $1.path) }
  }

  /// What it knows; nil when it cannot be read.
  ///
  /// Blocks.
  func knowledge(in root: SandboxRoot) -> IndexKnowledge? {
    let path = SQLiteFile.immutable("\(root.path)/\(path)")
    guard let file = try? SQLiteFile(inspecting: path, subject: "the copy of the index") else { return nil }
    defer { file.close() }
    return try? file.readNow(IndexKnowledge.init)
  }

  /// The name of the next one.
  ///
  /// Blocks.
  static func next(
    _ kind: IndexCopyName.Kind, _ label: String, in root: SandboxRoot
  ) throws -> IndexCopyName {
    let last = try all(IndexCopyName.Kind.allCases, in: root).first?.name.number ?? 0
    return IndexCopyName(kind, label, number: last + 1)
  }
}
