public import DocumentModel
import FoundationEssentials
import LinuxSystem
public import Storage

/// Settles findings of ``StoreVerifier`` that cost no user a byte; the rest stays, for a backup to make good.
///
/// ```
/// damaged version      set aside; noted as lost, unless a document has the content
/// missing version      noted as lost
/// unowned version      left as it is, when its bytes are its name's: an index that was lost may have known it
/// no version at all    set aside
/// damaged draft        set aside with all that was handed over
/// damaged settings     set aside; a server goes on with what holds from the start
/// wrong sum            of all contents: counted anew
/// unreadable event     removed: no client could be told of it
/// unreadable entry     set aside as text; its file is taken up as a new one, its versions stay
/// damaged document     left as it is, and so is a wrong size
/// ```
/// Files are set aside into `Library/Damaged`, with a text file that says why. The index itself is ``IndexRecovery``'s
/// to settle. Requires the workspace's lock.
public struct StoreRepair: Sendable {
  private let root: SandboxRoot

  /// A repair of the workspace at `root`, which was opened to be served.
  public init(root: SandboxRoot) {
    self.root = root
  }

  /// Files in `tmp` that are settled when the workspace at `path` is opened to be served.
  ///
  /// Blocks.
  public static func leftovers(at path: String) -> [String] {
    let directory = try? Directory(opening: path).directory(SandboxArea.temporary.path)
    return (try? directory?.entries().compactMap(\.name).sorted())?.map(StagingArea.path) ?? []
  }

  /// Puts every entry aside that can be no document, so that its file is indexed as a new one.
  public func setAsideEntries(of index: SQLiteIndex) async throws(DocumentError) -> [RepairAction] {
    var (actions, last) = ([RepairAction](), Int64.min)
    while let page = try await index.page(after: last) {
      for (key, reason) in page.unreadable {
        guard let text = try await index.takeOut(key) else { continue }
        let (root, path) = (root, "\(SandboxPath.index)#document-\(key)")
        let place = try await root.run("an entry of the index could not be put aside") {
          try DamagedFolder(root: root.directory).keep(text, of: path, "It can be no document: \(reason).")
        }
        actions.append(RepairAction(.setAside, path, "it can be no document, and is \(place) now"))
      }
      last = page.last
    }
    return actions
  }

  /// Repairs what can be of `report`, with the index that is in use.
  public func repair(
    _ report: VerificationReport, in index: SQLiteIndex
  ) async throws(DocumentError) -> [RepairAction] {
    var actions: [RepairAction] = []
    for finding in report.findings + report.notes {
      if let action = try await repair(finding, index) { actions.append(action) }
    }
    return actions
  }

  private func repair(
    _ finding: VerificationReport.Finding, _ index: SQLiteIndex
  ) async throws(DocumentError) -> RepairAction? {
    switch finding.kind {
    case .damagedVersion: try await setAsideVersion(finding.place, index)
    case .missingVersion: try await noteLost(finding.place, index)
    case .unusedVersion where Self.version(finding.place) == nil:
      try await setAside(finding, "In Library/Versions, and of no document")
    case .damagedDraft: try await setAside(finding, "A draft that cannot be taken up")
    case .damagedAnnotations: try await setAside(finding, "Annotations that cannot be read")
    // Other settings were put aside when the workspace was opened.
    case .damagedSettings where finding.place.hasPrefix("\(SandboxPath.savedState)/"):
      try await setAside(finding, "The settings are damaged")
    case .wrongUsage: try await correctUsage(index)
    case .unreadableEvent: try await removeEvent(finding.place, index)
    default: nil
    }
  }

  // MARK: Files

  private func setAside(
    _ finding: VerificationReport.Finding, _ reason: String
  ) async throws(DocumentError) -> RepairAction {
    let place = try await setAside(finding.place, "\(reason): \(finding.detail).")
    return RepairAction(.setAside, finding.place, "\(finding.detail); it is \(place) now")
  }

  private func setAside(_ path: String, _ reason: String) async throws(DocumentError) -> String {
    let root = root
    return try await root.run("a damaged file could not be put aside") {
      try DamagedFolder(root: root.directory).take(path, reason)
    }
  }

  private func setAsideVersion(
    _ path: String, _ index: SQLiteIndex
  ) async throws(DocumentError) -> RepairAction? {
    guard let hash = Self.version(path) else { return nil }
    let place = try await setAside(path, "The bytes are not those of the version \(hash).")
    if try await !index.isCurrent(hash) { try await index.noteLost(hash, at: Date()) }
    return RepairAction(.setAside, path, "its bytes are not those of its name; they are \(place) now")
  }

  private func noteLost(
    _ path: String, _ index: SQLiteIndex
  ) async throws(DocumentError) -> RepairAction? {
    guard let hash = Self.version(path) else { return nil }
    try await index.noteLost(hash, at: Date())
    return RepairAction(
      .noted, path, "its content is nowhere; the history says that it was, and it is not reported again")
  }

  private static func version(_ path: String) -> ContentHash? {
    let hash = path.split(separator: "/").last.flatMap { ContentHash($0) }
    return hash.flatMap { SandboxPath.version($0) == path ? $0 : nil }
  }

  // MARK: The index

  private func correctUsage(_ index: SQLiteIndex) async throws(DocumentError) -> RepairAction {
    try await index.countUsage()
    return RepairAction(.corrected, SandboxPath.index, "the sum of all contents was counted anew")
  }

  private func removeEvent(
    _ place: String, _ index: SQLiteIndex
  ) async throws(DocumentError) -> RepairAction? {
    guard let sequence = place.split(separator: "#").last.flatMap({ Int64($0) }) else { return nil }
    try await index.removeEvent(sequence)
    return RepairAction(.corrected, place, "an event that could not be read is not told any more")
  }
}

/// One thing that a repair did.
public struct RepairAction: Hashable, Sendable, Codable {
  /// The kind of action.
  ///
  /// The raw values never change.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// An unfinished write was settled.
    case settled
    /// The index was made anew.
    case rebuilt
    /// The index was brought in line with the files.
    case indexed
    /// A file was moved out of the way.
    case setAside = "set-aside"
    /// Something that is lost was noted as such.
    case noted
    /// A wrong entry of the index was corrected.
    case corrected
    /// A document is in the Trash's list again.
    case listed
  }

  /// The kind of action.
  public let kind: Kind
  /// Where, relative to the workspace's root.
  public let place: String
  /// A sentence for people.
  public let detail: String

  /// An action from its parts.
  public init(_ kind: Kind, _ place: String, _ detail: String) {
    self.kind = kind
    self.place = place
    self.detail = detail
  }
}
