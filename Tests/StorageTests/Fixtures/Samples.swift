import DocumentModel
import FoundationEssentials
import LinuxSystem
import Testing

extension ContentHash {
  static func of(_ text: String) -> ContentHash {
    of(Array(text.utf8))
  }

  static func of(_ bytes: [UInt8]) -> ContentHash {
    guard let hash = ContentHash(bytes: SHA256.hash(bytes)) else {
      preconditionFailure("SHA-256 has 32 bytes")
    }
    return hash
  }
}

extension Date {
  /// Whole microseconds after a fixed day.
  static func at(_ seconds: Double) -> Date {
    Date(timeIntervalSince1970: 1_790_000_000 + seconds)
  }
}

extension Location {
  /// The location written as `folder/name`.
  static func at(_ path: String) throws -> Location {
    let parts = path.split(separator: "/")
    let folder = try FolderPath(parsing: parts.dropLast().joined(separator: "/"))
    return Location(folder: folder, name: try FileName(String(try #require(parts.last))))
  }
}

/// A document with its first version: what a test does not mention has a default.
struct Sample {
  var document: Document
  var version: Version
  var fingerprint: Fingerprint

  init(
    _ path: String = "a.txt", content: String = "one", type: TypeIdentifier = .plainText, size: Int64? = nil,
    id: DocumentID = DocumentID(), created: Date = .at(0), modified: Date? = nil
  ) throws {
    let size = size ?? Int64(content.utf8.count)
    document = Document(
      id: id, location: try .at(path), type: type, size: size, sha256: .of(content), version: 1,
      created: created, modified: modified ?? created)
    version = Version(
      number: 1, sha256: .of(content), size: size, type: type, created: created, origin: .api)
    fingerprint = .of("\(id)")
  }
}

extension Fingerprint {
  /// The fingerprint that `text` is the text of, else one that no other text has.
  static func of(_ text: String) -> Fingerprint {
    let number = text.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return Fingerprint(text) ?? Fingerprint(device: 1, inode: number, size: 0, modified: 0, changed: 0)
  }
}

extension Version {
  static func sample(
    _ number: Int, _ content: String, at date: Date = .at(10), origin: Origin = .api
  ) -> Version {
    Version(
      number: number, sha256: .of(content), size: Int64(content.utf8.count), type: .plainText, created: date,
      origin: origin)
  }
}

extension DocumentMetadata {
  static func sample(
    _ tags: String..., favourite: Bool = false, note: String = "", handler: String? = nil,
    excluded: Bool = false
  ) throws -> DocumentMetadata {
    try DocumentMetadata(
      tags: tags.map { try Tag($0) }, favourite: favourite, note: note, handler: handler,
      excludedFromBackup: excluded)
  }
}

extension DocumentIndex {
  @discardableResult
  func add(_ sample: Sample) async throws -> Document {
    try await add(sample.document, version: sample.version, fingerprint: sample.fingerprint).document
  }

  /// Adds a document at each path, one second apart.
  @discardableResult
  func add(_ paths: [String]) async throws -> [Document] {
    var added: [Document] = []
    for (number, path) in paths.enumerated() {
      added.append(try await add(Sample(path, content: path, created: .at(Double(number)))))
    }
    return added
  }

  func paths(_ query: DocumentQuery) async throws -> [String] {
    try await documents(query).documents.map(\.location.relativePath)
  }

  func all(_ query: DocumentQuery) async throws -> [Document] {
    var query = query
    var found: [Document] = []
    repeat {
      let page = try await documents(query)
      found += page.documents
      query.cursor = page.next
    } while query.cursor != nil
    return found
  }
}

func expectRefusal(
  _ code: DocumentError.Code, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () async throws -> Void
) async {
  do {
    try await body()
    Issue.record(comment ?? "nothing was refused", sourceLocation: sourceLocation)
  } catch let error as DocumentError {
    #expect(error.code == code, comment, sourceLocation: sourceLocation)
  } catch {
    Issue.record(error, comment, sourceLocation: sourceLocation)
  }
}

/// Runs `body` so many times at once; returns how often it succeeded and the codes of the refusals.
func race(
  _ count: Int, _ body: @escaping @Sendable (Int) async throws -> Void
) async -> (wins: Int, refusals: [DocumentError.Code]) {
  await withTaskGroup(of: DocumentError.Code?.self) { group in
    for number in 0..<count {
      group.addTask {
        do {
          try await body(number)
          return nil
        } catch {
          return (error as? DocumentError)?.code ?? .storageFailed
        }
      }
    }
    var codes: [DocumentError.Code?] = []
    for await code in group { codes.append(code) }
    return (codes.count { $0 == nil }, codes.compactMap(\.self))
  }
}
