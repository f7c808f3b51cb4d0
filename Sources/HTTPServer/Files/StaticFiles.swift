import CZlib
import FoundationEssentials
import Glibc
public import HTTPTypes

/// The files of a directory, read into memory at start and answered from there: for the files of a web app.
///
/// ```swift
/// let files = try StaticFiles(directory: "Public")
/// router.on(.get, "*path", options: RouteOptions(fast: files.fast)) { request, parameters in … }
/// ```
///
/// No request touches the file system, so no address can lead out of the directory. Hidden files, symbolic links
/// and special files are left out. `Cache-Control` is `no-cache` unless a header says otherwise: browsers ask
/// again and get a 304. Beside a file may lie its compressed forms, named as it is with `.br` or `.gz` behind.
public struct StaticFiles: Sendable {
  private let index: String
  private let files: [String: Representation]

  /// Reads a directory and all below it.
  ///
  /// - Parameters:
  ///   - directory: Its path.
  ///   - index: The file that stands for its directory.
  ///   - headers: Headers of a file, by its path below the directory and its bytes.
  /// - Throws: ``HTTPError/unreadableFile(name:reason:)``.
  public init(
    directory: String, index: String = "index.html",
    headers: (_ name: String, _ bytes: [UInt8]) -> HTTPFields = { _, _ in [:] }
  ) throws(HTTPError) {
    self.index = index
    let contents = try Self.load(directory)
    var files: [String: Representation] = [:]
    for name in contents.keys.sorted() where !Self.isForm(name, in: contents) {
      guard let bytes = contents[name] else { continue }
      var forms: [ContentCoding: [UInt8]] = [:]
      for coding in ContentCoding.allCases { forms[coding] = contents[name + coding.suffix] }
      var headers = headers(name, bytes)
      headers[.cacheControl] = headers[.cacheControl] ?? "no-cache"
      files[name] = .prepared(
        bytes, type: MediaType.of(name), tag: EntityTag(ContentDigest.text(of: bytes)), headers: headers,
        forms: forms)
    }
    self.files = files
  }

  /// The file at a path below the directory, such as `styles/app.css`; nil when there is none.
  ///
  /// A directory's path is its index file's.
  public subscript(path: String) -> Representation? {
    files[path.isEmpty || path.hasSuffix("/") ? path + index : path]
  }

  /// Answers at once with the file that the route's first `*path` or `:name` names; nil when there is no such file.
  public var fast: FastRouteResponder {
    { head, parameters in self[parameters.first ?? ""]?.response(to: head) }
  }

  private static func isForm(_ name: String, in contents: [String: [UInt8]]) -> Bool {
    ContentCoding.allCases.contains { coding in
      name.hasSuffix(coding.suffix) && contents[String(name.dropLast(coding.suffix.count))] != nil
    }
  }

  private static func load(_ directory: String) throws(HTTPError) -> [String: [UInt8]] {
    let names: [String]
    do {
      names = try FileManager.default.subpathsOfDirectory(atPath: directory)
    } catch {
      throw .unreadableFile(name: directory, reason: "it is not a readable directory")
    }
    var files: [String: [UInt8]] = [:]
    for name in names where !name.split(separator: "/").contains(where: { $0.hasPrefix(".") }) {
      files[name] = try read("\(directory)/\(name)")
    }
    return files
  }

  private static func read(_ path: String) throws(HTTPError) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    if descriptor < 0, errno == ELOOP { return nil }
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(path) }
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = Glibc.read(descriptor, &piece, piece.count)
      guard count >= 0 else { throw failure(path) }
      if count == 0 { return bytes }
      bytes += piece[..<count]
    }
  }

  private static func failure(_ path: String) -> HTTPError {
    .unreadableFile(name: path, reason: String(cString: strerror(errno)))
  }
}

extension ContentCoding {
  fileprivate var suffix: String {
    switch self {
    case .brotli: ".br"
    case .gzip: ".gz"
    }
  }
}

/// A stable name for bytes, not a safe one: CRC-32 and Adler-32, enough to tell versions of one's own files apart.
enum ContentDigest {
  static func text(of bytes: [UInt8]) -> String {
    let sums = bytes.withUnsafeBufferPointer { pointer in
      [crc32_z(0, pointer.baseAddress, pointer.count), adler32_z(1, pointer.baseAddress, pointer.count)]
    }
    return (sums + [UInt(bytes.count)]).map { String($0, radix: 16) }.joined(separator: "-")
  }
}
