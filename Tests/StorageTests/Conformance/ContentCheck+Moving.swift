import DocumentModel
import Testing

extension ContentCheck {
  static var moving: [ContentCheck] {
    [
      ContentCheck("a content moves to another name and folder, which is made") { store in
        try await store.put("x", at: "a.txt")
        try await store.move(.at("a.txt"), to: .at("F/G/b.txt"))
        #expect(try await store.text(at: "F/G/b.txt") == "x")
        await expectRefusal(.notFound) { _ = try await store.open(.at("a.txt")) }
        #expect(try await store.found().count == 1)
      },
      ContentCheck("a move takes no place that is taken") { store in
        try await store.put("x", at: "a.txt")
        try await store.put("y", at: "F/b.txt")
        for path in ["F/b.txt", "F", "F/b.txt/c"] {
          await expectRefusal(.nameTaken, "\(path)") { try await store.move(.at("a.txt"), to: .at(path)) }
        }
        #expect(try await store.text(at: "a.txt") == "x")
        #expect(try await store.text(at: "F/b.txt") == "y")
      },
      ContentCheck("only files can be moved") { store in
        try await store.put("x", at: "F/a.txt")
        for path in ["b.txt", "F", "F/a.txt/b"] {
          await expectRefusal(.notFound, "\(path)") { try await store.move(.at(path), to: .at("c")) }
        }
      },
      ContentCheck("a move to the same place changes nothing") { store in
        let placed = try await store.put("x", at: "a.txt")
        try await store.move(.at("a.txt"), to: .at("a.txt"))
        #expect(try await store.found() == [placed])
        await expectRefusal(.notFound) { try await store.move(.at("b.txt"), to: .at("b.txt")) }
      },
      ContentCheck("of a hundred simultaneous renames to one name one wins, and nothing is lost") { store in
        for number in 0..<100 { try await store.put("\(number)", at: "\(number).txt") }
        let result = await race(100) { number in
          try await store.move(.at("\(number).txt"), to: .at("one.txt"))
        }
        #expect(result.wins == 1)
        #expect(result.refusals.allSatisfy { $0 == .nameTaken })
        #expect(try await store.found().count == 100)
      },
      ContentCheck("a rename shows in the fingerprint of none but the renamed") { store in
        let stays = try await store.put("x", at: "F/a.txt")
        try await store.put("y", at: "F/b.txt")
        try await store.move(.at("F/b.txt"), to: .at("F/c.txt"))
        #expect(try await store.found().first == stays)
      },
    ]
  }

  static var trashing: [ContentCheck] {
    [
      ContentCheck("a content goes to the Trash and comes back") { store in
        let id = DocumentID()
        try await store.put("x", at: "F/a.txt")
        try await store.trash(id, at: .at("F/a.txt"))
        #expect(try await store.found().isEmpty)
        #expect(try await store.openTrashed(id).text() == "x")
        try await store.restore(id, to: .at("G/b.txt"))
        #expect(try await store.text(at: "G/b.txt") == "x")
        await expectRefusal(.notFound) { _ = try await store.openTrashed(id) }
      },
      ContentCheck("a trashed content's place is free, and may be taken when it comes back") { store in
        let id = DocumentID()
        try await store.put("x", at: "a.txt")
        try await store.trash(id, at: .at("a.txt"))
        try await store.put("y", at: "a.txt")
        await expectRefusal(.nameTaken) { try await store.restore(id, to: .at("a.txt")) }
        #expect(try await store.openTrashed(id).text() == "x")
        #expect(try await store.text(at: "a.txt") == "y")
      },
      ContentCheck("contents of one name lie side by side in the Trash") { store in
        let ids = (0..<3).map { _ in DocumentID() }
        for (number, id) in ids.enumerated() {
          try await store.put("\(number)", at: "a.txt")
          try await store.trash(id, at: .at("a.txt"))
        }
        for (number, id) in ids.enumerated() {
          #expect(try await store.openTrashed(id).text() == "\(number)")
        }
      },
      ContentCheck("a missing content can be neither thrown away nor restored") { store in
        try await store.put("x", at: "F/a.txt")
        for path in ["b.txt", "F"] {
          await expectRefusal(.notFound, "\(path)") { try await store.trash(DocumentID(), at: .at(path)) }
        }
        await expectRefusal(.notFound) { try await store.restore(DocumentID(), to: .at("b.txt")) }
        #expect(try await store.found().count == 1)
      },
      ContentCheck(
        "a file in the Trash under a document's id is kept as a version when the document goes there again"
      ) {
        store in
        let id = DocumentID()
        try await store.put("x", at: "a.txt")
        try await store.trash(id, at: .at("a.txt"))
        try await store.put("y", at: "a.txt")
        try await store.trash(id, at: .at("a.txt"))
        #expect(try await store.openTrashed(id).text() == "y")
        #expect(try await store.openVersion(.of("x")).text() == "x")
        #expect(try await store.found().isEmpty)
      },
      ContentCheck("a content is removed from the Trash for good, and what is not there is no fault") {
        store in
        let id = DocumentID()
        try await store.put("x", at: "a.txt")
        try await store.trash(id, at: .at("a.txt"))
        try store.removeTrashed(id, keepingAs: nil)
        await expectRefusal(.notFound) { _ = try await store.openTrashed(id) }
        await expectRefusal(.notFound) { _ = try await store.openVersion(.of("x")) }
        await expectRefusal(.notFound) { try await store.restore(id, to: .at("a.txt")) }
        try store.removeTrashed(id, keepingAs: nil)
        try store.removeTrashed(DocumentID(), keepingAs: .of("x"))
      },
      ContentCheck("a content that is needed leaves the Trash as a version, if it is that one") { store in
        let ids = [DocumentID(), DocumentID()]
        for id in ids {
          try await store.put("x", at: "a.txt")
          try await store.trash(id, at: .at("a.txt"))
        }
        try store.removeTrashed(ids[0], keepingAs: .of("y"))
        await expectRefusal(.notFound) { _ = try await store.openVersion(.of("y")) }
        try store.removeTrashed(ids[1], keepingAs: .of("x"))
        #expect(try await store.openVersion(.of("x")).text() == "x")
        for id in ids { await expectRefusal(.notFound) { _ = try await store.openTrashed(id) } }
      },
    ]
  }
}
