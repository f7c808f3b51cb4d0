import DocumentModel
import Testing

@testable import Storage

/// A package keeps the promises of a file.
///
/// Whether a store has folders of packages, and takes archives for them, cannot be told from what it gives back.
extension TreeCheck {
  /// The archive of a package that holds one file, empty but for its name.
  private static func archive(_ name: String) throws -> [UInt8] {
    let path = try #require(PackagePath(Array(name.utf8)))
    let entry = ArchiveEntry(path: path, size: 0, offset: 0)
    let header = ArchiveLayout.header(of: entry)
    return header + ArchiveLayout.tail(of: [entry], at: Int64(header.count))
  }

  static var packages: [TreeCheck] {
    [
      TreeCheck("the archive of a package is given back to the byte, and is one document and no folder") {
        store in
        let bytes = try archive("one")
        let placed = try await store.place(store.staged(bytes), at: .at("F/x.pack"), replacing: nil)
        #expect(placed.size == Int64(bytes.count))
        #expect(try await store.open(.at("F/x.pack")).bytes() == bytes)
        #expect(try await store.hash(.at("F/x.pack"))?.sha256 == .of(bytes))
        let found = try await store.found()
        #expect(found.map(\.location) == [placed.location])
        #expect(
          try await store.fingerprints(at: [placed.location])[placed.location] == found.first?.fingerprint)
        #expect(try await store.folder(FolderPath(parsing: "F")).hasFolders == false)
        await expectRefusal(.notFound) { _ = try await store.folder(FolderPath(parsing: "F/x.pack")) }
        await expectRefusal(.notFound) { _ = try await store.open(.at("F/x.pack/one")) }
      },
      TreeCheck("a package is replaced by another, and what it was is a version") { store in
        let (old, new) = (try archive("old"), try archive("new"))
        _ = try await store.place(store.staged(old), at: .at("x.pack"), replacing: nil)
        await expectRefusal(.nameTaken) {
          _ = try await store.place(store.staged(new), at: .at("x.pack"), replacing: nil)
        }
        await expectRefusal(.versionConflict) {
          _ = try await store.place(store.staged(new), at: .at("x.pack"), replacing: .of(new))
        }
        _ = try await store.place(store.staged(new), at: .at("x.pack"), replacing: .of(old))
        #expect(try await store.open(.at("x.pack")).bytes() == new)
        #expect(try await store.openVersion(.of(old)).bytes() == old)
        #expect(try await store.found().count == 1)
      },
      TreeCheck("a package moves, goes to the Trash and comes back") { store in
        let (bytes, id) = (try archive("one"), DocumentID())
        _ = try await store.place(store.staged(bytes), at: .at("x.pack"), replacing: nil)
        try await store.move(.at("x.pack"), to: .at("F/y.pack"))
        await expectRefusal(.notFound) { _ = try await store.open(.at("x.pack")) }
        try await store.trash(id, at: .at("F/y.pack"))
        #expect(try await store.openTrashed(id).bytes() == bytes)
        try await store.restore(id, to: .at("z.pack"))
        #expect(try await store.open(.at("z.pack")).bytes() == bytes)
        try await store.trash(id, at: .at("z.pack"))
        try store.removeTrashed(id, keepingAs: .of(bytes))
        #expect(try await store.openVersion(.of(bytes)).bytes() == bytes)
        #expect(try await store.found().isEmpty)
      },
      TreeCheck("a package that was taken is held") { store in
        let bytes = try archive("one")
        _ = try await store.place(store.staged(bytes), at: .at("x.pack"), replacing: nil)
        #expect(try await store.take(.at("x.pack"))?.sha256 == .of(bytes))
        #expect(try await store.keepHeld(.of(bytes)))
        #expect(try await store.openVersion(.of(bytes)).bytes() == bytes)
      },
    ]
  }
}
