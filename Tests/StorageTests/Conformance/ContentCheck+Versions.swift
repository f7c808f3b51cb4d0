import DocumentModel
import Testing

extension ContentCheck {
  static var versions: [ContentCheck] {
    [
      ContentCheck("it tells which versions are kept") { store in
        try await store.put("one", at: "a.txt")
        try await store.put("two", at: "a.txt", replacing: "one")
        let hashes = Set(["one", "two", "three"].map { ContentHash.of($0) })
        #expect(try await store.keptVersions(among: hashes) == [.of("one")])
        #expect(try await store.keptVersions(among: []) == [])
      },
      ContentCheck("a copy of a version can be placed, and the version stays") { store in
        try await store.put("one", at: "a.txt")
        try await store.put("two", at: "a.txt", replacing: "one")
        let copy = try await store.stage(copyOf: store.openVersion(.of("one")), expecting: .of("one"))
        #expect(copy.sha256 == .of("one") && copy.size == 3)
        _ = try await store.place(copy, at: .at("a.txt"), replacing: .of("two"))
        #expect(try await store.text(at: "a.txt") == "one")
        #expect(try await store.openVersion(.of("one")).text() == "one")
        #expect(try await store.openVersion(.of("two")).text() == "two")
      },
      ContentCheck("a copy of a current content is another content, of any length") { store in
        for (name, size) in [("a", 0), ("b", 1), ("c", 3 << 20)] {
          let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
          _ = try await store.place(store.staged(bytes), at: .at(name), replacing: nil)
          let copy = try await store.stage(copyOf: store.open(.at(name)), expecting: .of(bytes))
          _ = try await store.place(copy, at: .at("\(name) 2"), replacing: nil)
          #expect(try await store.open(.at("\(name) 2")).bytes() == bytes)
        }
      },
      ContentCheck("a copy of other bytes than expected is refused, and nothing is left of it") { store in
        try await store.put("one", at: "a.txt")
        await expectRefusal(.damaged) {
          _ = try await store.stage(copyOf: store.open(.at("a.txt")), expecting: .of("two"))
        }
        #expect(try await store.text(at: "a.txt") == "one")
      },
      ContentCheck("staged bytes can be kept as a version that no document ever had, once") { store in
        let staged = try await store.staged(Array("mine".utf8))
        try await store.keepVersion(staged)
        #expect(try await store.openVersion(.of("mine")).text() == "mine")
        #expect(try await store.keptVersions(among: [.of("mine")]) == [.of("mine")])
        await expectRefusal(.invalidParameter) {
          _ = try await store.place(staged, at: .at("a.txt"), replacing: nil)
        }
        await expectRefusal(.invalidParameter) { try await store.keepVersion(staged) }
        await expectRefusal(.notFound) { _ = try await store.open(.at("a.txt")) }
      },
      ContentCheck("keeping a version that is kept changes nothing") { store in
        try await store.put("one", at: "a.txt")
        try await store.put("two", at: "a.txt", replacing: "one")
        try await store.keepVersion(store.staged(Array("one".utf8)))
        #expect(try await store.openVersion(.of("one")).text() == "one")
        #expect(try await store.text(at: "a.txt") == "two")
      },
      ContentCheck("a version that is removed is gone, and the others stay") { store in
        try await store.put("one", at: "a.txt")
        for (old, new) in [("one", "two"), ("two", "three")] {
          try await store.put(new, at: "a.txt", replacing: old)
        }
        try store.removeVersion(.of("one"))
        await expectRefusal(.notFound) { _ = try await store.openVersion(.of("one")) }
        #expect(try await store.openVersion(.of("two")).text() == "two")
        #expect(try await store.text(at: "a.txt") == "three")
        // Once more, as after a crash.
        try store.removeVersion(.of("one"))
      },
    ]
  }
}
