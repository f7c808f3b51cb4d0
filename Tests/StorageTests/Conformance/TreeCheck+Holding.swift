import DocumentModel
import FoundationEssentials
import Testing

extension TreeCheck {
  static var holding: [TreeCheck] {
    [
      TreeCheck("a content that was placed is held: it can become a version without being replaced") {
        store in
        try await store.put("one", at: "a.txt")
        #expect(try await store.keptVersions(among: [.of("one")]).isEmpty)
        #expect(try await store.keepHeld(.of("one")))
        #expect(try await store.openVersion(.of("one")).text() == "one")
        #expect(try await store.text(at: "a.txt") == "one")
        #expect(try await store.keepHeld(.of("one")), "and is one from then on")
      },
      TreeCheck("a content that was taken is held as well") { store in
        try await store.put("one", at: "a.txt")
        _ = try await store.releaseHeld(before: .distantFuture) { _ in false }
        #expect(try await store.keepHeld(.of("one")) == false)
        let taken = try #require(try await store.take(.at("a.txt")))
        let place = try Location.at("a.txt")
        #expect(taken.sha256 == .of("one") && taken.placed.location == place)
        #expect(try await store.keepHeld(.of("one")))
      },
      TreeCheck("what was replaced is a version already, and what never was here is none") { store in
        try await store.put("one", at: "a.txt")
        try await store.put("two", at: "a.txt", replacing: "one")
        #expect(try await store.keepHeld(.of("one")))
        #expect(try await store.keepHeld(.of("three")) == false)
        await expectRefusal(.notFound) { _ = try await store.openVersion(.of("three")) }
      },
      TreeCheck("what is needed stays held, the rest is let go of") { store in
        for name in ["one", "two", "three"] { try await store.put(name, at: name) }
        let count = try await store.releaseHeld(before: .distantFuture) { $0 == .of("two") }
        #expect(count == 2)
        #expect(try await store.keepHeld(.of("two")))
        #expect(try await store.keepHeld(.of("one")) == false)
        #expect(try await store.text(at: "one") == "one")
      },
      TreeCheck("a version that is removed is not held on to") { store in
        try await store.put("one", at: "a.txt")
        try store.removeVersion(.of("one"))
        #expect(try await store.keepHeld(.of("one")) == false)
        #expect(try await store.text(at: "a.txt") == "one")
      },
      TreeCheck("a file that looks as it did when it was read is held without being read") { store in
        let (place, placed) = (try Location.at("a.txt"), try await store.put("one", at: "a.txt"))
        try await store.put("two", at: "b.txt")
        _ = try await store.releaseHeld(before: .distantFuture) { _ in false }
        let looks = try #require(
          try await store.hold(place, as: .of("one"), looking: placed.fingerprint))
        let entry = IndexEntry(document: try Sample("a.txt").document, fingerprint: looks)
        #expect(entry.fingerprint.hasContent(of: placed.fingerprint))
        #expect(try await store.heldContents(among: [.of("one"), .of("two")]) == [.of("one")])
        #expect(try await store.fingerprints(at: [place])[place] == looks)
        #expect(try await store.keepHeld(.of("one")))
        #expect(try await store.heldContents(among: []).isEmpty)
      },
      TreeCheck("a file that looks otherwise, or is not there, is not held") { store in
        let placed = try await store.put("one", at: "a.txt")
        try await store.put("two", at: "a.txt", replacing: "one")
        _ = try await store.releaseHeld(before: .distantFuture) { _ in false }
        for place in ["a.txt", "none.txt"] {
          #expect(try await store.hold(.at(place), as: .of("one"), looking: placed.fingerprint) == nil)
        }
        #expect(try await store.heldContents(among: [.of("one"), .of("two")]).isEmpty)
      },
      TreeCheck("nothing is taken where nothing lies") { store in
        await expectRefusal(.notFound) { _ = try await store.take(.at("a.txt")) }
      },
    ]
  }
}
