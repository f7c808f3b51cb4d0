import DocumentModel
import FoundationEssentials
import Synchronization
import Testing

@testable import Workspace

/// A disk and a clock that tests move.
final class PretendedDisk: Sendable {
  private let space: Mutex<DiskSpace>
  private let time = Mutex(Duration.zero)
  private let start = ContinuousClock.now
  private let asked = Mutex(0)

  var looks: Int { asked.withLock(\.self) }
  var now: ContinuousClock.Instant { start.advanced(by: time.withLock(\.self)) }

  init(free: Int64, total: Int64 = 1000) {
    space = Mutex(DiskSpace(free: free, total: total))
  }

  func measure() -> DiskSpace {
    asked.withLock { $0 += 1 }
    return space.withLock(\.self)
  }

  func set(free: Int64) {
    space.withLock { $0 = DiskSpace(free: free, total: $0.total) }
    time.withLock { $0 += StorageRoom.freshness }
  }
}

@Suite("The room that a workspace has")
struct StorageRoomTests {
  private func workspace(
    _ disk: PretendedDisk = PretendedDisk(free: 1000), quota: Int64? = nil, keepFree: Int64? = 0
  ) async throws -> (TestWorkspace, StorageRoom) {
    let made = Mutex<StorageRoom?>(nil)
    let test = try await TestWorkspace(contents: { store, index in
      let room = StorageRoom(
        quota: quota, keepFree: keepFree, versionIndex: index, measure: { disk.measure() },
        now: { disk.now })
      made.withLock { $0 = room }
      return BoundedContentStore(store, in: room)
    })
    let room = made.withLock(\.self)
    return (test, try #require(room))
  }

  // MARK: The disk

  @Test(
    "a disk keeps a hundredth free, at least 256 MiB, at most a tenth, or what it was told",
    arguments: [
      (nil, 100 << 40, 1 << 40), (nil, 10 << 30, 256 << 20), (nil, 100 << 20, 10 << 20), (5, 100 << 40, 5),
      (0, 1 << 30, 0),
    ] as [(Int64?, Int64, Int64)])
  func kept(_ operation: Int64?, _ total: Int64, _ kept: Int64) {
    #expect(Watermark(keepFree: operation).kept(of: DiskSpace(free: 0, total: total)) == kept)
  }

  @Test("it closes below the mark, and opens a quarter above it")
  func hysteresis() {
    var mark = Watermark(keepFree: 100)
    var states: [Bool] = []
    for free: Int64 in [500, 100, 99, 100, 124, 125, 101, 99] {
      _ = mark.saw(DiskSpace(free: free, total: 1000))
      states.append(mark.isLow)
    }
    #expect(states == [false, false, true, true, true, false, false, true])
  }

  @Test("while the disk is low what adds bytes is refused with the numbers; all else goes on")
  func low() async throws {
    let disk = PretendedDisk(free: 500)
    let (test, room) = try await workspace(disk, keepFree: 100)
    let document = try await test.add("one")
    disk.set(free: 50)
    do {
      _ = try await test.add("two", named: "b.txt")
      Issue.record("it was taken")
    } catch let error as DocumentError {
      #expect(error.code == .storageLow)
      #expect(error.numbers["freeBytes"] == 50 && error.numbers["keepFreeBytes"] == 100)
    }
    #expect(try await test.text(of: document) == "one")
    let moved = try await test.workspace.documents.move(document.id, to: Location(name: FileName("c.txt")))
    _ = try await test.workspace.documents.trash(moved.id)
    _ = try await test.workspace.documents.restore(moved.id)
    #expect(room.status.isLow)
    disk.set(free: 300)
    _ = try await test.add("two", named: "b.txt")
    #expect(!room.status.isLow)
  }

  @Test("a disk that gets low stops an upload that has begun, and nothing of it stays")
  func lowMeanwhile() async throws {
    let disk = PretendedDisk(free: 500)
    let (test, _) = try await workspace(disk, keepFree: 100)
    let stage = try await test.workspace.contents.stage()
    try await stage.write([1, 2, 3])
    disk.set(free: 50)
    await expectRefusal(.storageLow) { try await stage.write([4]) }
    await stage.abandon()
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(test.path)/tmp") == [])
  }

  @Test("a content that would bring the disk below the mark is refused before it comes")
  func announced() async throws {
    let (test, _) = try await workspace(PretendedDisk(free: 500), keepFree: 100)
    try await test.workspace.contents.requireRoom(for: 400)
    await expectRefusal(.storageLow) { try await test.workspace.contents.requireRoom(for: 401) }
  }

  @Test("the disk is asked once a second, however much comes in")
  func cheap() async throws {
    let disk = PretendedDisk(free: 500)
    let (test, room) = try await workspace(disk)
    for number in 0..<5 { _ = try await test.add("\(number)", named: "\(number).txt") }
    for _ in 0..<100 { await room.look() }
    #expect(disk.looks == 1)
    disk.set(free: 499)
    await room.look()
    #expect(disk.looks == 2 && room.status.free == 499)
  }

  @Test("a listener hears of each change, and at first of a disk that is low")
  func changes() async throws {
    let disk = PretendedDisk(free: 500)
    let (_, room) = try await workspace(disk, keepFree: 100)
    await room.look()
    var early = room.changes().makeAsyncIterator()
    disk.set(free: 50)
    await room.look()
    #expect(await early.next()?.isLow == true)
    var late = room.changes().makeAsyncIterator()
    #expect(await late.next()?.isLow == true)
    disk.set(free: 500)
    await room.look()
    #expect(await early.next()?.isLow == false)
    #expect(await late.next()?.isLow == false)
  }

  // MARK: The quota

  @Test("a content that does not fit is refused with the numbers, and nothing of it stays")
  func quota() async throws {
    let (test, room) = try await workspace(quota: 10)
    _ = try await test.add("123456")
    do {
      _ = try await test.add("12345", named: "b.txt")
      Issue.record("it was taken")
    } catch let error as DocumentError {
      #expect(error.code == .quotaExceeded)
      #expect(error.numbers == ["quotaBytes": 10, "usedBytes": 6, "neededBytes": 5])
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(test.path)/Documents") == ["a.txt"])
    _ = try await test.add("1234", named: "b.txt")
    await expectRefusal(.quotaExceeded) { _ = try await test.add("1", named: "c.txt") }
    #expect(room.status.used == 10 && room.status.isFull)
    #expect(try await test.workspace.versionIndex.storedBytes() == 10)
  }

  @Test("the same content counts once, versions and Trash count")
  func counted() async throws {
    let (test, _) = try await workspace(quota: 20)
    let document = try await test.add("123456")
    _ = try await test.add("123456", named: "twin.txt")
    _ = try await test.workspace.documents.replace(
      document.id, with: test.staged("1234"), expecting: .anything, origin: .api)
    _ = try await test.workspace.documents.trash(document.id)
    await expectRefusal(.quotaExceeded) { _ = try await test.staged("12345678901") }
    _ = try await test.staged("1234567890")
  }

  @Test("contents on their way in count: two that fit alone do not pass together")
  func together() async throws {
    let (test, _) = try await workspace(quota: 10)
    let first = try await test.workspace.contents.stage()
    let second = try await test.workspace.contents.stage()
    try await first.write(Array("123456".utf8))
    await expectRefusal(.quotaExceeded) { try await second.write(Array("12345".utf8)) }
    await second.abandon()
    let staged = try await first.finish()
    _ = try await test.workspace.documents.add(staged, named: FileName("a.txt"), origin: .api)
    #expect(try await test.names() == ["a.txt"])
  }

  @Test("of two that say how long they are and do not fit together the first gets in, wholly")
  func firstComes() async throws {
    let (test, _) = try await workspace(quota: 10)
    let first = try await test.workspace.contents.stage(expecting: 6)
    await expectRefusal(.quotaExceeded) { _ = try await test.workspace.contents.stage(expecting: 5) }
    let small = try await test.workspace.contents.stage(expecting: 4)
    try await first.write(Array("123456".utf8))
    await expectRefusal(.quotaExceeded) { try await small.write(Array("12345".utf8)) }
    _ = try await test.workspace.documents.add(
      try await first.finish(), named: FileName("a.txt"), origin: .api)
    #expect(try await test.names() == ["a.txt"])
  }

  @Test("a content that was given up counts no more")
  func givenUp() async throws {
    let (test, _) = try await workspace(quota: 10)
    do {
      let stage = try await test.workspace.contents.stage()
      try await stage.write(Array("12345678".utf8))
      await stage.abandon()
    }
    _ = try await test.add("1234567890")
  }

  // MARK: The drop folder

  @Test("a drop folder waits while nothing may come in, and sets nothing aside")
  func dropFolder() async throws {
    let disk = PretendedDisk(free: 50)
    let (test, _) = try await workspace(disk, keepFree: 100)
    try test.write("scanned", to: "drop/scan.txt")
    let watcher = DropFolderWatcher(
      path: "\(test.path)/drop", importer: test.importer, pool: test.pool, log: test.log, quiet: .zero)
    for _ in 0..<4 { await watcher.look() }
    #expect(watcher.status.state == .failing && watcher.status.reason?.contains("nearly full") == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(test.path)/drop") == ["scan.txt"])
    disk.set(free: 500)
    for _ in 0..<4 { await watcher.look() }
    #expect(try await test.names() == ["Inbox/scan.txt"])
    #expect(watcher.status.rejected == 0 && watcher.status.state == .watching)
  }

  @Test("a file that is larger than what is left of the quota waits, and smaller ones come in")
  func largeFile() async throws {
    let (test, _) = try await workspace(quota: 10)
    try test.write("12345678901", to: "drop/large.txt")
    try test.write("123", to: "drop/small.txt")
    let watcher = DropFolderWatcher(
      path: "\(test.path)/drop", importer: test.importer, pool: test.pool, log: test.log, quiet: .zero)
    for _ in 0..<4 { await watcher.look() }
    #expect(try await test.names() == ["Inbox/small.txt"])
    #expect(watcher.status.rejected == 0 && watcher.status.state == .failing)
  }
}
