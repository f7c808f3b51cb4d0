public import DocumentModel
import LinuxSystem

/// All that lies beneath a workspace's root, the server's own files too, as the disk has it (spec documents SB-11).
///
/// Looking changes nothing, nor does downloading. Safe from any task.
///
/// ```swift
/// let container = SandboxContainer(root)
/// var page = try await container.list(after: nil, limit: 1000)
/// while let last = page.next { page = try await container.list(after: last, limit: 1000) }
/// ```
public struct SandboxContainer: Sendable {
  /// A workspace that changes all the time is given up after so many tries.
  private static let attempts = 3
  /// In one try it is looked at again so many times.
  static let looks = 8
  /// So many looks, one after the other, that find only what was made meanwhile are enough.
  static let calmLooks = 2

  private static let failure = "the workspace could not be listed"

  let root: SandboxRoot
  /// Waits until a second look at a listed workspace sees each change; to be replaced in tests alone.
  ///
  /// A sleep throws nothing but that the task was cancelled, and that the next step sees.
  var settle: @Sendable (Duration) async -> Void = { try? await Task.sleep(for: $0) }

  /// What lies beneath the root of a workspace.
  public init(_ root: SandboxRoot) {
    self.root = root
  }

  /// Up to `limit` of all files, folders and whatever else lies beneath the root, after `last` in the order of the
  /// list.
  ///
  /// Nothing is kept between two pages: what comes or goes meanwhile is in the next one or not, and all else is told
  /// once. `last` need not be there any more.
  ///
  /// Throws `.storageFailed` when the root cannot be read, or is no longer where it was.
  public func list(
    after last: ContainerPath?, limit: Int
  ) async throws(DocumentError) -> ContainerList {
    let root = root
    return try await root.run(Self.failure) { () throws -> ContainerList in
      try root.demandInPlace()
      var listing = ContainerListing(root.directory, after: last)
      let entries = try listing.next(limit).map { try $0.tried(in: root.directory) }
      let isMore = try !listing.next(1).isEmpty
      return ContainerList(entries: entries, next: isMore ? entries.last?.path : nil)
    }
  }

  /// An archive of all that lies beneath the root, but for what ``ContainerEntry/exclusion`` names; `index` is the
  /// workspace's index, which is in it as it is now.
  ///
  /// All is listed before it begins; the index is copied before that, so that what it knows is there.
  ///
  /// Throws `.storageFull` or `.storageFailed` when the index cannot be copied, `.documentTooLarge` for more files, or
  /// longer paths, than an archive takes, `.busy` when the task is cancelled or too much is under way,
  /// `.contentChanged` while somebody moves or removes what is being listed.
  public func archive(index: SQLiteMetadataStore) async throws(DocumentError) -> ContainerArchive {
    let root = root
    try await root.run("the workspace could not be opened") { try root.demandInPlace() }
    // From before anything is listed.
    let download = ContainerDownloads.One(root.downloads)
    let copy = try await UnnamedIndexCopy.make(of: index, in: root)
    for _ in 1..<Self.attempts {
      do throws(DocumentError) {
        return try await survey(copy, download)
      } catch  where error.code == .contentChanged {
        continue
      }
    }
    return try await survey(copy, download)
  }

  private func survey(
    _ index: UnnamedIndexCopy, _ download: ContainerDownloads.One
  ) async throws(DocumentError) -> ContainerArchive {
    let share = ArchiveRoom.Share(root.archives)
    let entries = try await list(share)
    return ContainerArchive(
      root: root, index: index, entries: entries, share: share, download: download)
  }

  /// All that an archive is to hold.
  ///
  /// The first look sees all but what is moved past it, each later one what came into folders since. Where no folder
  /// was written to, nothing is missing. Where somebody adds files all the time that never happens, and two looks one
  /// after the other that find nothing older than the first are enough: to be missed now, a file would have to be moved
  /// during each.
  private func list(_ share: ArchiveRoom.Share) async throws(DocumentError) -> [ContainerEntry] {
    let (root, begin) = (root, SystemClock.now())
    var survey = try await root.run(Self.failure) { try ContainerSurvey(root.directory, share) }
    var (told, calm) = ([ContainerEntry](), 0)
    for look in 0...Self.looks {
      let before = told.count
      try await advance(&survey, &told)
      calm = look > 0 && told[before...].allSatisfy({ $0.isMade(after: begin) }) ? calm + 1 : 0
      guard calm < Self.calmLooks else { return told.filter { $0.exclusion == nil } }
      await settle(survey.settling)
      guard try await lookAgain(&survey, after: told) else { return told.filter { $0.exclusion == nil } }
    }
    throw DocumentError(
      .contentChanged, "the workspace changes all the time while it is listed; try again")
  }

  /// Tells all that the survey has to tell for now.
  private func advance(
    _ survey: inout ContainerSurvey, _ told: inout [ContainerEntry]
  ) async throws(DocumentError) {
    while true {
      try demandWanted()
      let before = survey
      let (next, found) = try await root.run(Self.failure) {
        () throws -> (ContainerSurvey, [ContainerEntry]) in
        var next = before
        let found = try next.advance()
        return (next, found)
      }
      guard !found.isEmpty else { return }
      survey = next
      told += found
    }
  }

  private func lookAgain(
    _ survey: inout ContainerSurvey, after told: [ContainerEntry]
  ) async throws(DocumentError) -> Bool {
    try demandWanted()
    let (root, before) = (root, survey)
    let (next, isWritten) = try await root.run(Self.failure) { () throws -> (ContainerSurvey, Bool) in
      var next = before
      let isWritten = try next.lookAgain(after: told)
      return (next, isWritten)
    }
    survey = next
    return isWritten
  }

  private func demandWanted() throws(DocumentError) {
    guard !Task.isCancelled else { throw DocumentError(.busy, "the archive was given up") }
  }
}
