import DocumentModel
import FoundationEssentials
import GRDB
import LinuxSystem

/// Makes a new index of what can be read of a damaged one (``DamagedScan``), of what its indexes repeat
/// (``IndexedDocuments``), and of the newest copy for the rest.
///
/// ```
///                    Library/index.sqlite   index.corrupt-….sqlite   tmp/stage-…
///   set aside        –                      the damaged one          –             a crash here: the next start finds no
///   read             –                      the damaged one          the new one   index, and takes the latest of what
///   durable, named   the new one            the damaged one          –             lies in Library for it (IndexCopyName)
/// ```
/// No row is believed: what is not of its form, or stands where another one does, is left out, and each document gets a
/// fingerprint that proves nothing, so that the next pass over the tree reads its file and says what the content is.
/// What was written after the copy was made and cannot be read is taken up from the tree by that pass.
///
/// All calls block.
struct IndexSalvage: Sendable {
  let root: SandboxRoot
  var migrator = IndexSchema.migrator

  /// Makes the index; nil, and none, when there is nothing to make it of.
  ///
  /// - Parameters:
  ///   - name: the damaged one in `Library`; nil for one that is lost.
  ///   - isBehind: whether that knows less than the newest copy (``IndexKnowledge/isBehind(_:)``), and so nothing.
  ///   - whole: the copy that has all of the index (``IndexDamageMark``), which nothing else is needed beside.
  func run(
    setAside name: String?, isBehind: Bool = false, whole: IndexCopyName? = nil
  ) throws(DocumentError) -> SalvageReport? {
    do {
      if let whole, let source = SalvageSource(whole.path, in: root) {
        defer { source.close() }
        if let report = try make(of: [source], isCurrent: true) { return report }
      }
      let sources = try open(isBehind ? copies() : candidates(name))
      defer { for source in sources { source.close() } }
      return sources.isEmpty ? nil : try make(of: sources)
    } catch let error as DatabaseError {
      throw DocumentError(opening: SandboxPath.index, "the index that is made anew", error, in: root)
    } catch {
      throw DocumentError(
        disk: error, "the index (\(SandboxPath.index)) could not be made anew of what can be read")
    }
  }

  /// Files that are or were an index, the latest one first.
  private func candidates(_ name: String?) throws -> [String] {
    guard let name else { return try IndexCopy.all(IndexCopyName.Kind.allCases, in: root).map(\.path) }
    return try ["\(SandboxArea.library.path)/\(name)"] + copies()
  }

  private func copies() throws -> [String] {
    try IndexCopy.all([.before, .daily], in: root).map(\.path)
  }

  /// The first two that can be read.
  private func open(_ paths: [String]) -> [SalvageSource] {
    var sources: [SalvageSource] = []
    for path in paths where sources.count < 2 {
      if let source = SalvageSource(path, in: root) { sources.append(source) }
    }
    return sources
  }

  private func make(of sources: [SalvageSource], isCurrent: Bool = false) throws -> SalvageReport? {
    let staging = StagingArea.path(StagingArea.stageName())
    do {
      let report = try fill("\(root.path)/\(staging)", sources, isCurrent || isAside(sources[0]))
      guard report.documents > 0 else {
        try root.directory.remove(staging)
        return nil
      }
      try root.directory.open(staging).synchronize()
      // A log that was left of a lost index would be read into this one.
      for ending in ["-wal", "-shm"] { try? root.directory.remove(SandboxPath.index + ending) }
      try root.directory.rename(staging, to: SandboxPath.index)
      try root.directory.directory(SandboxArea.library.path).synchronize()
      return report
    } catch {
      try? root.directory.remove(staging)
      throw error
    }
  }

  private func fill(_ path: String, _ sources: [SalvageSource], _ isCurrent: Bool) throws -> SalvageReport {
    var configuration = Configuration()
    configuration.prepareDatabase { database in
      // It is thrown away when anything goes wrong, and made durable as a whole.
      try database.execute(sql: "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
    }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    defer { try? queue.close() }
    try migrator.migrate(queue)
    var report = try queue.write { target in
      var writer = SalvageWriter(target) { isThere($0) }
      try sources[0].read { first in
        guard sources.count > 1 else { return try writer.take(first, nil, isCurrent: isCurrent) }
        try sources[1].read { try writer.take(first, $0, isCurrent: isCurrent) }
      }
      return writer.report
    }
    report.sources = sources.prefix(report.usesCopy ? 2 : 1).map(\.path)
    return report
  }

  /// Whether the file of a document is there, or in the Trash.
  private func isThere(_ document: Document) -> Bool {
    let places =
      [SandboxPath.trash(document.id)]
      + (document.trashed == nil ? [SandboxPath.document(document.location)] : [])
    return places.contains { ((try? root.directory.statusIfPresent($0)) ?? nil) != nil }
  }

  /// Whether a source is the index itself and not a copy of what it was.
  private func isAside(_ source: SalvageSource) -> Bool {
    source.path.hasPrefix("\(SandboxArea.library.path)/\(IndexCopyName.Kind.aside.rawValue)")
  }
}
