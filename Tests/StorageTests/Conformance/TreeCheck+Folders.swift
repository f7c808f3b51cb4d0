import DocumentModel
import Testing

extension DirectoryTree {
  /// All folders directly in `path`, by pages of `limit`.
  fileprivate func names(in path: String, limit: Int) async throws -> [String] {
    var names: [FileName] = []
    while true {
      let page = try await folders(in: FolderPath(parsing: path), after: names.last, limit: limit)
      names += page.compactMap(\.path.names.last)
      if page.count < limit { return names.map(\.description) }
    }
  }

  fileprivate func move(_ source: String, into target: String) async throws {
    try await moveFolder(FolderPath(parsing: source), to: FolderPath(parsing: target))
  }

  fileprivate func requireRoom(_ source: String, in target: String) async throws {
    try await requireRoom(for: FolderPath(parsing: source), in: FolderPath(parsing: target))
  }

  fileprivate func removeEmpty(_ path: String) async throws -> LeftFiles {
    try await removeEmptyFolders(FolderPath(parsing: path))
  }

  fileprivate func fingerprint(of path: String) async throws -> String {
    try await folder(FolderPath(parsing: path)).state
  }
}

extension TreeCheck {
  static var folders: [TreeCheck] {
    [
      TreeCheck("a folder is made once, with those above it") { store in
        let folder = try FolderPath(parsing: "a/b/c")
        #expect(try await store.makeFolder(folder))
        #expect(try await !store.makeFolder(folder))
        #expect(try await !store.makeFolder(FolderPath(parsing: "a/b")))
        #expect(try await !store.makeFolder(.top))
        #expect(try await store.names(in: "", limit: 9) == ["a"])
        #expect(try await store.names(in: "a/b", limit: 9) == ["c"])
        #expect(try await store.names(in: "a/b/c", limit: 9).isEmpty)
      },
      TreeCheck("of many simultaneous makers of a folder one makes it") { store in
        let folder = try FolderPath(parsing: "a/b")
        let made = try await withThrowingTaskGroup(of: Bool.self) { group in
          for _ in 0..<20 { group.addTask { try await store.makeFolder(folder) } }
          return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(made == 1)
      },
      TreeCheck("a folder is not made over a file, nor too deep") { store in
        try await store.put("x", at: "a")
        await expectRefusal(.nameTaken) { _ = try await store.makeFolder(FolderPath(parsing: "a")) }
        await expectRefusal(.nameTaken) { _ = try await store.makeFolder(FolderPath(parsing: "a/b")) }
        await expectRefusal(.invalidName) {
          _ = try await store.makeFolder(FolderPath((0...64).map { try FileName("\($0)") }))
        }
      },
      TreeCheck("a walk finds every file once, whatever the number and depth") { store in
        let deep = (0..<40).map { "d\($0)" }.joined(separator: "/")
        let paths = (0..<700).map { "F/\($0).txt" } + (0..<30).map { "\($0)/a" } + ["\(deep)/z"]
        for path in paths { try await store.put("x", at: path) }
        #expect(try await store.found().map(\.location.relativePath) == paths.sorted())
      },
    ]
  }

  static var wholeFolders: [TreeCheck] {
    [
      TreeCheck("pages of any size together are all folders, in the order that people expect") { store in
        let expected = ["1", "2", "10", "Äpfel", "apfelbaum", "B", "page 2", "Page 010", "zoë", "Zoltan"]
        for name in expected.shuffled() { _ = try await store.makeFolder(FolderPath(parsing: "F/\(name)")) }
        try await store.put("x", at: "F/file")
        for limit in [1, 3, 9, 10, 11, 1000] {
          #expect(try await store.names(in: "F", limit: limit) == expected, "\(limit)")
        }
        #expect(try await store.folders(in: FolderPath(parsing: "F"), after: nil, limit: 0).isEmpty)
        await expectRefusal(.notFound) { _ = try await store.names(in: "none", limit: 5) }
        await expectRefusal(.notFound) { _ = try await store.names(in: "F/file", limit: 5) }
      },
      TreeCheck("a folder says whether folders are in it; files are none") { store in
        try await store.put("x", at: "a/b/c.txt")
        #expect(try await store.folder(.top).hasFolders)
        #expect(try await store.folder(FolderPath(parsing: "a")).hasFolders)
        #expect(try await store.folder(FolderPath(parsing: "a/b")).hasFolders == false)
        let listed = try await store.folders(in: .top, after: nil, limit: 5)
        #expect(listed.map(\.hasFolders) == [true] && listed.map(\.path.description) == ["a"])
        await expectRefusal(.notFound) { _ = try await store.folder(FolderPath(parsing: "a/b/c.txt")) }
      },
      TreeCheck("a folder's fingerprint tells of names in it, and of nothing else") { store in
        try await store.put("x", at: "a/one.txt")
        try await store.put("x", at: "b/one.txt")
        let first = try await store.fingerprint(of: "a")
        try await store.put("y", at: "b/two.txt")
        _ = try await store.text(at: "a/one.txt")
        #expect(try await store.fingerprint(of: "a") == first)
        // The clock that stamps folders has ticks.
        for number in 0..<1000 where try await store.fingerprint(of: "a") == first {
          try await store.put("y", at: "a/\(number).txt")
        }
        #expect(try await store.fingerprint(of: "a") != first)
      },
      TreeCheck("a folder moves with all that is in it, also what is empty") { store in
        let kept = try await store.put("x", at: "a/b/x.txt")
        _ = try await store.makeFolder(FolderPath(parsing: "a/empty"))
        _ = try await store.makeFolder(FolderPath(parsing: "F"))
        try await store.move("a", into: "F/c")
        #expect(try await store.text(at: "F/c/b/x.txt") == "x")
        #expect(try await store.found().map(\.fingerprint) == [kept.fingerprint])
        #expect(try await store.names(in: "F/c", limit: 9) == ["b", "empty"])
        #expect(try await store.names(in: "", limit: 9) == ["F"])
      },
      TreeCheck("a folder takes no place that is taken, and does not lie in itself") { store in
        for path in ["a/b/x.txt", "c/y.txt", "file"] { try await store.put(path, at: path) }
        _ = try await store.makeFolder(FolderPath(parsing: "empty"))
        for target in ["c", "file", "empty", "c/y.txt"] {
          await expectRefusal(.nameTaken, "\(target)") { try await store.move("a", into: target) }
        }
        for (source, target) in [("a", "a/b/a"), ("a", "a"), ("", "c/d")] {
          await expectRefusal(.folderStays, "\(source)") { try await store.move(source, into: target) }
        }
        for (source, target) in [("none", "d"), ("a", "none/a"), ("file", "d"), ("a/b/x.txt", "d")] {
          await expectRefusal(.notFound, "\(source)") { try await store.move(source, into: target) }
        }
        #expect(
          try await store.found().map(\.location.relativePath) == ["a/b/x.txt", "c/y.txt", "file"])
      },
      TreeCheck("there is room for a folder where all folders in it can be listed, empty ones, too") {
        store in
        let (inner, name) = (
          (0..<60).map { "\($0)" }.joined(separator: "/"), String(repeating: "n", count: 250)
        )
        try await store.put("x", at: "F/\(inner)/a.txt")
        _ = try await store.makeFolder(FolderPath(parsing: "E/\(inner)"))
        try await store.put("x", at: "G/\(name)/b.txt")
        let long = (0..<13).map { _ in name }.joined(separator: "/")
        for (source, target) in [("F", "1/2/3/4/5"), ("E", "1/2/3/4/5"), ("G", long)] {
          await expectRefusal(.invalidName, "\(source)") { try await store.requireRoom(source, in: target) }
        }
        for (source, target) in [("F", "1/2/3/4"), ("F/0/1", "F 2"), ("G", "1/2/3/4/5"), ("none", "1")] {
          try await store.requireRoom(source, in: target)
        }
      },
      TreeCheck("of many simultaneous moves to one place one wins, and nothing is lost") { store in
        for number in 0..<20 { try await store.put("\(number)", at: "\(number)/x") }
        let result = await race(20) { number in try await store.move("\(number)", into: "one") }
        #expect(result.wins == 1)
        #expect(result.refusals.allSatisfy { $0 == .nameTaken })
        #expect(try await store.found().count == 20)
      },
      TreeCheck("empty folders are removed, those below first") { store in
        for path in ["a/b/c", "a/d", "e"] { _ = try await store.makeFolder(FolderPath(parsing: path)) }
        #expect(try await store.removeEmpty("a").count == 0)
        #expect(try await store.names(in: "", limit: 9) == ["e"])
        await expectRefusal(.notFound) { _ = try await store.removeEmpty("a") }
        await expectRefusal(.folderStays) { _ = try await store.removeEmpty("") }
      },
      TreeCheck("a folder with something in it stays, and what keeps it is named") { store in
        for path in ["a/x.txt", "a/b/y.txt"] { try await store.put(path, at: path) }
        for path in ["a/c/d", "a/b/e"] { _ = try await store.makeFolder(FolderPath(parsing: path)) }
        let left = try await store.removeEmpty("a")
        #expect(left.count == 2 && Set(left.paths) == ["a/x.txt", "a/b/y.txt"])
        #expect(try await store.names(in: "a", limit: 9) == ["b"])
        #expect(try await store.names(in: "a/b", limit: 9).isEmpty)
        #expect(try await store.text(at: "a/b/y.txt") == "a/b/y.txt")
      },
    ]
  }

  static var looking: [TreeCheck] {
    [
      TreeCheck("a walk of a folder finds what is in it and below it, and no more") { store in
        for path in ["a/x", "a/b/y", "ab/z", "w"] { try await store.put(path, at: path) }
        func walked(_ folder: String) async throws -> [String] {
          var found: [String] = []
          for try await case .file(let file) in store.walk(in: try FolderPath(parsing: folder)) {
            found.append(file.location.relativePath)
          }
          return found.sorted()
        }
        #expect(try await walked("a") == ["a/b/y", "a/x"])
        #expect(try await walked("none").isEmpty)
        #expect(try await walked("").count == 4)
      },
      TreeCheck("the content at a place is hashed as it is now, and where none is it is not found") { store in
        let placed = try await store.put("hello", at: "F/G/a.txt")
        let hashed = try #require(try await store.hash(.at("F/G/a.txt")))
        #expect(hashed.sha256 == .of("hello"))
        // Read within the tick of its placing, its fingerprint may be one that proves nothing.
        #expect(hashed.placed.location == placed.location && hashed.placed.size == placed.size)
        for path in ["b.txt", "F", "F/b.txt", "G/a.txt", "F/G/a.txt/x"] {
          await expectRefusal(.notFound, "\(path)") { _ = try await store.hash(.at(path)) }
        }
      },
      TreeCheck("files at places look as a walk finds them; where none is there is nothing") { store in
        let placed = try await [store.put("x", at: "a.txt"), store.put("y", at: "F/b.txt")]
        let places = placed.map(\.location) + [try .at("none.txt"), try .at("F"), try .at("F/b.txt/c")]
        let found = try await store.fingerprints(at: places)
        let walked = try await store.found().map { ($0.location, $0.fingerprint) }
        #expect(found == Dictionary(uniqueKeysWithValues: walked))
        #expect(try await store.fingerprints(at: []).isEmpty)
      },
    ]
  }
}
