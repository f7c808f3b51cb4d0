import DocumentModel
import LinuxSystem

/// The directory `tmp`: names of files on their way in or out, and what to do with those that a crash left.
///
/// ```
/// stage-<random>              incoming bytes; nobody was told that they are safe: removed
/// replaced-<sha256>-<random>  the other half of an exchange. Before it: incoming bytes. After it: the content
///                             that was replaced. The hash in its name tells which
/// ```
struct StagingArea {
  static let stagePrefix = "stage-"
  static let replacedPrefix = "replaced-"

  private let root: Directory

  init(_ root: Directory) {
    self.root = root
  }

  /// A new name for incoming bytes.
  static func stageName() -> String {
    stagePrefix + random()
  }

  /// A new name for the other half of an exchange with the content `hash`.
  static func replacedName(_ hash: ContentHash) -> String {
    "\(replacedPrefix)\(hash)-\(random())"
  }

  /// The path of `name` beneath the workspace's root.
  static func path(_ name: String) -> String {
    "\(SandboxArea.temporary.path)/\(name)"
  }

  /// The hash in the name of the other half of an exchange; nil for any other name.
  static func replacedHash(_ name: String) -> ContentHash? {
    guard name.hasPrefix(replacedPrefix) else { return nil }
    return ContentHash(name.dropFirst(replacedPrefix.count).prefix(64))
  }

  /// Keeps as versions what an interrupted replacement had put aside, and removes everything else.
  ///
  /// Blocks.
  func clean() throws(DocumentError) {
    try refusing("the staging area could not be emptied") {
      let area = try root.directory(SandboxArea.temporary.path)
      for entry in try area.entries() {
        guard let name = entry.name else { continue }
        try rescue(name)
        try TreeRemoval.remove(name, in: area)
      }
    }
  }

  private func rescue(_ name: String) throws {
    guard let hash = Self.replacedHash(name), try root.status(Self.path(name)).kind == .regular,
      try FileHasher.hash(root.open(Self.path(name))) == hash
    else { return }
    try VersionFolder(root).keep(Self.path(name), as: hash)
  }

  private static func random() -> String {
    DocumentID().description
  }
}
