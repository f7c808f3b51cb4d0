public import DocumentModel
import Glibc
package import LinuxSystem

/// Annotations in `Library/Annotations`, one file for each content (``AnnotationLog``).
///
/// A damaged file is moved to `Library/Damaged` when it is next read; other contents keep their annotations.
public struct AnnotationFolder: AnnotationStore {
  /// The longest file, in bytes.
  package static let maximumBytes: Int64 = 256 << 20
  /// A file is written anew without the past when it is longer than this, and mostly past.
  private static let wastefulBytes = 256 << 10

  private let root: SandboxRoot

  /// The annotations of the workspace at `root`.
  public init(root: SandboxRoot) {
    self.root = root
  }

  /// The annotations of a content; see ``AnnotationStore/annotations(of:)``.
  public func annotations(of content: ContentHash) async throws(DocumentError) -> AnnotationSet {
    try await root.run("the annotations could not be read") { [root] in
      try Self.log(of: content, in: root.directory)?.set ?? AnnotationSet(epoch: Self.newEpoch())
    }
  }

  /// Makes a change durable; see ``AnnotationStore/keep(_:of:over:)``.
  public func keep(
    _ change: AnnotationChange, of content: ContentHash, over known: AnnotationSet
  ) async throws(DocumentError) {
    let line = AnnotationLog.line(change, revision: known.revision + 1)
    try await root.write("the annotations could not be kept") { [root] in
      try Self.keep(line, change, of: content, over: known, in: root.directory)
    }
  }

  /// The contents with a file; see ``AnnotationStore/annotatedContents()``.
  public func annotatedContents() async throws(DocumentError) -> [ContentHash] {
    try await root.run("the annotations could not be listed") { [root] in
      try Self.places(in: root.directory).compactMap { Self.content(named: $0.name) }
    }
  }

  /// The names of all files, with their paths.
  private static func places(in root: Directory) throws -> [(path: String, name: String)] {
    var places: [(path: String, name: String)] = []
    for folder in try root.directoryIfPresent(SandboxPath.annotations)?.entries().compactMap(\.name) ?? [] {
      let place = "\(SandboxPath.annotations)/\(folder)"
      for name in try root.directoryIfPresent(place)?.entries().compactMap(\.name) ?? [] {
        places.append(("\(place)/\(name)", name))
      }
    }
    return places
  }

  private static func content(named name: String) -> ContentHash? {
    name.hasSuffix(suffix) ? ContentHash(name.dropLast(suffix.count)) : nil
  }

  private static func keep(
    _ line: [UInt8], _ change: AnnotationChange, of content: ContentHash, over known: AnnotationSet,
    in root: Directory
  ) throws {
    let path = SandboxPath.annotations(of: content)
    let size = try root.statusIfPresent(path)?.size ?? 0
    let live = known.all.reduce(line.count) { $0 + $1.json.count }
    let isWasteful = size > wastefulBytes && size > 4 * Int64(live)
    guard size > 0, !isWasteful, try endsInNewline(path, size, in: root) else {
      return try replace(path, by: change, of: content, over: known, in: root)
    }
    let file = try root.open(path, flags: O_WRONLY | O_APPEND)
    try file.append(line)
    try file.synchronize()
  }

  private static func endsInNewline(_ path: String, _ size: Int64, in root: Directory) throws -> Bool {
    try root.open(path).read(1, at: size - 1) == [UInt8(ascii: "\n")]
  }

  /// Writes the file anew: the first one of a content, and one that a crash cut short or whose past is too long.
  private static func replace(
    _ path: String, by change: AnnotationChange, of content: ContentHash, over known: AnnotationSet,
    in root: Directory
  ) throws {
    var bytes = AnnotationLog.head(of: content, epoch: known.epoch)
    if known.revision > 0 {
      var past = AnnotationChange(put: known.all, removed: known.removed, carried: known.carried)
      past.isWhole = true
      bytes += AnnotationLog.line(past, revision: known.revision)
    }
    bytes += AnnotationLog.line(change, revision: known.revision + 1)
    let folder = String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)])
    let isNew = try root.makeDirectories(folder)
    try LibraryFile.replace(path, by: bytes, in: root)
    try root.directory(folder).synchronize()
    if isNew { try root.directory(SandboxPath.annotations).synchronize() }
  }

  /// The file of a content; nil without one.
  ///
  /// A damaged one is moved out of the way first.
  private static func log(of content: ContentHash, in root: Directory) throws -> AnnotationLog? {
    let path = SandboxPath.annotations(of: content)
    guard let (file, status) = try FileContent.open(path, in: root) else { return nil }
    guard status.size <= maximumBytes else {
      throw DocumentError(.storageFailed, "the annotations of this content are longer than can be read")
    }
    let bytes = try file.read(Int(status.size))
    do throws(DocumentError) {
      return try AnnotationLog(bytes, of: content)
    } catch  where error.code == .damaged {
      _ = try DamagedFolder(root: root).take(path, "It does not begin as a file of annotations.")
      return nil
    }
  }

  private static func newEpoch() -> String {
    String(AnnotationID().description.filter { $0 != "-" }.prefix(12))
  }

  /// The damage of files of annotations, by their places; blocks.
  package static func damages(in root: Directory) throws -> [(path: String, damage: String)] {
    try places(in: root).compactMap { place in
      try damage(at: place.path, named: place.name, in: root).map { (place.path, $0) }
    }.sorted { $0.0 < $1.0 }
  }

  private static func damage(at path: String, named name: String, in root: Directory) throws -> String? {
    guard let content = content(named: name) else {
      return "it is no file of annotations"
    }
    guard let (file, status) = try FileContent.open(path, in: root) else { return "it is no regular file" }
    guard status.size <= maximumBytes else { return "it is longer than can be read" }
    guard let log = try? AnnotationLog(try file.read(Int(status.size)), of: content) else {
      return "it does not begin as a file of annotations"
    }
    if let line = log.damagedLines.first { return "its line \(line) cannot be read" }
    let unread = log.set.all.first { (try? Annotation(stored: $0.json)) == nil }
    return unread.map { "the annotation \($0.id) cannot be read" }
  }

  fileprivate static let suffix = ".jsonl"
}

extension SandboxPath {
  /// The file with the annotations of a content.
  static func annotations(of content: ContentHash) -> String {
    "\(annotations)/\(content.description.prefix(2))/\(content)\(AnnotationFolder.suffix)"
  }
}
