import DocumentModel
import FoundationEssentials
import Testing

@testable import Storage

/// In these tests `rtfd` and `app` are packages by themselves; a user made `pack` one, and `app` none.
@Suite("The names of packages when the types of users are lost")
struct LostTypesTests {
  let workspace = TemporaryWorkspace()
  private let builtIn = PackageNames(extensions: ["rtfd", "app"])
  private let all = PackageNames(extensions: ["rtfd", "pack"])
  private let declared: Set<String> = ["pack", "app"]

  private func serve(
    _ names: PackageNames, declared: Set<String> = [], leftOut: Set<String> = []
  ) async throws -> SandboxRoot {
    let root = try workspace.open()
    try await root.takeForDocuments(names, declared: declared, leftOut: leftOut)
    root.release()
    return root
  }

  /// Serves with the types of a user, and damages them.
  private func lose() async throws {
    _ = try await serve(all, declared: declared)
    try workspace.write("{", to: "Library/types.json")
  }

  private var written: PackageNames {
    get throws { try workspace.open(for: .inspecting).packages.names }
  }

  @Test("stay in force at this start and at every later one, and more may be declared meanwhile")
  func held() async throws {
    try await lose()
    for _ in 1...3 {
      let root = try await serve(builtIn)
      #expect(root.packages.names == all && root.undeclaredPackages == ["pack"])
      #expect(try written == all)
    }
    let other = PackageNames(extensions: ["rtfd", "app", "crate"])
    let root = try await serve(other, declared: ["crate"])
    #expect(root.packages.names == PackageNames(extensions: ["rtfd", "pack", "crate"]))
  }

  @Test("stay in force when the start ends between putting the types aside and reading them")
  func interrupted() async throws {
    try await lose()
    #expect(try workspace.open().damagedSettings.map(\.path) == ["Library/types.json"])
    #expect(try written == all)
    #expect(try await serve(builtIn).packages.names == all)
  }

  @Test("are noted as lost before the types are put aside")
  func order() async throws {
    try await lose()
    // As after a crash between both: the types are found damaged again, and the note is there already.
    try workspace.write(#"{"areTypesLost":true,"extensions":["pack","rtfd"]}"#, to: "Library/packages.json")
    #expect(try await serve(builtIn).packages.names == all)
    #expect(workspace.text(of: "Library/packages.json")?.contains("areTypesLost") == false)
  }

  @Test("are the types' again when the old file is put back, and a type that is withdrawn then is gone")
  func putBack() async throws {
    try await lose()
    _ = try await serve(builtIn)
    let root = try await serve(all, declared: declared)
    #expect(root.packages.names == all && root.undeclaredPackages.isEmpty)
    #expect(try await serve(builtIn).packages.names == builtIn)
  }

  @Test("are the user's to decide: what is declared anew holds, also as no package")
  func decided() async throws {
    try await lose()
    _ = try await serve(builtIn)
    let root = try await serve(builtIn, declared: ["pack", "app"])
    #expect(root.packages.names == builtIn && root.undeclaredPackages.isEmpty)
  }

  @Test("are not held when the types were removed on purpose")
  func removed() async throws {
    _ = try await serve(all, declared: declared)
    #expect(try await serve(builtIn).packages.names == builtIn)
  }

  @Test("are made anew of the types when it is their own file that is damaged")
  func rule() async throws {
    _ = try await serve(all, declared: declared)
    try workspace.write("{", to: "Library/packages.json")
    let root = try await serve(all, declared: declared)
    #expect(root.damagedSettings.map(\.path) == ["Library/packages.json"])
    #expect(try written == all && root.packages.names == all)
  }

  @Test("are those of the types that are left when both files are damaged")
  func both() async throws {
    try await lose()
    try workspace.write("{", to: "Library/packages.json")
    let root = try await serve(builtIn)
    #expect(root.damagedSettings.map(\.path) == ["Library/types.json", "Library/packages.json"])
    #expect(root.packages.names == builtIn)
  }

  @Test("are held for a type that is written down and no longer valid, and for that one alone")
  func leftOut() async throws {
    _ = try await serve(PackageNames(extensions: ["rtfd", "pack", "box"]), declared: ["pack", "app", "box"])
    let root = try await serve(builtIn, leftOut: ["pack", "app"])
    #expect(root.packages.names == all && root.undeclaredPackages == ["pack"])
    #expect(try await serve(builtIn).packages.names == all)
    #expect(try await serve(builtIn, declared: declared).packages.names == builtIn)
  }

  @Test("are read as an earlier release wrote them, and written so that it reads them")
  func form() async throws {
    try await lose()
    _ = try await serve(builtIn)
    let text = try #require(workspace.text(of: "Library/packages.json"))
    #expect(try JSONDecoder().decode(PackageNames.self, from: Data(text.utf8)) == all)
    #expect(WrittenPackageRule(json: Array(#"{"extensions":["PACK"]}"#.utf8))?.names.extensions == ["pack"])
    for text in ["{}", "[]", #"{"extensions":"pack"}"#, #"{"extensions":[],"heldDocuments":[1]}"#] {
      #expect(WrittenPackageRule(json: Array(text.utf8)) == nil, "\(text)")
    }
  }

  @Test("keep a package together: it is one document, and nothing in it is another")
  func package() async throws {
    let packaged = try await PackagedWorkspace()
    try packaged.makePackage()
    packaged.root.release()
    try packaged.workspace.write("{", to: "Library/types.json")
    let root = try packaged.workspace.open()
    try await root.takeForDocuments(.empty)
    let found = try await FileContentStore(root: root).found()
    #expect(found.map(\.location.relativePath) == ["x.pack"])
  }
}
