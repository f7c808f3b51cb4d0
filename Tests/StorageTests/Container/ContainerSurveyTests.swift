import DocumentModel
import Glibc
import LinuxSystem
import Synchronization
import Testing

@testable import Storage

@Suite("SB-11 All that an archive of the workspace is to hold, and the room that it takes")
struct ContainerSurveyTests {
  private let workspace = TemporaryWorkspace()

  /// A workspace with more names in one folder than are told at once, and folders among them.
  private func openWide() throws -> (root: SandboxRoot, index: SQLiteMetadataStore) {
    let root = try workspace.open()
    let index = try SQLiteMetadataStore(root: root)
    try #require(mkdir("\(workspace.path)/Documents/wide", 0o755) == 0)
    for number in 0..<4200 { try workspace.write("", to: "Documents/wide/\(number)") }
    for folder in ["Documents/wide/200f", "Documents/wide/zz"] {
      try #require(mkdir("\(workspace.path)/\(folder)", 0o755) == 0)
      try workspace.write("x", to: "\(folder)/inner")
    }
    try #require(symlink("/etc", "\(workspace.path)/Documents/wide/link") == 0)
    return (root, index)
  }

  /// All that a survey tells.
  private func surveyed(_ root: SandboxRoot, _ share: ArchiveRoom.Share) async throws -> [ContainerEntry] {
    try await root.run("the workspace could not be listed") { () throws -> [ContainerEntry] in
      var (survey, entries) = (try ContainerSurvey(root.directory, share), [ContainerEntry]())
      while case let more = try survey.advance(), !more.isEmpty { entries += more }
      return entries
    }
  }

  private func listed(_ root: SandboxRoot) async throws -> [ContainerEntry] {
    let container = SandboxContainer(root)
    var (entries, last) = ([ContainerEntry](), ContainerPath?.none)
    repeat {
      let page = try await container.list(after: last, limit: 1000)
      entries += page.entries
      last = page.next
    } while last != nil
    return entries
  }

  private func take(_ count: Int, of root: SandboxRoot) throws -> ArchiveRoom.Share {
    let share = ArchiveRoom.Share(root.archives)
    try share.take(count)
    return share
  }

  @Test("tells what the list tells, in its order")
  func order() async throws {
    let (root, _) = try openWide()
    let wanted = try await listed(root)
    let entries = try await surveyed(root, ArchiveRoom.Share(root.archives))
    #expect(entries.map(\.path.shown) == wanted.map(\.path.shown))
    #expect(entries.map(\.exclusion) == wanted.map(\.exclusion))
    #expect(entries.count > 4200)
  }

  @Test("takes room for each name once, however wide its folder, as long as somebody has the archive")
  func room() async throws {
    let (root, index) = try openWide()
    let count = try await listed(root).count
    // What is left is enough for one archive, and for not one name more.
    let largest = try take(ArchiveRoom.mostOfOne, of: root)
    let other = try take(ArchiveRoom.mostOfAll - ArchiveRoom.mostOfOne - count, of: root)
    let container = SandboxContainer(root)
    let archive = try await container.archive(index: index)
    let second = await #expect(throws: DocumentError.self) { try await container.archive(index: index) }
    #expect(second?.code == .busy)
    let folder = await #expect(throws: DocumentError.self) {
      try await FolderArchives(root).archive(of: FolderPath(parsing: "wide"))
    }
    #expect(folder?.code == .busy, "archives of folders take room of the same")
    try await archive.write { _ in }
    withExtendedLifetime((largest, other, archive)) {}
  }

  @Test("the workspace is being downloaded as long as somebody has an archive of it")
  func downloading() async throws {
    let root = try workspace.open()
    let index = try SQLiteMetadataStore(root: root)
    try workspace.write("x", to: "Documents/a")
    var container = SandboxContainer(root)
    let listed = Mutex(false)
    #expect(!root.isBeingDownloaded)
    container.settle = { [settle = SandboxContainer(root).settle] pause in
      listed.withLock { $0 = root.isBeingDownloaded }
      await settle(pause)
    }
    var archive: ContainerArchive? = try await container.archive(index: index)
    #expect(listed.withLock { $0 }, "while it is listed")
    try await archive?.write { _ in }
    #expect(root.isBeingDownloaded)
    archive = nil
    #expect(!root.isBeingDownloaded)
  }

  @Test("is refused before it begins when there is more than one archive may hold")
  func tooLarge() async throws {
    let (root, _) = try openWide()
    let count = try await listed(root).count
    let enough = try take(ArchiveRoom.mostOfOne - count, of: root)
    #expect(try await surveyed(root, enough).count == count)
    let tooLittle = ArchiveRoom.Share(ArchiveRoom())
    try tooLittle.take(ArchiveRoom.mostOfOne - count + 1)
    let error = await #expect(throws: DocumentError.self) { try await surveyed(root, tooLittle) }
    #expect(error?.code == .documentTooLarge)
  }

  @Test("is not begun without a document's file that was listed and lies elsewhere by now")
  func movedWhileListed() async throws {
    let (root, index) = try openWide()
    let share = ArchiveRoom.Share(root.archives)
    let error = await #expect(throws: DocumentError.self) {
      try await root.run("the workspace could not be listed") { () throws in
        var survey = try ContainerSurvey(root.directory, share)
        let first = try survey.advance()
        try #require(first.last?.path.shown.hasPrefix("Documents/wide/") == true)
        try root.directory.rename("Documents/wide/zz", to: "Documents/wide/1f")
        while try !survey.advance().isEmpty {}
      }
    }
    #expect(error?.code == .contentChanged && error?.detail.contains("Documents/wide/zz") == true)
    let sent = SentArchive()
    try await SandboxContainer(root).archive(index: index).write { sent.take($0) }
    let names = try sent.entries().map(\.name)
    #expect(names.contains("Documents/wide/1f/inner") && !names.contains("Documents/wide/zz/"))
  }

  @Test("tells of a file that went, before anybody saw it, into a folder that had been read")
  func movedBehind() async throws {
    let (root, _) = try openWide()
    let share = ArchiveRoom.Share(root.archives)
    let (first, second) = try await root.run("the workspace could not be listed") {
      () throws -> ([String], [String]) in
      var survey = try ContainerSurvey(root.directory, share)
      var told = try survey.advance()
      try #require(told.contains { $0.path.shown == "Documents/wide/200f/inner" })
      try #require(!told.contains { $0.path.shown == "Documents/wide/zz" })
      try root.directory.rename("Documents/wide/zz/inner", to: "Documents/wide/200f/moved")
      while case let more = try survey.advance(), !more.isEmpty { told += more }
      let first = told.map(\.path.shown)
      let isWritten = try survey.lookAgain(after: told)
      try #require(isWritten)
      return (first, try survey.advance().map(\.path.shown))
    }
    #expect(!first.contains { $0.hasSuffix("moved") || $0.hasSuffix("zz/inner") }, "one look does not see it")
    #expect(second.contains("Documents/wide/200f/moved") && Set(second).isDisjoint(with: first))
  }

  @Test("is at its end when nobody wrote to any folder since it was read, and not before")
  func unwritten() async throws {
    let root = try workspace.open()
    let path = "\(workspace.path)/Documents/a"
    try #require(mkdir(path, 0o755) == 0)
    let share = ArchiveRoom.Share(root.archives)
    // To a clock that goes ahead by more than any tick, all that was written has settled.
    let ahead: @Sendable () -> Int64 = { SystemClock.now() + 10 * FileStatus.wholeSecondsTick }
    let looks = try await root.run("the workspace could not be listed") { () throws -> [Bool] in
      var survey = try ContainerSurvey(root.directory, share, now: ahead)
      let told = try survey.advance()
      let folder = try root.directory.directory("Documents/a")
      let before = try folder.descriptor.status().changed
      var looks = [try survey.lookAgain(after: told)]
      repeat {
        _ = try folder.makeDirectory("b")
        try folder.removeDirectory("b")
      } while try folder.descriptor.status().changed == before
      looks.append(try survey.lookAgain(after: told))
      looks.append(try survey.lookAgain(after: told))
      return looks
    }
    #expect(looks == [false, true, false])
    let error = await #expect(throws: DocumentError.self) {
      try await root.run("the workspace could not be listed") { () throws in
        var survey = try ContainerSurvey(root.directory, share, now: ahead)
        let told = try survey.advance()
        try root.directory.removeDirectory("Documents/a")
        _ = try survey.lookAgain(after: told)
      }
    }
    #expect(error?.code == .contentChanged && error?.detail.contains("Documents/a") == true)
  }

  @Test("takes a folder that was written to within a tick of being read for one that may have been again")
  func withinTick() async throws {
    let root = try workspace.open()
    let moment = try root.directory.directory("Documents").descriptor.status().changed
    let share = ArchiveRoom.Share(root.archives)
    let (isWritten, pause) = try await root.run("the workspace could not be listed") {
      () throws -> (Bool, Duration) in
      var survey = try ContainerSurvey(root.directory, share, now: { moment })
      let told = try survey.advance()
      return (try survey.lookAgain(after: told), survey.settling)
    }
    #expect(isWritten && pause >= .nanoseconds(FileStatus.tick(of: moment)))
  }

  @Test("the archive has what came into a folder that had been read, unless that never ends")
  func lookedAtAgain() async throws {
    let (root, index) = try openWide()
    let count = Atomic(0)
    var container = SandboxContainer(root)
    let (workspace, settle) = (workspace, container.settle)
    container.settle = { pause in
      await settle(pause)
      guard count.add(1, ordering: .relaxed).oldValue == 0 else { return }
      try? workspace.write("late", to: "Documents/wide/200f/late")
    }
    let sent = SentArchive()
    try await container.archive(index: index).write { sent.take($0) }
    let names = try sent.entries().map(\.name)
    #expect(names.filter { $0 == "Documents/wide/200f/late" }.count == 1)
    #expect(names.count == Set(names).count)
    container.settle = { pause in
      await settle(pause)
      // A new name of a file that is older than the download, as one has that was moved.
      let name = "Documents/\(count.add(1, ordering: .relaxed).newValue)"
      try? root.directory.link("Documents/wide/1", to: name)
    }
    let changing = container
    let error = await #expect(throws: DocumentError.self) { try await changing.archive(index: index) }
    #expect(error?.code == .contentChanged)
  }

  @Test("files that somebody adds all the time do not keep the archive from beginning")
  func steadyAdditions() async throws {
    let (root, index) = try openWide()
    // Where the disk does not tell when a file was made, any new name may be one that was moved.
    guard try root.directory.status("Documents/wide/1").birth != nil else { return }
    let count = Atomic(0)
    var container = SandboxContainer(root)
    let (workspace, settle) = (workspace, container.settle)
    container.settle = { pause in
      await settle(pause)
      try? workspace.write("", to: "Documents/\(count.add(1, ordering: .relaxed).newValue)")
    }
    let archive = try await container.archive(index: index)
    #expect(count.load(ordering: .relaxed) >= SandboxContainer.calmLooks)
    #expect(archive.entries.contains { $0.path.shown == "Documents/1" })
  }

  @Test("goes on without what the server had in Caches, and without a file that nobody may read")
  func withoutCaches() async throws {
    let root = try workspace.open()
    try workspace.write("x", to: "Caches/a")
    try workspace.write("x", to: "Documents/closed")
    try #require(chmod("\(workspace.path)/Documents/closed", 0) == 0)
    let share = ArchiveRoom.Share(root.archives)
    let path = "\(workspace.path)/Caches"
    let entries = try await root.run("the workspace could not be listed") { () throws -> [ContainerEntry] in
      var survey = try ContainerSurvey(root.directory, share)
      try root.directory.removeTree("Caches")
      return try survey.advance()
    }
    #expect(mkdir(path, 0o700) == 0)
    let names = entries.map(\.path.shown)
    #expect(!names.contains("Caches") && names.contains("Library/lock"))
    let closed = try #require(entries.first { $0.path.shown == "Documents/closed" })
    #expect(closed.isUnreadable == (geteuid() != 0))
  }
}
