import DocumentModel
import FoundationEssentials
import LinuxSystem
import Synchronization
import Testing

@testable import Storage
@testable import Workspace

extension TestWorkspace {
  func folder(_ path: String) async throws -> Folder {
    try await workspace.folders.folder(try FolderPath(parsing: path))
  }

  @discardableResult
  func makeFolder(_ path: String, parents: Bool = true) async throws -> Bool {
    try await workspace.folders.makeFolder(try FolderPath(parsing: path), parents: parents).isNew
  }

  @discardableResult
  func moveFolder(
    _ path: String, to target: String, parents: Bool = false, expecting state: String? = nil
  ) async throws -> Folder {
    try await workspace.folders.moveFolder(
      try FolderPath(parsing: path), to: try FolderPath(parsing: target), parents: parents,
      expecting: state)
  }

  @discardableResult
  func trashFolder(_ path: String, expecting state: String? = nil) async throws -> TrashedFolder {
    try await workspace.folders.trashFolder(try FolderPath(parsing: path), expecting: state)
  }

  /// The folders below `path`, by pages of `limit`.
  func folders(below path: String = "", limit: Int = 100) async throws -> [String] {
    var found: [FolderPath] = []
    while true {
      let list = try await workspace.folders.folders(
        below: try FolderPath(parsing: path), after: found.last, limit: limit)
      found += list.folders.map(\.path)
      #expect(list.next == nil || list.next == list.folders.last?.path)
      if list.next == nil { return found.map(\.description) }
    }
  }

  func places() async throws -> [DocumentID: String] {
    let all = try await workspace.documents(DocumentQuery(limit: 1000)).documents
    return Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0.location.relativePath) })
  }
}

@Suite("Folders")
struct FolderTests {
  @Test("count the documents directly in them, and their state tells of every change there")
  func listed() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add(in: "a")
    _ = try await test.add(in: "a/b")
    var states: Set<String> = []
    func look() async throws -> Folder {
      let folder = try await test.folder("a")
      #expect(states.insert(folder.state).inserted, "\(states)")
      return folder
    }
    #expect(try await look().documents == 1)
    #expect(try await test.folder("a").hasFolders)
    try await test.change(document, to: "more")
    _ = try await look()
    _ = try await test.workspace.documents.move(
      document.id, to: Location(folder: try FolderPath(parsing: "a"), name: try FileName("b.txt")))
    _ = try await look()
    _ = try await test.workspace.documents.trash(document.id)
    #expect(try await look().documents == 0)
    let still = try await test.folder("a").state
    _ = try await test.add("else", in: "a/b")
    #expect(try await test.folder("a").state == still)
    await expectRefusal(.notFound) { _ = try await test.folder("none") }
  }

  @Test("that come and go between two pages neither repeat nor hide others")
  func changing() async throws {
    let test = try await TestWorkspace()
    for path in ["a/x", "b/y", "c"] { try await test.makeFolder(path) }
    let first = try await test.workspace.folders.folders(below: .top, after: nil, limit: 2)
    #expect(first.folders.map(\.path.description) == ["a", "a/x"])
    try await test.trashFolder("a")
    try await test.makeFolder("a 2")
    let rest = try await test.workspace.folders.folders(below: .top, after: first.next, limit: 9)
    #expect(rest.folders.map(\.path.description) == ["a 2", "b", "b/y", "c"])
  }

  @Test("fifty deep are made, listed, renamed and thrown away")
  func fiftyDeep() async throws {
    let test = try await TestWorkspace()
    let path = (1...50).map { "\($0)" }.joined(separator: "/")
    let document = try await test.add(in: path)
    #expect(try await test.folders().count == 50)
    try await test.moveFolder("1", to: "one")
    #expect(try await test.places()[document.id] == "one" + path.dropFirst(1) + "/a.txt")
    #expect(try await test.text(of: test.workspace.document(document.id)) == "hello")
    #expect(try await test.trashFolder("one").documents == 1)
    #expect(try await test.folders().isEmpty)
  }

  @Test("too deep or with too long a path are refused, before anything is done")
  func tooDeep() async throws {
    let test = try await TestWorkspace()
    let deep = FolderPath(try (0...64).map { try FileName("\($0)") })
    let long = FolderPath(try (0..<17).map { _ in try FileName(String(repeating: "n", count: 250)) })
    try await test.makeFolder("a")
    for path in [deep, long] {
      await expectRefusal(.invalidName) {
        _ = try await test.workspace.folders.makeFolder(path, parents: true)
      }
      await expectRefusal(.invalidName) {
        _ = try await test.workspace.folders.moveFolder(try FolderPath(parsing: "a"), to: path, parents: true)
      }
    }
    #expect(try await test.folders() == ["a"])
  }
}

@Suite("A folder that is moved")
struct MovingFolderTests {
  private func filled(_ test: TestWorkspace) async throws -> [DocumentID: String] {
    for path in ["F", "F/G", "F/G/H", "F 2"] { _ = try await test.add(path, in: path) }
    try await test.makeFolder("F/empty")
    return try await test.places()
  }

  @Test("takes all documents below it along, with their ids and versions, and an event for each")
  func moved() async throws {
    let test = try await TestWorkspace()
    let before = try await filled(test)
    let last = try await test.workspace.eventLog.lastEvent()
    try await test.moveFolder("F", to: "X/Y", parents: true)
    let after = try await test.places()
    for (id, path) in before {
      #expect(after[id] == (path.hasPrefix("F/") ? "X/Y" + path.dropFirst(1) : path))
    }
    let events = try await test.workspace.eventLog.events(after: last, limit: 10)
    #expect(events.map(\.kind) == [.moved, .moved, .moved])
    #expect(try await test.folders() == ["F 2", "X", "X/Y", "X/Y/empty", "X/Y/G", "X/Y/G/H"])
    #expect(try await test.pass() == Reconciler.Report(files: 4))
  }

  @Test("has the same events as one that was renamed on the disk")
  func likeOnDisk() async throws {
    var kinds: [[DocumentEvent.Kind]] = []
    for isOnDisk in [false, true] {
      let test = try await TestWorkspace()
      _ = try await filled(test)
      let last = try await test.workspace.eventLog.lastEvent()
      if isOnDisk {
        try test.rename("Documents/F", to: "Documents/G")
        try await test.pass()
      } else {
        try await test.moveFolder("F", to: "G")
      }
      kinds.append(try await test.workspace.eventLog.events(after: last, limit: 10).map(\.kind))
      #expect(
        Set(try await test.places().values) == ["G/a.txt", "G/G/a.txt", "G/G/H/a.txt", "F 2/a.txt"])
    }
    #expect(kinds[0] == kinds[1])
  }

  @Test("goes neither into itself, nor over something, nor where nothing is; the Inbox and the top stay")
  func refused() async throws {
    let test = try await TestWorkspace()
    let before = try await filled(test)
    _ = try await test.add(in: "Inbox")
    _ = try await test.add(named: "file")
    for (path, target, code) in [
      ("F", "F/G/F", DocumentError.Code.folderStays), ("F", "F/x", .folderStays), ("", "x", .folderStays),
      ("F", "", .folderStays), ("Inbox", "x", .folderStays), ("F", "Inbox", .folderStays),
      ("F", "F 2", .nameTaken), ("F", "file", .nameTaken), ("F", "F 2/a.txt", .nameTaken),
      ("none", "x", .notFound), ("F", "none/x", .notFound), ("file", "x", .notFound),
    ] {
      await expectRefusal(code, "\(path) to \(target)") { try await test.moveFolder(path, to: target) }
    }
    let after = try await test.places()
    for (id, path) in before { #expect(after[id] == path) }
    try await test.moveFolder("F", to: "Inbox/F")
    try await test.moveFolder("Inbox/F", to: "F")
    #expect(try await test.places().count == 6)
  }

  @Test("may change the case of its name alone, and one to its own name changes nothing")
  func caseOnly() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add(in: "papers")
    try await test.moveFolder("papers", to: "Papers")
    #expect(try await test.places()[document.id] == "Papers/a.txt")
    #expect(try await test.folders() == ["Papers"])
    let last = try await test.workspace.eventLog.lastEvent()
    try await test.moveFolder("Papers", to: "Papers")
    #expect(try await test.workspace.eventLog.lastEvent() == last)
  }

  @Test("has one name, however that is spelled on the disk")
  func spelling() async throws {
    let test = try await TestWorkspace()
    try test.write("x", to: "Documents/Cafe\u{301}/a.txt")
    try await test.pass()
    #expect(try await test.folders() == ["Caf\u{E9}"])
    #expect(try await !test.makeFolder("Caf\u{E9}"))
    try await test.makeFolder("Tea")
    await expectRefusal(.nameTaken) { try await test.moveFolder("Tea", to: "Caf\u{E9}") }
    try await test.moveFolder("Caf\u{E9}", to: "Tea/Caf\u{E9}")
    #expect(Array(try await test.places().values) == ["Tea/Caf\u{E9}/a.txt"])
    #expect(try await test.pass() == Reconciler.Report(files: 1))
  }

  @Test("is back where it was when the index cannot follow")
  func takenBack() async throws {
    let test = try await TestWorkspace()
    let before = try await filled(test)
    test.fault.fail(with: .storageFull)
    await expectRefusal(.storageFull) { try await test.moveFolder("F", to: "X") }
    test.fault.fail(with: nil)
    #expect(try await test.pass() == Reconciler.Report(files: 4))
    #expect(try await test.places() == before)
  }

  @Test("is back where it was when something in it would lie too deep")
  func tooDeepInside() async throws {
    let test = try await TestWorkspace()
    let inner = (0..<60).map { "\($0)" }.joined(separator: "/")
    let document = try await test.add(in: "F/\(inner)")
    await expectRefusal(.invalidName) {
      try await test.moveFolder("F", to: "1/2/3/4/5", parents: true)
    }
    #expect(try await test.places() == [document.id: "F/\(inner)/a.txt"])
    #expect(try await test.pass().hasNews == false)
  }

  @Test("stays where it is when something in it that is not indexed yet would lie too deep")
  func tooDeepUnseen() async throws {
    let test = try await TestWorkspace()
    let inner = (0..<60).map { "\($0)" }.joined(separator: "/")
    let document = try await test.add(in: "F")
    try test.write("unseen", to: "Documents/F/\(inner)/b.txt")
    await expectRefusal(.invalidName) {
      try await test.moveFolder("F", to: "1/2/3/4/5", parents: true)
    }
    #expect(try await test.places() == [document.id: "F/a.txt"])
    #expect(try await test.pass().added == 1)
    try await test.moveFolder("F", to: "1/2/3/4", parents: true)
    #expect(try await test.names() == ["1/2/3/4/a.txt", "1/2/3/4/\(inner)/b.txt"])
    #expect(try await test.pass().hasNews == false)
  }

  @Test("carries along what is listed nowhere, however deep it lies")
  func tooDeepAlready() async throws {
    let test = try await TestWorkspace()
    for inner in ["hidden/.\(String(repeating: "x/", count: 70))", String(repeating: "x/", count: 64)] {
      try test.write("unseen", to: "Documents/F/\(inner)b.txt")
    }
    try await test.moveFolder("F", to: "1")
    #expect(try await test.folders().count == 65)
    try await test.moveFolder("1", to: "a longer name")
    #expect(try await test.pass() == Reconciler.Report(unlisted: 1))
  }

  @Test("keeps every id when the machine went down in between", arguments: [0, 1])
  func crash(_ number: Int) async throws {
    let crashed = try await CrashedWorkspace(at: number, prepare: filled) {
      try await $0.moveFolder("F", to: "X")
    }
    let (before, left) = (crashed.before, crashed.left)
    #expect(try await left.pass().moved == 3)
    for (id, place) in try await left.places() {
      let old = try #require(before[id])
      #expect(place == (old.hasPrefix("F/") ? "X" + old.dropFirst(1) : old))
    }
    #expect(try await left.places().count == before.count)
    #expect(try await left.trash().isEmpty)
  }

  @Test("loses nothing to those who add to it at the same moment")
  func uploads() async throws {
    let test = try await TestWorkspace()
    try await test.makeFolder("F")
    let ids = try await withThrowingTaskGroup(of: DocumentID?.self) { group in
      for number in 0..<30 {
        group.addTask { try await test.add("\(number)", named: "\(number).txt", in: "F").id }
        if number % 10 == 0 {
          group.addTask {
            _ = try? await test.moveFolder("F", to: "G\(number)")
            return nil
          }
        }
      }
      return try await group.reduce(into: Set<DocumentID>()) { all, id in if let id { all.insert(id) } }
    }
    #expect(ids.count == 30)
    #expect(try await test.pass() == Reconciler.Report(files: 30))
    #expect(Set(try await test.places().keys) == ids)
  }

  @Test("a crash after a folder was renamed costs no document its id whose file had just been replaced")
  func crashedMove() async throws {
    let test = try await TestWorkspace()
    let documents = try await [test.add("one", in: "F"), test.add("two", named: "b.txt", in: "F")]
    try test.write("edited", to: "Documents/.new")
    try test.remove("Documents/F/a.txt")
    try test.rename("Documents/.new", to: "Documents/F/a.txt")
    try await test.workspace.tree.settleChanged(in: FolderPath(parsing: "F"))
    // The kernel's rename was the last that happened.
    try test.rename("Documents/F", to: "Documents/G")
    #expect(try await test.pass().moved == 2)
    #expect(try await test.places()[documents[0].id] == "G/a.txt")
    #expect(try await test.workspace.document(documents[0].id).version == 2)
  }

  @Test("a folder that is not as the client knows it is refused before it is walked through")
  func refusedSoon() async throws {
    let walks = Mutex(0)
    let test = try await TestWorkspace(directory: { store in
      var meddled = MeddledTree(store)
      meddled.onFolderWalk = { walks.withLock { $0 += 1 } }
      return meddled
    })
    _ = try await test.add(in: "F")
    await expectRefusal(.versionConflict) { try await test.moveFolder("F", to: "G", expecting: "x") }
    await expectRefusal(.versionConflict) {
      _ = try await test.workspace.folders.trashFolder(try FolderPath(parsing: "F"), expecting: "x")
    }
    #expect(walks.withLock { $0 } == 0)
    try await test.moveFolder("F", to: "G")
    #expect(walks.withLock { $0 } > 0)
  }

  @Test(
    "a folder takes the name of one that another program removed a moment ago, and the documents in that go to the Trash"
  )
  func movedToRemoved() async throws {
    let test = try await TestWorkspace()
    let gone = try await [test.add("old", in: "T"), test.add("deep", named: "b.txt", in: "T/Sub")]
    let box = try await test.add("new", in: "Box")
    try test.remove("Documents/T")
    try await test.moveFolder("Box", to: "T")
    #expect(try await test.places() == [box.id: "T/a.txt"])
    #expect(try await Set(test.trash().map(\.id)) == Set(gone.map(\.id)))
    let restored = try await test.workspace.documents.restore(gone[0].id)
    #expect(restored.location.relativePath == "T/a 2.txt")
    #expect(try await test.text(of: restored) == "old")
  }

  @Test("a folder takes the name of one renamed on the disk a moment ago, whose documents follow their files")
  func movedToRenamed() async throws {
    let test = try await TestWorkspace()
    let (old, box) = try await (test.add("old", in: "T"), test.add("new", in: "Box"))
    try test.rename("Documents/T", to: "Documents/U")
    try await test.moveFolder("Box", to: "T")
    #expect(try await test.places() == [old.id: "U/a.txt", box.id: "T/a.txt"])
  }

  @Test("where so much is missing in a folder that its disk may be away, no other one takes its name")
  func movedToAbsent() async throws {
    let test = try await TestWorkspace()
    for number in 1...21 { _ = try await test.add("\(number)", named: "\(number).txt", in: "T") }
    _ = try await test.add("new", in: "Box")
    try test.remove("Documents/T")
    await expectRefusal(.contentMissing) { try await test.moveFolder("Box", to: "T") }
    #expect(try await test.trash().isEmpty)
    #expect(try await test.names().count == 22)
  }

  @Test("changes on the disk to the files of a folder are in the index before the folder moves")
  func settledMove() async throws {
    let test = try await TestWorkspace()
    let document = try await test.add("one", in: "F")
    try test.write("edited", to: "Documents/F/a.txt")
    try await test.moveFolder("F", to: "G")
    let now = try await test.workspace.document(document.id)
    #expect(now.version == 2 && now.location.relativePath == "G/a.txt")
    #expect(try await test.pass().hasNews == false)
  }
}
