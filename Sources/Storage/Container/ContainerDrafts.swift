/// What was handed over and is not saved yet, among all that an archive of the workspace is to hold.
///
/// It goes first, as it is when the archive begins. A draft that was listed and is gone by then was saved or given up;
/// where it was saved nobody knows, so the archive ends. One that is saved later changes a file that the archive has
/// not reached yet, or it makes a new one; either way the archive has the draft.
struct ContainerDrafts: Sendable {
  private static let inner = SandboxPath.drafts + "/"
  private static let folder = ContainerPath(Array(SandboxPath.drafts.utf8))

  /// The folders in which a draft was described.
  let sessions: Set<ContainerPath>
  private let isEmpty: Bool

  /// Those among `entries`.
  init(_ entries: [ContainerEntry]) {
    let paths = entries.map(\.path).filter { $0.begins(with: Self.inner) }
    isEmpty = paths.isEmpty
    let name = Array(DraftFolder.description.utf8)
    sessions = Set(paths.filter { $0.names.last == name }.compactMap(\.parent))
      .filter { $0.parent == Self.folder }
  }

  /// Whether `path` is of one of them, or a folder above.
  func goesFirst(_ path: ContainerPath) -> Bool {
    guard !isEmpty else { return false }
    return path.begins(with: Self.inner) || path == Self.folder || path == Self.folder.parent
  }
}
