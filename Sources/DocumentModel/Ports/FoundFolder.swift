/// A folder as a content store has it.
public struct FoundFolder: Hashable, Sendable {
  /// Where it lies.
  public let path: FolderPath
  /// Whether folders lie directly in it; hidden ones do not count.
  public let hasFolders: Bool
  /// Changes when something comes directly into it, leaves it or gets another name there.
  ///
  /// Two changes within one tick of the store's clock may look like one.
  public let fingerprint: String

  /// A finding from its parts.
  public init(path: FolderPath, hasFolders: Bool, fingerprint: String) {
    self.path = path
    self.hasFolders = hasFolders
    self.fingerprint = fingerprint
  }
}

/// The entries that kept folders from being removed.
public struct LeftFiles: Hashable, Sendable {
  /// So many are named at most.
  public static let namedCount = 20

  /// Paths relative to `Documents`, in no order; at most ``namedCount``.
  public private(set) var paths: [String] = []
  /// How many there are.
  public private(set) var count = 0

  /// Nothing.
  public init() {}

  /// Notes one more.
  public mutating func add(_ path: String) {
    if count < Self.namedCount { paths.append(path) }
    count += 1
  }
}
