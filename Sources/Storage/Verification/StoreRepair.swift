public import DocumentModel
import FoundationEssentials
import GRDB
import Glibc
import LinuxSystem

/// Repairs what ``StoreVerifier`` found, without ever removing a byte that somebody may want.
///
/// ```
/// damaged version      it is another version       put in that one's place, which may put that one's in its own
///                      a document has the content   the good bytes take its place, the damaged ones are set aside
///                      nobody has it                set aside, and noted as lost
/// missing version                                   noted as lost
/// version of nobody     its bytes are its name's   left as it is: an index that was lost may have known it
/// no version at all                                 set aside
/// damaged document     a version or another         the good bytes take its place, the damaged ones are set aside
///                      document has the content
///                      nobody has it                left as it is: a backup may have it
/// wrong size           the bytes are right          the index learns their size
/// damaged draft                                     set aside with all that was handed over
/// damaged settings     set aside; a server goes on with what holds from the start
/// damaged or lost index                             set aside, and made anew of what can be read (``IndexSalvage``)
/// wrong sum             of all contents             counted anew
/// unreadable event                                  removed: nobody could be told of it
/// unreadable entry      set aside as text; its file is taken up as a new one, its versions stay
/// ```
/// Set aside is `Library/Damaged`, with a text file that says why. For the one that holds the workspace's lock.
public struct StoreRepair: Sendable {
  let root: SandboxRoot
  /// Lets two files change their places, in one step; tests have a file system that cannot, or a crash before.
  var exchange: @Sendable (Directory, String, String) throws(SystemError) -> Void = {
    (root, path, other) throws(SystemError) in try root.rename(path, to: other, rule: .exchange)
  }

  /// A repair of the workspace at `root`, which was opened to be served.
  public init(root: SandboxRoot) {
    self.root = root
  }

  /// What lies in `tmp` and will be settled when the workspace at `path` is opened to be served.
  ///
  /// Blocks.
  public static func leftovers(at path: String) -> [String] {
    let directory = try? Directory(opening: path).directory(SandboxArea.temporary.path)
    return (try? directory?.entries().compactMap(\.name).sorted())?.map(StagingArea.path) ?? []
  }

  /// Reads the whole index, and puts it aside when it is damaged; says what was done.
  ///
  /// To be called before anything opens the index.
  public func settleIndex() async throws(DocumentError) -> [RepairAction] {
    let whole = try IndexDamageMark(in: root).copy()
    guard try SQLiteSidecars.exists(SandboxPath.index, in: root) else {
      return [try await rebuild("there was no index", setAside: nil, whole)]
    }
    if whole == nil, try await isIndexWhole() { return [] }
    let name = try SQLiteMetadataStore.setAside(in: root, keepingMark: whole != nil)
    return [try await rebuild("it was damaged and lies beside as \(name)", setAside: name, whole)]
  }

  private func rebuild(
    _ reason: String, setAside name: String?, _ whole: IndexCopyName?
  ) async throws(DocumentError) -> RepairAction {
    let root = root
    let salvage = try await root.run("the index could not be made anew") {
      let salvage = try IndexSalvage(root: root).run(setAside: name, whole: whole)
      try IndexDamageMark(in: root).remove()
      return salvage
    }
    let outcome = salvage?.sentence ?? SalvageReport.nothing
    return RepairAction(.rebuilt, SandboxPath.index, "\(reason); \(outcome)")
  }

  private func isIndexWhole() async throws(DocumentError) -> Bool {
    do throws(DocumentError) {
      let root = root
      let index = try await root.run("the index could not be opened") {
        try SQLiteFile(opening: "\(root.path)/\(SandboxPath.index)", subject: "the index") { pool in
          try pool.read(IndexMigration(root: root, migrator: IndexSchema.migrator).refuseNewer)
        }
      }
      defer { index.close() }
      return try await index.integrity() == ["ok"]
    } catch {
      guard let cause = error.cause as? DatabaseError, cause.meansDamage else { throw error }
      return false
    }
  }

  /// Repairs what can be of `report`, with the index that is in use.
  public func repair(
    _ report: VerificationReport, in index: SQLiteMetadataStore
  ) async throws(DocumentError) -> [RepairAction] {
    var (actions, stuck) = try await sortVersions(report, index)
    for finding in report.findings + report.notes where !stuck.contains(finding.place) {
      if let action = try await repair(finding, index) { actions.append(action) }
    }
    return actions
  }

  private func repair(
    _ finding: VerificationReport.Finding, _ index: SQLiteMetadataStore
  ) async throws(DocumentError) -> RepairAction? {
    switch finding.kind {
    case .damagedVersion: try await repairVersion(finding.place, index)
    case .missingVersion: try await noteLost(finding.place, index)
    case .unusedVersion: try await setAside(finding)
    case .wrongUsage: try await correctUsage(index)
    case .unreadableEvent: try await removeEvent(finding.place, index)
    case .damagedFile: try await repairDocument(finding.place, index)
    case .damagedDraft: try await setAsideDraft(finding)
    case .damagedSettings: try await setAsideSettings(finding)
    case .wrongSize: try await correctSize(finding.place, index)
    default: nil
    }
  }

  // MARK: Versions

  private func repairVersion(
    _ path: String, _ index: SQLiteMetadataStore
  ) async throws(DocumentError) -> RepairAction? {
    // Its own bytes may have been found meanwhile, and what lay here may have gone to its place.
    guard let hash = Self.hash(path), try await !isKept(hash) else { return nil }
    let isThere = try await root.run("a version could not be examined") {
      try root.directory.statusIfPresent(path) != nil
    }
    let reason = "The bytes are not those of the version \(hash)."
    if let staging = try await goodCopy(of: hash, index) {
      let rest = isThere ? try await replace(path, with: staging, reason) : nil
      if rest == nil { try await keep(staging, as: hash) }
      return RepairAction(.replaced, path, "a document has the same content\(Self.sentence(rest))")
    }
    let rest = isThere ? try await setAside(path, reason) : nil
    try await index.noteLost(hash, at: Date())
    return RepairAction(isThere ? .setAside : .noted, path, "nobody has its content\(Self.sentence(rest))")
  }

  private static func sentence(_ aside: String?) -> String {
    aside.map { "; the damaged bytes are \($0)" } ?? ""
  }

  private func keep(_ staging: String, as hash: ContentHash) async throws(DocumentError) {
    let root = root
    try await root.run("the version could not be put back") {
      try VersionFolder(root.directory).keep(staging, as: hash)
    }
  }

  private func noteLost(
    _ path: String, _ index: SQLiteMetadataStore
  ) async throws(DocumentError) -> RepairAction? {
    guard let hash = Self.hash(path), try await !isKept(hash) else { return nil }
    try await index.noteLost(hash, at: Date())
    return RepairAction(
      .noted, path, "its content is nowhere; the history says that it was, and it is not reported again")
  }

  /// Out of `Library/Versions` goes what can be no version; one that no row knows has bytes that somebody may want.
  private func setAside(_ finding: VerificationReport.Finding) async throws(DocumentError) -> RepairAction? {
    if let hash = Self.hash(finding.place), SandboxPath.version(hash) == finding.place { return nil }
    let aside = try await setAside(
      finding.place, "In Library/Versions, and of no document: \(finding.detail).")
    return RepairAction(.setAside, finding.place, "it is \(aside) now")
  }

  static func hash(_ path: String) -> ContentHash? {
    path.split(separator: "/").last.flatMap { ContentHash($0) }
  }

  // MARK: Documents

  private func repairDocument(
    _ path: String, _ index: SQLiteMetadataStore
  ) async throws(DocumentError) -> RepairAction? {
    guard let document = try await document(at: path, index),
      let staging = try await goodCopy(of: document.sha256, besides: path, index)
    else { return nil }
    let root = root
    let spelled = try await root.run("the document could not be found") {
      document.trashed == nil ? try TreeNames(root: root.directory).path(of: document.location) : path
    }
    let good = try await root.run("the document could not be put back") {
      try root.packages.unpacked(staging, for: document.location.name)
    }
    let aside = try await replace(
      spelled, with: good, "The disk damaged it; the content was \(document.sha256).")
    let looks = try await root.run("the document could not be examined") {
      try root.packages.status(spelled)?.fingerprint(readAt: SystemClock.now()) ?? .unknown
    }
    try await index.setFingerprint(looks, of: document.id)
    return RepairAction(
      .replaced, path, "the same content was found elsewhere; the damaged bytes are \(aside)")
  }

  private func document(
    at path: String, _ index: SQLiteMetadataStore
  ) async throws(DocumentError) -> Document? {
    let parts = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    if path.hasPrefix("\(SandboxPath.trash)/") {
      guard parts.count > 2, let id = DocumentID(parts[2]) else { return nil }
      return try await index.document(id)
    }
    guard parts.count > 1, let name = parts.last.flatMap({ try? FileName($0) }) else { return nil }
    let folder = try FolderPath(parsing: parts.dropFirst().dropLast().joined(separator: "/"))
    return try await index.document(at: Location(folder: folder, name: name))
  }

  private func correctSize(
    _ path: String, _ index: SQLiteMetadataStore
  ) async throws(DocumentError) -> RepairAction? {
    guard let document = try await document(at: path, index) else { return nil }
    let root = root
    let size = try await root.run("the document could not be examined") {
      let spelled = try TreeNames(root: root.directory).path(of: document.location)
      return try root.packages.status(spelled)?.size ?? root.directory.status(spelled).size
    }
    try await index.setSize(size, of: document)
    return RepairAction(.corrected, path, "the index has \(size) bytes now")
  }

  // MARK: Drafts

  /// The whole directory: what of it is of use is for people to say.
  private func setAsideDraft(
    _ finding: VerificationReport.Finding
  ) async throws(DocumentError) -> RepairAction? {
    let aside = try await setAside(finding.place, "A draft that cannot be taken up: \(finding.detail).")
    return RepairAction(.setAside, finding.place, "\(finding.detail); it is \(aside) now")
  }

  // MARK: Settings

  /// What clients left: other settings were put aside when the workspace was opened.
  private func setAsideSettings(
    _ finding: VerificationReport.Finding
  ) async throws(DocumentError) -> RepairAction? {
    guard finding.place.hasPrefix("\(SandboxPath.savedState)/") else { return nil }
    let aside = try await setAside(finding.place, "The settings are damaged: \(finding.detail).")
    return RepairAction(.setAside, finding.place, "\(finding.detail); it is \(aside) now")
  }

  // MARK: Contents

  /// A copy in staging of the content `hash`, whole, from wherever it is; nil when it is nowhere.
  private func goodCopy(
    of hash: ContentHash, besides path: String = "", _ index: SQLiteMetadataStore
  ) async throws(DocumentError) -> String? {
    let root = root
    let places = try await ContentSource(root: root, copy: nil, live: index).places(of: hash).map(\.path)
    return try await root.run("a content could not be copied") {
      for place in places where place != path {
        guard let file = try root.packages.openIfFit(place)?.file else { continue }
        let staging = StagingArea.path(StagingArea.stageName())
        let copy = try root.directory.open(staging, flags: O_RDWR | O_CREAT | O_EXCL, mode: 0o644)
        if try CheckedCopy.copy(file, to: copy).sha256 == hash { return staging }
        try root.directory.remove(staging)
      }
      return nil
    }
  }
}

/// One thing that a repair did.
public struct RepairAction: Hashable, Sendable, Codable {
  /// What kind of thing.
  ///
  /// The raw values never change.
  public enum Kind: String, Hashable, Sendable, Codable {
    /// An unfinished write was settled.
    case settled
    /// The index was made anew.
    case rebuilt
    /// The index was brought in line with the files.
    case indexed
    /// Good bytes took the place of damaged ones.
    case replaced
    /// A file was moved out of the way.
    case setAside = "set-aside"
    /// Something that is lost was noted as such.
    case noted
    /// A wrong entry of the index was corrected.
    case corrected
    /// A document is in the Trash's list again.
    case listed
  }

  /// What kind of thing.
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

extension SQLiteMetadataStore {
  /// Notes that a content which versions had is lost.
  func noteLost(_ hash: ContentHash, at date: Date) async throws(DocumentError) {
    try await file.write { database in
      try database.execute(
        sql: "INSERT OR IGNORE INTO lostContent (sha256, noted) VALUES (?, ?)",
        arguments: [hash.description, date.microseconds])
    }
  }

  /// Whether a content was noted as lost.
  func isLost(_ hash: ContentHash) async throws(DocumentError) -> Bool {
    try await file.read { database in
      guard try database.tableExists("lostContent") else { return false }
      return try Bool.fetchOne(
        database, sql: "SELECT EXISTS (SELECT 1 FROM lostContent WHERE sha256 = ?)",
        arguments: [hash.description]) ?? false
    }
  }

  /// Corrects the size of a document's current content, and the sum of all contents.
  func setSize(_ size: Int64, of document: Document) async throws(DocumentError) {
    try await file.write { database in
      let hash = document.sha256.description
      try database.execute(sql: "UPDATE document SET size = ? WHERE sha256 = ?", arguments: [size, hash])
      try database.execute(sql: "UPDATE version SET size = ? WHERE sha256 = ?", arguments: [size, hash])
      try IndexSchema.countUsage(in: database)
    }
  }
}
