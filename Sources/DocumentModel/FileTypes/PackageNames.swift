/// The names that make a folder a document: names that end in the extension of a package type (spec documents FO-4).
///
/// The name alone decides, not the content of the folder. A regular file of such a name is an ordinary file.
///
/// ```swift
/// let names = registry.packageNames
/// names.contains(try FileName("Letter.rtfd"))               // true
/// ```
public struct PackageNames: Hashable, Sendable {
  /// The extensions in lower case, without the dot; they may hold dots.
  public let extensions: Set<String>

  /// No folder is a document.
  public static let empty = PackageNames(extensions: [String]())

  /// The names that end in one of `extensions`, in any case.
  public init(extensions: some Sequence<String>) {
    self.extensions = Set(extensions.map { $0.lowercased() })
  }

  /// Whether a folder of this name is a document.
  public func contains(_ name: FileName) -> Bool {
    guard !extensions.isEmpty else { return false }
    var rest = name.description.lowercased()[...]
    while let dot = rest.firstIndex(of: ".") {
      rest = rest[rest.index(after: dot)...]
      if extensions.contains(String(rest)) { return true }
    }
    return false
  }

  /// Whether `folder` is a package or lies in one; the workspace has no documents or folders there.
  public func covers(_ folder: FolderPath) -> Bool {
    folder.names.contains(where: contains)
  }

  /// `folder`, or the nearest one above it that is no package and lies in none.
  public func nearestFolder(to folder: FolderPath) -> FolderPath {
    FolderPath(Array(folder.names.prefix { !contains($0) }))
  }
}

extension PackageNames: Codable {
  private enum CodingKeys: CodingKey {
    case extensions
  }

  /// Reads the form that ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    self.init(extensions: try members.decode([String].self, forKey: .extensions))
  }

  /// Writes the extensions in sorted order, so that equal values give equal bytes.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(extensions.sorted(), forKey: .extensions)
  }
}

extension FileTypeRegistry {
  /// The names of folders that are documents; for each extension the first choice among its types decides.
  public var packageNames: PackageNames {
    let packages = index.extensions.filter { _, types in
      types.first.map { conforms($0, to: .package) } ?? false
    }
    return PackageNames(extensions: packages.keys)
  }
}
