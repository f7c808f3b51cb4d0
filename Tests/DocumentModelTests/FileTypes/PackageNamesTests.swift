import DocumentModel
import Foundation
import Testing

@Suite struct `Names of packages` {
  @Test func `come from the types that conform to packages`() throws {
    let names = try BuiltInRegistry.registry.packageNames
    #expect(names.extensions.isSuperset(of: ["rtfd", "bundle"]))
    #expect(names.extensions.isDisjoint(with: ["pdf", "zip", "pages", "txt"]))
  }

  @Test func `follow what users declare and withdraw`() throws {
    let declared = try BuiltInRegistry.registry.merging(
      TypeDeclarations(types: [
        FileType(
          identifier: "com.example.scrapbook", name: "Scrapbook", extensions: ["scraps"],
          conformsTo: ["com.apple.package"])
      ]))
    #expect(declared.packageNames.extensions.contains("scraps"))
    let withdrawn = try declared.removing(type: "com.example.scrapbook")
    #expect(!withdrawn.packageNames.extensions.contains("scraps"))
  }

  @Test func `are not those of a built-in type that a user claims for a package`() throws {
    let registry = try BuiltInRegistry.registry.merging(
      TypeDeclarations(types: [
        FileType(
          identifier: "com.example.sneaky", name: "Sneaky", extensions: ["pdf"],
          conformsTo: ["com.apple.package"])
      ]))
    #expect(!registry.packageNames.extensions.contains("pdf"))
  }

  @Test(arguments: [
    ("x.bundle", true), ("X.BUNDLE", true), ("a.b.bundle", true), ("x.scene.pack", true), ("x.pack", false),
    ("bundle", false), ("x.bundle.txt", false), ("xbundle", false), ("x.bundles", false),
  ])
  func `end in a dot and the extension`(name: String, isPackage: Bool) throws {
    let names = PackageNames(extensions: ["Bundle", "scene.pack"])
    #expect(names.contains(try FileName(name)) == isPackage)
    #expect(!PackageNames.empty.contains(try FileName(name)))
  }

  @Test func `cover what lies in a package at any depth`() throws {
    let names = PackageNames(extensions: ["bundle"])
    #expect(names.covers(try FolderPath(parsing: "A/x.bundle/B/C")))
    #expect(names.covers(try FolderPath(parsing: "x.bundle")))
    #expect(!names.covers(try FolderPath(parsing: "A/B")))
    #expect(!names.covers(.top))
  }

  @Test func `are the same after they were written and read`() throws {
    let names = PackageNames(extensions: ["rtfd", "bundle"])
    let json = try JSONEncoder().encode(names)
    #expect(String(decoding: json, as: UTF8.self) == #"{"extensions":["bundle","rtfd"]}"#)
    #expect(try JSONDecoder().decode(PackageNames.self, from: json) == names)
  }
}
