import DocumentModel

/// The rules for the contents of a package, checked path by path in the order of its archive.
struct PackageShape {
  static let maximumEntries = 10_000

  private var count = 0
  private var last: PackagePath?
  /// Without the slashes at their ends.
  private var names: Set<[UInt8]> = []
  private var folders: Set<[UInt8]> = []

  /// Takes the next path.
  ///
  /// Throws `.unfitPackage` for one that is out of order or there already, whose folder is not, or that is too many.
  mutating func admit(_ path: PackagePath) throws(DocumentError) {
    count += 1
    guard count <= Self.maximumEntries else { throw Self.tooMany }
    if let last, path <= last { throw Self.refusal("its entries are not in order") }
    if let parent = path.parent, !folders.contains(parent) {
      throw Self.refusal("the folder of an entry is missing")
    }
    guard names.insert(path.bare).inserted else { throw Self.refusal("a name is there twice") }
    if path.isFolder { folders.insert(path.bare) }
    last = path
  }

  static let tooMany = refusal("it holds more than \(maximumEntries) files and folders")

  static func refusal(_ reason: String) -> DocumentError {
    DocumentError(.unfitPackage, "this can be no package here: \(reason)")
  }
}
