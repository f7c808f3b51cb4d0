import DocumentModel
import Glibc
import Testing

extension ContentCheck {
  static var staging: [ContentCheck] {
    [
      ContentCheck("bytes come back whatever their number and the pieces in which they come") { store in
        for (count, piece) in [(0, 1), (1, 1), (65_537, 1_000), (524_288, 524_288), (3_000_001, 77_777)] {
          let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
          let staged = try await store.staged(bytes, piece: piece)
          #expect(staged.sha256 == .of(bytes) && staged.size == count)
          #expect(try staged.bytes() == bytes)
          _ = try await store.place(staged, at: .at("\(count)"), replacing: nil)
          #expect(try await store.open(.at("\(count)")).bytes() == bytes)
        }
      },
      ContentCheck("a placed content that no document got is taken back, and its place is free") { store in
        try await store.put("one", at: "F/a.txt")
        try await store.withdraw(.of("one"), from: .at("F/a.txt"))
        #expect(try await store.found().isEmpty)
        try await store.put("two", at: "F/a.txt")
        #expect(try await store.open(.at("F/a.txt")).text() == "two")
      },
      ContentCheck("another content is not taken back, and neither is what is not there") { store in
        try await store.put("two", at: "a.txt")
        try await store.withdraw(.of("one"), from: .at("a.txt"))
        #expect(try await store.open(.at("a.txt")).text() == "two")
        await expectRefusal(.notFound) { try await store.withdraw(.of("one"), from: .at("b.txt")) }
      },
      ContentCheck("a stage counts what it was given") { store in
        let stage = try await store.stage()
        #expect(stage.written == 0)
        try await stage.write([1, 2, 3])
        try await stage.write([])
        try await stage.write([4])
        #expect(stage.written == 4)
        #expect(try await stage.finish().size == 4)
      },
      ContentCheck("nothing more is taken after the end") { store in
        let finished = try await store.stage()
        _ = try await finished.finish()
        await expectRefusal(.storageFailed) { try await finished.write([1]) }
        let abandoned = try await store.stage()
        try await abandoned.write([1])
        await abandoned.abandon()
        await expectRefusal(.storageFailed) { try await abandoned.write([1]) }
        await expectRefusal(.storageFailed) { _ = try await abandoned.finish() }
        #expect(try await store.found().isEmpty)
      },
      ContentCheck("staged bytes that rested are what they were, and can be placed") { store in
        let staged = try await store.staged(Array("slept".utf8))
        try await staged.wake()
        staged.rest()
        staged.rest()
        #expect(staged.sha256 == .of("slept") && staged.size == 5)
        try await staged.wake()
        #expect(try staged.bytes() == Array("slept".utf8))
        staged.rest()
        _ = try await store.place(staged, at: .at("a"), replacing: nil)
        staged.rest()
        #expect(try await store.text(at: "a") == "slept")
      },
      ContentCheck("a handed-out content cannot be written to") { store in
        let staged = try await store.staged(Array("kept".utf8))
        _ = try await store.place(staged, at: .at("a"), replacing: nil)
        for content in [staged, try await store.open(.at("a"))] as [any ReadableContent] {
          #expect(write(content.descriptor, "x", 1) == -1)
        }
        #expect(try await store.text(at: "a") == "kept")
      },
    ]
  }

  static var placing: [ContentCheck] {
    [
      ContentCheck("a placed content is found with its size and a fingerprint that lasts") { store in
        let placed = try await store.put("hello", at: "F/G/a.txt")
        #expect(try placed.location == .at("F/G/a.txt") && placed.size == 5)
        #expect(try await store.found() == [placed])
      },
      ContentCheck("a taken name is refused, and the content can be placed elsewhere") { store in
        try await store.put("first", at: "a.txt")
        let staged = try await store.staged(Array("second".utf8))
        await expectRefusal(.nameTaken) {
          _ = try await store.place(staged, at: .at("a.txt"), replacing: nil)
        }
        _ = try await store.place(staged, at: .at("a 2.txt"), replacing: nil)
        #expect(try await store.text(at: "a.txt") == "first")
        #expect(try await store.text(at: "a 2.txt") == "second")
      },
      ContentCheck("a content is placed once") { store in
        let staged = try await store.staged([1])
        _ = try await store.place(staged, at: .at("a"), replacing: nil)
        await expectRefusal(.invalidParameter) {
          _ = try await store.place(staged, at: .at("b"), replacing: nil)
        }
        #expect(try await store.found().count == 1)
      },
      ContentCheck("a content of another store is refused") { store in
        let foreign = try await InMemoryContentStore().staged([1])
        await expectRefusal(.invalidParameter) {
          _ = try await store.place(foreign, at: .at("a"), replacing: nil)
        }
      },
      ContentCheck("a folder's name is taken, and a file is no folder") { store in
        try await store.put("x", at: "F/a.txt")
        await expectRefusal(.nameTaken) { try await store.put("y", at: "F") }
        await expectRefusal(.nameTaken) { try await store.put("y", at: "F/a.txt/b.txt") }
        await expectRefusal(.nameTaken) { try await store.put("y", at: "F/a.txt/c/b.txt") }
        #expect(try await store.found().count == 1)
      },
      ContentCheck("names of 255 bytes and the deepest folders are kept, deeper ones refused") { store in
        let name = String(repeating: "漢", count: 85)
        let deep = Array(repeating: "d", count: FolderPath.maximumDepth).joined(separator: "/")
        try await store.put("x", at: "\(name)/\(name)")
        try await store.put("y", at: "\(deep)/a")
        #expect(try await store.text(at: "\(name)/\(name)") == "x")
        #expect(try await store.text(at: "\(deep)/a") == "y")
        #expect(try await store.found().count == 2)
        let folder = FolderPath(try (0...FolderPath.maximumDepth).map { try FileName("\($0)") })
        let staged = try await store.staged([1])
        await expectRefusal(.invalidName) {
          _ = try await store.place(staged, at: Location(folder: folder, name: FileName("a")), replacing: nil)
        }
      },
      ContentCheck("two Unicode spellings of a name are one name") { store in
        try await store.put("x", at: "caf\u{e9}")
        await expectRefusal(.nameTaken) { try await store.put("y", at: "cafe\u{301}") }
        #expect(try await store.text(at: "cafe\u{301}") == "x")
      },
      ContentCheck("of many simultaneous creations of one name one wins, whole") { store in
        let result = await race(20) { number in
          try await store.put(String(repeating: "\(number) ", count: 10_000), at: "F/one.txt")
        }
        #expect(result.wins == 1)
        #expect(result.refusals == Array(repeating: .nameTaken, count: 19))
        let text = try await store.text(at: "F/one.txt")
        #expect(Set(text.split(separator: " ")).count == 1)
      },
      ContentCheck("a missing content is not found") { store in
        try await store.put("x", at: "F/a.txt")
        for path in ["b.txt", "F", "F/b.txt", "G/a.txt", "F/a.txt/x"] {
          await expectRefusal(.notFound, "\(path)") { _ = try await store.open(.at(path)) }
        }
        await expectRefusal(.notFound) { _ = try await store.openVersion(.of("x")) }
        await expectRefusal(.notFound) { _ = try await store.openTrashed(DocumentID()) }
      },
    ]
  }

  static var replacing: [ContentCheck] {
    [
      ContentCheck("the replaced content is kept as a version") { store in
        let first = try await store.put("one", at: "a.txt")
        let second = try await store.put("two", at: "a.txt", replacing: "one")
        #expect(first.fingerprint != second.fingerprint)
        #expect(try await store.text(at: "a.txt") == "two")
        #expect(try await store.openVersion(.of("one")).text() == "one")
        await expectRefusal(.notFound) { _ = try await store.openVersion(.of("two")) }
      },
      ContentCheck("content is not replaced by a client that does not know it") { store in
        try await store.put("one", at: "a.txt")
        await expectRefusal(.versionConflict) { try await store.put("two", at: "a.txt", replacing: "zero") }
        await expectRefusal(.versionConflict) { try await store.put("two", at: "b.txt", replacing: "one") }
        #expect(try await store.text(at: "a.txt") == "one")
        await expectRefusal(.notFound) { _ = try await store.openVersion(.of("one")) }
        #expect(try await store.found().count == 1)
      },
      ContentCheck("a refused content can be placed on what is there now") { store in
        try await store.put("one", at: "a.txt")
        let staged = try await store.staged(Array("two".utf8))
        await expectRefusal(.versionConflict) {
          _ = try await store.place(staged, at: .at("a.txt"), replacing: .of("zero"))
        }
        _ = try await store.place(staged, at: .at("a.txt"), replacing: .of("one"))
        #expect(try await store.text(at: "a.txt") == "two")
      },
      ContentCheck("a content may come and go and is kept once") { store in
        try await store.put("one", at: "a.txt")
        for (old, new) in [("one", "two"), ("two", "one"), ("one", "two"), ("two", "two"), ("two", "three")] {
          try await store.put(new, at: "a.txt", replacing: old)
        }
        #expect(try await store.openVersion(.of("one")).text() == "one")
        #expect(try await store.openVersion(.of("two")).text() == "two")
        #expect(try await store.text(at: "a.txt") == "three")
      },
      ContentCheck("of many saves on one base one wins, and the base is kept") { store in
        try await store.put("base", at: "a.txt")
        let result = await race(20) { number in
          try await store.put(String(repeating: "\(number) ", count: 10_000), at: "a.txt", replacing: "base")
        }
        #expect(result.wins == 1)
        #expect(result.refusals == Array(repeating: .versionConflict, count: 19))
        #expect(Set(try await store.text(at: "a.txt").split(separator: " ")).count == 1)
        #expect(try await store.openVersion(.of("base")).text() == "base")
      },
      ContentCheck("a reader keeps reading the earlier content") { store in
        let old = String(repeating: "old ", count: 50_000)
        try await store.put(old, at: "a.txt")
        let open = try await store.open(.at("a.txt"))
        try await store.put("new", at: "a.txt", replacing: old)
        try await store.move(.at("a.txt"), to: .at("b.txt"))
        try await store.trash(DocumentID(), at: .at("b.txt"))
        #expect(try open.text() == old)
      },
    ]
  }
}
