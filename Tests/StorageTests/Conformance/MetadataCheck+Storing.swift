import DocumentModel
import Testing

extension MetadataCheck {
  static var storing: [MetadataCheck] {
    [
      MetadataCheck("what is kept is counted in bytes, each content once, also in the Trash") { store in
        #expect(try await store.storedBytes() == 0)
        let document = try await store.add(Sample("a.txt", content: "12345"))
        try await store.add(Sample("b.txt", content: "12345"))
        #expect(try await store.storedBytes() == 5)
        _ = try await store.setContent(
          of: document.id, to: .sample(2, "123"), fingerprint: "f", expecting: document.sha256)
        _ = try await store.trash(document.id, at: .at(7))
        #expect(try await store.storedBytes() == 8)
      },
      MetadataCheck("a content that was overwritten on the disk counts no more") { store in
        let document = try await store.add(Sample("a.txt", content: "12345"))
        _ = try await store.setContent(
          of: document.id, to: .sample(2, "123", origin: .disk), fingerprint: "f", expecting: document.sha256)
        #expect(try await store.storedBytes() == 3)
      },
    ]
  }
}
