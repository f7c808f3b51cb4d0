/// A folder below `Documents`, as the list of its names; the empty list is `Documents` itself.
public struct FolderPath: Hashable, Sendable, Codable, CustomStringConvertible {
  /// The names from the top down.
  public let names: [FileName]

  /// `Documents` itself.
  public static let top = FolderPath([])

  /// The most levels of a path; the whole path must fit the kernel's limit of 4,096 bytes.
  public static let maximumDepth = 64

  /// A folder from its names, top first.
  public init(_ names: [FileName]) {
    self.names = names
  }

  /// The folder written as `text`, names separated by `/`; `""` is the top.
  ///
  /// Throws `DocumentError` with code `.invalidName` for an absolute path, an empty or dotted part, and an illegal
  /// name. The limits are ``maximumDepth`` levels and ``maximumBytes`` bytes.
  public init(parsing text: String) throws(DocumentError) {
    guard !text.isEmpty else {
      self = .top
      return
    }
    // Split by bytes, as the kernel does it: Swift joins a slash and a combining mark after it to one character.
    let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count <= Self.maximumDepth, text.utf8.count <= Self.maximumBytes else {
      throw DocumentError(.invalidName, "the folder is nested too deeply or its path is too long")
    }
    var names: [FileName] = []
    for part in parts { names.append(try FileName(String(Substring(part)))) }
    self.init(names)
  }

  /// Whether this is `Documents` itself.
  public var isTop: Bool { names.isEmpty }

  /// The folder that holds this one; nil for the top.
  public var parent: FolderPath? {
    isTop ? nil : FolderPath(Array(names.dropLast()))
  }

  /// The folder `name` in this one.
  public func appending(_ name: FileName) -> FolderPath {
    FolderPath(names + [name])
  }

  /// The names joined by slashes; empty for the top.
  public var description: String {
    names.map(\.description).joined(separator: "/")
  }

  /// Reads the folder from its text.
  ///
  /// Throws `DecodingError` for a text that names no folder.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    do {
      try self.init(parsing: text)
    } catch {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: error.detail))
    }
  }

  /// Writes the folder as its text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

// MARK: - Tree

extension FolderPath {
  /// The most bytes of a folder's text: with a name after it, it fits the kernel's limit of 4,096 for a path.
  public static let maximumBytes = 3500

  /// The folder for documents that come from outside without a place; created on first use, absent when empty.
  public static let inbox = FolderPath([FileName(unchecked: "Inbox")])

  /// Whether this is `folder` or lies below it, at any depth.
  public func isWithin(_ folder: FolderPath) -> Bool {
    names.starts(with: folder.names)
  }

  /// This folder, if it can be kept and read again.
  ///
  /// Throws `.invalidName` for one that is nested too deeply or whose path is too long.
  public func checked() throws(DocumentError) -> FolderPath {
    try FolderPath(parsing: description)
  }
}
