import DocumentModel
import Logging
import Synchronization
import Testing

@testable import Workspace

/// Declarations in memory, in the place of which nothing can be written once it is full.
private final class KeptDeclarations: DeclarationStore {
  private struct State {
    var kept = TypeDeclarations()
    /// How often more can be written; nil for always.
    var room: Int?
  }

  private let state = Mutex(State())

  var kept: TypeDeclarations { state.withLock { $0.kept } }

  func setRoom(_ room: Int?) { state.withLock { $0.room = room } }

  func declarations() async throws(DocumentError) -> TypeDeclarations { kept }

  func save(_ declarations: TypeDeclarations) async throws(DocumentError) {
    let isFull = state.withLock { state in
      if state.room == 0 { return true }
      state.room = state.room.map { $0 - 1 }
      state.kept = declarations
      return false
    }
    if isFull { throw DocumentError(.storageFull, "the types could not be kept") }
  }
}

@Suite("Declarations of users")
struct TypeRegistryTests {
  private let store = KeptDeclarations()
  private let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  private func registry(
    follow: @escaping TypeRegistry.Follower = { registry, _ in registry.packageNames }
  ) async throws -> TypeRegistry {
    try await TypeRegistry(
      builtIn: FileTypeRegistry(TypeCatalog(declarations: .sample, renderers: [.pdf: [.pdf]])), store: store,
      log: log, follow: follow)
  }

  private func declaration(_ name: String) throws -> TypeDeclarations {
    let identifier = try #require(TypeIdentifier("com.example.\(name)"))
    return TypeDeclarations(
      types: [FileType(identifier: identifier, name: name, extensions: [name], conformsTo: [.plainText])])
  }

  /// Refuses whatever knows a type of the user's.
  private static let refusing: TypeRegistry.Follower = { (registry, _) async throws(DocumentError) in
    guard registry.userDeclarations.types.isEmpty else {
      throw DocumentError(.readOnly, "the rule for packages cannot be written")
    }
    return registry.packageNames
  }

  @Test("takes force where it is followed, and is kept")
  func followed() async throws {
    let registry = try await registry()
    try await registry.declare(declaration("one"))
    #expect(registry.current.userDeclarations == store.kept)
    #expect(try store.kept == declaration("one"))
  }

  @Test("is declared as a whole or not at all: what cannot be followed is not kept for the next start either")
  func refused() async throws {
    let registry = try await registry(follow: Self.refusing)
    await expectRefusal(.readOnly) { try await registry.declare(try declaration("one")) }
    #expect(registry.current.userDeclarations.types.isEmpty && store.kept.types.isEmpty)
    #expect(try await self.registry().current.userDeclarations.types.isEmpty)
  }

  @Test("changes nothing when it cannot be kept")
  func unkept() async throws {
    let registry = try await registry()
    try await registry.declare(declaration("one"))
    store.setRoom(0)
    await expectRefusal(.storageFull) { try await registry.declare(try declaration("two")) }
    #expect(try registry.current.userDeclarations == declaration("one"))
    #expect(try store.kept == declaration("one"))
  }

  @Test("says so where it can neither be followed nor be taken back")
  func stuck() async throws {
    let registry = try await registry(follow: Self.refusing)
    store.setRoom(1)
    let detail = await expectRefusal(.readOnly) { try await registry.declare(try declaration("one")) }
    #expect(detail.contains("takes force at the next start"))
    #expect(registry.current.userDeclarations.types.isEmpty)
  }

  @Test("is reported to followers also where it is left out, as invalid types are")
  func leftOut() async throws {
    let unknown = try #require(TypeIdentifier("com.example.gone"))
    let odd = FileType(
      identifier: try #require(TypeIdentifier("com.example.odd")), name: "Odd", extensions: ["ODD"],
      conformsTo: [unknown])
    try await store.save(TypeDeclarations(types: declaration("one").types + [odd]))
    let reported = Mutex<[Set<String>]>([])
    let registry = try await registry { (registry, leftOut) in
      reported.withLock { $0.append(leftOut.extensions) }
      return registry.packageNames
    }
    #expect(try registry.current.userDeclarations == declaration("one"))
    try await registry.declare(declaration("two"))
    #expect(reported.withLock { $0 } == [["odd"], []])
  }

  @Test("makes packages of folders where the follower says so, beside what lost types said")
  func packages() async throws {
    let held = PackageNames(extensions: ["held"])
    let registry = try await registry { (registry, _) in
      PackageNames(extensions: registry.packageNames.extensions.union(held.extensions))
    }
    #expect(registry.packageNames == held && registry.current.packageNames == .empty)
    let pack = FileType(
      identifier: try #require(TypeIdentifier("com.example.pack")), name: "Pack", extensions: ["pack"],
      conformsTo: [.package])
    let package = FileType(identifier: .package, name: "Package")
    try await registry.declare(TypeDeclarations(types: [package, pack]))
    #expect(registry.packageNames == PackageNames(extensions: ["held", "pack"]))
  }
}
