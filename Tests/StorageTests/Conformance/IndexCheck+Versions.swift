import DocumentModel
import Testing

extension IndexCheck {
  static var versions: [IndexCheck] {
    [
      IndexCheck("a version says who made it, which way, and what it brought back") { store in
        let document = try await store.add(Sample("a.txt"))
        let version = Version(
          number: 2, sha256: .of("two"), size: 3, type: .plainText, created: .at(5), origin: .restored,
          author: "scanner \u{1F5A8}", restoredFrom: 1)
        _ = try await store.setContent(
          of: document.id, to: version, fingerprint: .of("f"), expecting: document.sha256)
        #expect(try await store.version(2, of: document.id) == version)
        #expect(try await store.version(1, of: document.id)?.author == nil)
        #expect(try await store.versions(of: document.id).first == version)
      },
      IndexCheck("versions come by their numbers, also when a clock went backwards") { store in
        let document = try await store.changed("a.txt", times: [50, 10, 30, -5])
        let found = try await store.versions(of: document.id)
        #expect(found.map(\.number) == [5, 4, 3, 2, 1])
        #expect(found.map(\.created) == [-5, 30, 10, 50, 0].map { .at($0) })
      },
      IndexCheck("versions come in pages, of which none repeats or leaves out a number") { store in
        let document = try await store.changed("a.txt", times: (1...11).map(Double.init))
        var (numbers, before): ([Int], Int?) = ([], nil)
        while true {
          let page = try await store.versions(of: document.id, before: before, limit: 5)
          guard let last = page.last else { break }
          #expect(page.count <= 5)
          numbers += page.map(\.number)
          before = last.number
        }
        #expect(numbers == Array((1...12).reversed()))
        #expect(try await store.versions(of: document.id, before: nil, limit: 0).isEmpty)
        #expect(try await store.versions(of: document.id, before: 1, limit: 5).isEmpty)
      },
      IndexCheck("versions are found of a document in the Trash, and of none that is not there") { store in
        let document = try await store.add(Sample("a.txt"))
        _ = try await store.trash(document.id, at: .at(1))
        #expect(try await store.version(1, of: document.id)?.sha256 == document.sha256)
        #expect(try await store.version(2, of: document.id) == nil)
        #expect(try await store.versions(of: document.id, before: nil, limit: 9).count == 1)
        await expectRefusal(.notFound) { _ = try await store.version(1, of: DocumentID()) }
        await expectRefusal(.notFound) {
          _ = try await store.versions(of: DocumentID(), before: nil, limit: 9)
        }
      },
      IndexCheck("a document is found by the content that it has now, one in Documents first") { store in
        let first = try await store.add(Sample("a.txt", content: "same"))
        _ = try await store.trash(first.id, at: .at(1))
        #expect(try await store.document(withContent: .of("same"))?.id == first.id)
        let second = try await store.add(Sample("b.txt", content: "same"))
        #expect(try await store.document(withContent: .of("same"))?.id == second.id)
        _ = try await store.setContent(
          of: second.id, to: .sample(2, "two"), fingerprint: .of("f"), expecting: .of("same"))
        #expect(try await store.document(withContent: .of("same"))?.id == first.id)
        #expect(try await store.document(withContent: .of("none")) == nil)
      },
    ]
  }
}

extension DocumentIndex {
  /// Adds a document and changes it at each of these times; `"1"`, `"2"` … are its contents.
  func changed(_ path: String, times: [Double]) async throws -> Document {
    var document = try await add(Sample(path, content: "0"))
    for (number, time) in times.enumerated() {
      document = try await setContent(
        of: document.id, to: .sample(number + 2, "\(number + 1)", at: .at(time)), fingerprint: .of("f"),
        expecting: document.sha256
      ).document
    }
    return document
  }
}
