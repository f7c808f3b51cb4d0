import DocumentModel
import Glibc
import LinuxSystem
import Testing

@testable import Storage

@Suite("A package that is uploaded, replaced, moved or thrown away")
struct PackagePlacementTests {
  let packaged: PackagedWorkspace

  private var workspace: TemporaryWorkspace { packaged.workspace }
  private var store: FileContentStore { packaged.store }

  init() async throws {
    packaged = try await PackagedWorkspace()
  }

  /// Stores bytes at `path`, in place of other bytes if those are given.
  @discardableResult
  private func put(_ bytes: [UInt8], at path: String, replacing old: [UInt8]? = nil) async throws
    -> PlacedContent
  {
    try await store.place(store.staged(bytes), at: .at(path), replacing: old.map { ContentHash.of($0) })
  }

  @Test("its archive under another name is a file")
  func asFile() async throws {
    let bytes = try packaged.archive(text: "hello")
    try await put(bytes, at: "x.zip")
    #expect(try await store.open(.at("x.zip")).bytes() == bytes)
    #expect(try await store.found().map(\.location.relativePath) == ["x.zip"])
  }

  @Test("bytes that are no ZIP become a file of its name, and stay one")
  func plain() async throws {
    try await put(Array("plain".utf8), at: "x.pack")
    let archive = try packaged.archive(text: "hello")
    try await put(archive, at: "x.pack", replacing: Array("plain".utf8))
    #expect(try await store.open(.at("x.pack")).bytes() == archive)
    #expect(workspace.names(in: "Documents/x.pack").isEmpty)
  }

  @Test("is not replaced by an upload of a new document, and taken names are refused")
  func taken() async throws {
    try packaged.makePackage()
    let bytes = try packaged.archive(text: "new")
    await expectRefusal(.nameTaken) { try await put(bytes, at: "x.pack") }
    #expect(workspace.text(of: "Documents/x.pack/text.txt") == "hello")
    try await until { workspace.names(in: "tmp").isEmpty }
  }

  @Test("its former state is a version when it is replaced, and can be placed again")
  func replaced() async throws {
    try packaged.makePackage()
    let old = try packaged.archive(of: "Documents/x.pack")
    let new = try packaged.archive(text: "new")
    try await put(new, at: "x.pack", replacing: old)
    #expect(workspace.names(in: "Documents/x.pack") == ["text.txt"])
    #expect(workspace.text(of: "Documents/x.pack/text.txt") == "new")
    let version = try await store.openVersion(.of(old))
    #expect(try version.bytes() == old)
    let copy = try await store.stage(copyOf: version, expecting: .of(old))
    _ = try await store.place(copy, at: .at("x.pack"), replacing: .of(new))
    #expect(workspace.text(of: "Documents/x.pack/Data/picture.txt") == "picture")
    #expect(try await store.openVersion(.of(new)).bytes() == new)
    #expect(workspace.names(in: "tmp").isEmpty)
  }

  @Test("a save on one that was changed meanwhile is refused, and the change is kept")
  func edited() async throws {
    try packaged.makePackage()
    let old = try packaged.archive(of: "Documents/x.pack")
    try workspace.write("theirs", to: "Documents/x.pack/Data/picture.txt")
    let new = try packaged.archive(text: "new")
    await expectRefusal(.versionConflict) { try await put(new, at: "x.pack", replacing: old) }
    #expect(workspace.text(of: "Documents/x.pack/Data/picture.txt") == "theirs")
  }

  @Test(
    "a change at any step of a replacement is found again, in the tree or as a version",
    arguments: [FilePlacement.Step.verified, .versionKept, .setAside])
  func meddled(step: FilePlacement.Step) async throws {
    try packaged.makePackage()
    let old = try packaged.archive(of: "Documents/x.pack")
    let new = try packaged.archive(text: "new")
    let workspace = workspace
    let meddling = FileContentStore(root: packaged.root) { reached in
      if reached == step { try workspace.write("theirs!", to: "Documents/x.pack/text.txt") }
    }
    let staged = try await meddling.staged(new)
    await expectRefusal(.versionConflict) {
      _ = try await meddling.place(staged, at: .at("x.pack"), replacing: .of(old))
    }
    #expect(workspace.text(of: "Documents/x.pack/text.txt") == "theirs!")
    #expect(workspace.text(of: "Documents/x.pack/Data/picture.txt") == "picture")
  }

  @Test(
    "a failure at any step of a replacement leaves the old package",
    arguments: [FilePlacement.Step.staged, .verified, .versionKept, .setAside, .exchanged, .synchronized])
  func failed(step: FilePlacement.Step) async throws {
    try packaged.makePackage()
    let old = try packaged.archive(of: "Documents/x.pack")
    let new = try packaged.archive(text: "new")
    let failing = FileContentStore(root: packaged.root) { reached in
      if reached == step { throw SystemError(errno: EIO, call: "test") }
    }
    let staged = try await failing.staged(new)
    await expectRefusal(.storageFailed, "\(step)") {
      _ = try await failing.place(staged, at: .at("x.pack"), replacing: .of(old))
    }
    #expect(try packaged.archive(of: "Documents/x.pack") == old, "\(step)")
  }

  @Test(
    "a failure at any step of a creation leaves nothing",
    arguments: [FilePlacement.Step.staged, .foldersMade, .named, .synchronized])
  func failedCreation(step: FilePlacement.Step) async throws {
    let new = try packaged.archive(text: "new")
    let failing = FileContentStore(root: packaged.root) { reached in
      if reached == step { throw SystemError(errno: EIO, call: "test") }
    }
    let staged = try await failing.staged(new)
    await expectRefusal(.storageFailed, "\(step)") {
      _ = try await failing.place(staged, at: .at("x.pack"), replacing: nil)
    }
    #expect(try await store.found().isEmpty, "\(step)")
    _ = try await store.place(staged, at: .at("x.pack"), replacing: nil)
    #expect(workspace.text(of: "Documents/x.pack/text.txt") == "new")
  }

  @Test("a crash at any step of a replacement leaves the old package or the new one, and never loses the old")
  func crashed() async throws {
    try packaged.makePackage()
    let old = try packaged.archive(of: "Documents/x.pack")
    let new = try packaged.archive(text: "new")
    let snapshots = Snapshots(of: workspace)
    let store = FileContentStore(root: packaged.root, onStep: snapshots.take)
    _ = try await store.place(store.staged(new), at: .at("x.pack"), replacing: .of(old))
    let steps: Set<FilePlacement.Step> = [
      .staged, .verified, .versionKept, .setAside, .exchanged, .synchronized, .emptied,
    ]
    #expect(Set(snapshots.all.keys) == steps)
    for (step, left) in snapshots.all {
      let root = try left.open()
      let found = try #require(try root.packages.open("Documents/x.pack"), "\(step)").bytes()
      let isNew = [.exchanged, .synchronized, .emptied].contains(step)
      #expect(found == (isNew ? new : old), "\(step)")
      if isNew {
        let version = try await FileContentStore(root: root).openVersion(.of(old))
        #expect(try version.bytes() == old, "\(step)")
      }
      #expect(left.names(in: "tmp").isEmpty, "\(step)")
    }
  }

  @Test("a save into the half of an exchange that a crash left becomes a version")
  func rescued() async throws {
    let (old, new) = (ContentHash.of("old"), ContentHash.of("new"))
    let name = StagingArea.replacedName(old, by: new)
    try packaged.makePackage("tmp/\(name)", text: "saved just then")
    let bytes = try #require(try packaged.root.packages.open("tmp/\(name)", isPackage: true)).bytes()
    packaged.root.release()
    let again = try workspace.open()
    #expect(try await FileContentStore(root: again).openVersion(.of(bytes)).bytes() == bytes)
    #expect(workspace.names(in: "tmp").isEmpty)
  }

  @Test("is moved and renamed whole, and keeps the extension of a package")
  func moved() async throws {
    try packaged.makePackage()
    try await store.move(.at("x.pack"), to: .at("F/y.pack"))
    #expect(workspace.text(of: "Documents/F/y.pack/Data/picture.txt") == "picture")
    await expectRefusal(.invalidName) { try await store.move(.at("F/y.pack"), to: .at("F/y.txt")) }
    try packaged.makePackage("Documents/z.pack")
    await expectRefusal(.nameTaken) { try await store.move(.at("z.pack"), to: .at("F/y.pack")) }
    await expectRefusal(.invalidName) { try await store.move(.at("z.pack"), to: .at("F/y.pack/z.pack")) }
    #expect(try await store.found().map(\.location.relativePath) == ["F/y.pack", "z.pack"])
  }

  @Test("is a version when it is removed from the Trash, if the caller needs it")
  func removed() async throws {
    try packaged.makePackage()
    let (id, bytes) = (DocumentID(), try packaged.archive(of: "Documents/x.pack"))
    try await store.trash(id, at: .at("x.pack"))
    try store.removeTrashed(id, keepingAs: .of(bytes))
    #expect(try await store.openVersion(.of(bytes)).bytes() == bytes)
    #expect(workspace.names(in: "Library/Trash").isEmpty)
  }
}
