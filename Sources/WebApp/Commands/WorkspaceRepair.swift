import DocumentModel
import Logging
import Maintenance
import Previews
import Storage
import Synchronization
import Workspace

/// The command `sheaf verify --repair`, in order: unfinished writes, the index, files and entries, damaged bytes.
struct WorkspaceRepair {
  struct Result: Encodable {
    let actions: [RepairAction]
    let report: VerificationReport
  }

  private let configuration: Configuration
  private let log: Logger

  init(_ configuration: Configuration, log: Logger) {
    self.configuration = configuration
    self.log = log
  }

  func run() async throws -> Result {
    // A mistyped root must not become a workspace.
    try await StoreVerifier.requireWorkspace(at: configuration.root)
    let left = StoreRepair.leftovers(at: configuration.root)
    let root = try SandboxRoot(opening: configuration.root, for: .serving)
    var actions = left.map {
      RepairAction(.settled, $0, "an unfinished write, which was never acknowledged")
    }
    actions += root.putAside.map {
      RepairAction(.setAside, $0, "it lay where a database keeps a file; it is \($1) now")
    }
    actions += root.damagedSettings.map {
      RepairAction(.setAside, $0.path, "\($0.damage); it is \($0.place) now")
    }
    if let rebuilt = try await IndexRecovery(root).settle() {
      actions.append(RepairAction(.rebuilt, "Library/index.sqlite", rebuilt))
    }
    let assembly = try await Assembly(configuration, root: root, log: log)
    do {
      let index = assembly.index
      actions += try await StoreRepair(root: assembly.root).setAsideEntries(of: index)
      actions += try await reconcile(assembly.workspace)
      let before = try await StoreVerifier(root: assembly.root).verify()
      actions += try await StoreRepair(root: assembly.root).repair(before, in: index)
      actions += try await relist(before, assembly.workspace)
    } catch {
      await assembly.pool.stop()
      throw error
    }
    await assembly.pool.stop()
    return Result(actions: actions, report: try await StoreVerifier(root: assembly.root).verify())
  }

  /// Two passes over the tree; the clock of the second is a minute later, so that waiting files count as settled.
  private func reconcile(_ workspace: DocumentWorkspace) async throws -> [RepairAction] {
    let passed = Mutex(Duration.zero)
    let start = ContinuousClock.now
    let reconciler = Reconciler(workspace.tree, patience: .seconds(60), log: log) {
      start.advanced(by: passed.withLock(\.self))
    }
    var actions = Self.actions(try await reconciler.pass())
    passed.withLock { $0 = .seconds(61) }
    actions += Self.actions(try await reconciler.pass())
    return actions
  }

  private static func actions(_ report: Reconciler.Report) -> [RepairAction] {
    let counts = [
      (report.added, "files that the index did not have are documents"),
      (report.returned, "files that had gone away are their documents again"),
      (report.changed, "files that were written to have a new version"),
      (report.moved, "documents follow their files"),
      (report.gone, "entries without a file left the list"),
    ]
    return counts.filter { $0.0 > 0 }.map {
      RepairAction(.indexed, SandboxArea.documents.path, "\($0.0) \($0.1)")
    }
  }

  /// Lists documents in the Trash that a new index does not know.
  private func relist(
    _ report: VerificationReport, _ workspace: DocumentWorkspace
  ) async throws -> [RepairAction] {
    var actions: [RepairAction] = []
    for note in report.notes where note.kind == .orphanedTrash {
      let parts = note.place.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
      guard parts.count == 4, let id = DocumentID(parts[2]) else { continue }
      let document = try await workspace.trash.adopt(id, named: FileName(sanitizing: parts[3]))
      actions.append(.init(.listed, note.place, "it is in the Trash as \"\(document.location.name)\""))
    }
    return actions
  }
}
