import DocumentModel
import Glibc
import Testing

@testable import Storage

@Suite("Files whose names are spelt as macOS spells them")
struct SpellingTests {
  static let composed = "Caf\u{E9}/Zo\u{EB}.txt"
  static let decomposed = "Cafe\u{301}/Zoe\u{308}.txt"

  let workspace: TemporaryWorkspace
  let store: FileContentStore

  init() throws {
    workspace = TemporaryWorkspace()
    store = FileContentStore(root: try workspace.open())
    try #require(mkdir("\(workspace.path)/Documents/Cafe\u{301}", 0o755) == 0)
    try workspace.write("one", to: "Documents/\(Self.decomposed)")
  }

  private func bytes(in folder: String) -> [[UInt8]] {
    workspace.names(in: folder).map { Array($0.utf8) }
  }

  @Test("are found and shown in form C, and keep their names on the disk")
  func found() async throws {
    let location = try Location.at(Self.composed)
    #expect(try await store.found().map(\.location) == [location])
    #expect(try await store.folders(in: .top).map(\.description) == ["Caf\u{E9}"])
    #expect(try await store.text(at: Self.composed) == "one")
    #expect(try await store.hash(location)?.sha256 == .of("one"))
    #expect(bytes(in: "Documents") == [Array("Cafe\u{301}".utf8)])
  }

  @Test("are replaced under the name that they have")
  func replaced() async throws {
    try await store.put("two", at: Self.composed, replacing: "one")
    #expect(try await store.text(at: Self.composed) == "two")
    #expect(try await store.openVersion(.of("one")).text() == "one")
    #expect(bytes(in: "Documents/Cafe\u{301}") == [Array("Zoe\u{308}.txt".utf8)])
  }

  @Test("take the name and the folder for both spellings")
  func taken() async throws {
    await expectRefusal(.nameTaken) { try await store.put("two", at: Self.composed) }
    try await store.put("two", at: "Caf\u{E9}/b.txt")
    #expect(bytes(in: "Documents") == [Array("Cafe\u{301}".utf8)])
    #expect(try await !store.makeFolder(FolderPath(parsing: "Caf\u{E9}")))
  }

  @Test("a name that would be too long as macOS spells it is a name all the same")
  func longest() async throws {
    let name = String(repeating: "\u{FC}", count: 125) + ".txt"
    #expect(name.utf8.count == 254 && name.decomposed.utf8.count > FileName.maximumBytes)
    try await store.put("long", at: name)
    #expect(try await store.text(at: name) == "long")
    await expectRefusal(.notFound) { _ = try await store.hash(.at("Caf\u{E9}/\(name)")) }
  }

  @Test("are moved, thrown away and restored")
  func moved() async throws {
    let id = DocumentID()
    try await store.trash(id, at: .at(Self.composed))
    #expect(try await store.openTrashed(id).text() == "one")
    try await store.restore(id, to: .at(Self.composed))
    try await store.move(.at(Self.composed), to: .at("Zo\u{EB}.txt"))
    #expect(try await store.found().map(\.location.relativePath) == ["Zo\u{EB}.txt"])
  }

  @Test("are found in a large folder without reading all its names each time")
  func many() async throws {
    let listings = Counter()
    let names = TreeNames(root: store.root.directory, onListing: { listings.add() })
    let folder = "Cafe\u{301}"
    for number in 0..<1000 {
      try workspace.write("x", to: "Documents/\(folder)/Zoe\u{308} \(number).txt")
    }
    for number in 0..<1000 {
      let path = try names.path(of: Location.at("Caf\u{E9}/Zo\u{EB} \(number).txt"))
      #expect(Array(path.utf8) == Array("Documents/\(folder)/Zoe\u{308} \(number).txt".utf8))
    }
    #expect(listings.count == 0)
  }

  @Test("that are not there cost one reading of their folder while it does not change")
  func absent() throws {
    let listings = Counter()
    // Long after the folder's last change.
    let names = TreeNames(
      root: store.root.directory, onListing: { listings.add() },
      clock: { SystemClock.now() + 10_000_000_000 })
    for number in 0..<10_000 {
      let path = try names.path(of: Location.at("Caf\u{E9}/\u{E4} \(number).txt"))
      #expect(path.hasSuffix("/\u{E4} \(number).txt"))
    }
    #expect(listings.count == 1)
  }

  @Test("are seen however soon after a look they come")
  func coming() throws {
    let names = TreeNames(root: store.root.directory)
    for number in 0..<50 {
      let location = try Location.at("Caf\u{E9}/\u{E9}\u{E9} \(number).txt")
      _ = try names.path(of: location)
      let mixed = "Documents/Cafe\u{301}/\u{E9}e\u{301} \(number).txt"
      try workspace.write("x", to: mixed)
      #expect(Array(try names.path(of: location).utf8) == Array(mixed.utf8))
    }
  }

  @Test("are found also when they are spelt in both forms at once")
  func mixed() throws {
    let listings = Counter()
    let names = TreeNames(root: store.root.directory, onListing: { listings.add() })
    let mixed = "Documents/Cafe\u{301}/\u{E9}e\u{301}.txt"
    try workspace.write("x", to: mixed)
    let path = try names.path(of: Location.at("Caf\u{E9}/\u{E9}\u{E9}.txt"))
    #expect(Array(path.utf8) == Array(mixed.utf8))
    #expect(listings.count == 1)
  }

  @Test("are passed over with a reason when the other spelling lies beside them")
  func twins() async throws {
    try workspace.write("two", to: "Documents/Cafe\u{301}/Zo\u{EB}.txt")
    #expect(try await store.text(at: Self.composed) == "two")
    var findings: [TreeFinding] = []
    for try await finding in store.walk() { findings.append(finding) }
    #expect(findings.count == 2)
    #expect(findings.contains(.passedOver("Caf\u{E9}/Zoe\u{308}.txt", .twin)))
  }
}
