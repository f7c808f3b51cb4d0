import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem
import Logging
import Synchronization
import Testing

@testable import Storage
@testable import Workspace

/// A workspace over the real store in a directory of its own, with a renderer that only sniffs.
final class TestWorkspace: Sendable {
  let path: String
  let root: SandboxRoot
  let workspace: DocumentWorkspace
  let pool = BlockingPool(threads: 2)
  let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  var importer: FileImporter {
    FileImporter(into: workspace, pool: pool) { [root] (package) async throws(DocumentError) in
      try await FileContentStore(root: root).pack(package)
    }
  }

  let forgotten: Forgotten
  let index: IndexSpy
  let eventLog: EventLogSpy
  let arrivals: any ArrivalStore
  let fault: IndexFault

  init(
    at path: String? = nil, onStep: @escaping FilePlacement.StepObserver = { _ in },
    fault: IndexFault = IndexFault(),
    contents: (FileContentStore, any VersionIndex) -> any ContentStore = { store, _ in store },
    documentFiles: (FileContentStore) -> any DocumentFiles = { $0 },
    directory: (FileContentStore) -> any DirectoryTree = { $0 }, renderer: any PageRenderer = SniffingStub(),
    trashRetention: TrashRetention = .standard, expiry: ExpiryGuard = ExpiryGuard(), quiet: Duration = .zero,
    sharesFiles: Bool = true, drawn: [RendererKind: [TypeIdentifier]] = [.pdf: [.pdf]],
    makers: [any RenditionMaker] = [], converted: [ConverterKind: [TypeIdentifier]] = [:],
    now: @escaping @Sendable () -> Date = { Date() },
    rest: @escaping @Sendable (Duration) async -> Void = { _ in }
  ) async throws {
    self.path = path ?? Self.newPath()
    let root = try SandboxRoot(opening: self.path)
    self.root = root
    let index = try SQLiteIndex(root: root, onWrite: { try fault.check() })
    (self.index, eventLog, self.fault) = (IndexSpy(index), EventLogSpy(index), fault)
    arrivals = index
    let store = FileContentStore(root: root, onStep: onStep)
    let forgotten = Forgotten()
    self.forgotten = forgotten
    workspace = DocumentWorkspace(
      contents: contents(store, index), documentFiles: documentFiles(store), directory: directory(store),
      index: self.index, versionIndex: index, trashIndex: index, eventLog: eventLog, journal: index,
      renderer: renderer, makers: makers,
      types: try await TypeRegistry(
        builtIn: FileTypeRegistry(
          TypeCatalog(declarations: .sample, renderers: drawn, converters: converted)),
        store: DeclarationFile(root: root), log: log),
      events: try await EventHub(eventLog: eventLog, log: log), trashRetention: trashRetention,
      expiry: expiry,
      quiet: quiet,
      sharesFiles: sharesFiles, log: log,
      onContentGone: { hash in forgotten.add(hash) }, now: now, rest: rest)
  }

  private static func newPath() -> String { "/tmp/sheaf-workspace-\(DocumentID())" }

  /// The state after a crash now, with another inode for each file.
  func copy() throws -> String {
    let copy = Self.newPath()
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    return copy
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func staged(_ text: String) async throws -> any StagedContent {
    let stage = try await workspace.contents.stage()
    try await stage.write(Array(text.utf8))
    return try await stage.finish()
  }

  func add(
    _ text: String = "hello", named name: String = "a.txt", in folder: String = "",
    conflict: ConflictRule = .rename, origin: Origin = .api
  ) async throws -> Document {
    try await workspace.documents.add(
      try await staged(text), named: try FileName(name), in: try FolderPath(parsing: folder),
      conflict: conflict,
      origin: origin)
  }

  /// The names in `Documents`, as the index has them.
  func names() async throws -> [String] {
    try await workspace.documents(DocumentQuery(order: .name)).documents.map(\.location.relativePath)
  }

  @discardableResult
  func pass() async throws -> Reconciler.Report {
    try await Reconciler(workspace.tree, log: log).pass()
  }

  func trash() async throws -> [Document] {
    try await workspace.documents(DocumentQuery(trashed: true, order: .name)).documents
  }

  func remove(_ relative: String) throws {
    try FileManager.default.removeItem(atPath: "\(path)/\(relative)")
  }

  func rename(_ relative: String, to other: String) throws {
    try FileManager.default.moveItem(atPath: "\(path)/\(relative)", toPath: "\(path)/\(other)")
  }

  @discardableResult
  func change(_ document: Document, to text: String, author: String? = nil) async throws -> Document {
    try await workspace.documents.replace(
      document.id, with: try await staged(text), expecting: .anything, origin: .api, author: author)
  }

  func text(ofVersion number: Int, of document: Document) async throws -> String {
    let content = try await workspace.versions.content(ofVersion: number, of: document.id).content
    return String(decoding: content.bytes(from: 0, count: 4096), as: UTF8.self)
  }

  func text(of document: Document) async throws -> String {
    let content = try await workspace.tree.content(of: document)
    return String(decoding: content.bytes(from: 0, count: 4096), as: UTF8.self)
  }

  /// From now on what documents have is not held, as where a program writes into a long file in place.
  func letGoOfHeld() async throws {
    _ = try await workspace.directory.releaseHeld(before: .distantFuture) { _ in false }
  }

  /// Puts a file into the workspace's directory, past the server.
  func write(_ text: String, to relative: String) throws {
    let full = "\(path)/\(relative)"
    let folder = full[..<(full.lastIndex(of: "/") ?? full.endIndex)]
    try FileManager.default.createDirectory(atPath: String(folder), withIntermediateDirectories: true)
    try Descriptor.open(full, flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644).append(Array(text.utf8))
  }
}

final class Forgotten: Sendable {
  private let hashes = Mutex<[ContentHash]>([])

  var all: [ContentHash] { hashes.withLock(\.self) }

  func add(_ hash: ContentHash) {
    hashes.withLock { $0.append(hash) }
  }
}

/// Runs `body` and expects it to be refused with `code`; returns the sentence.
@discardableResult
func expectRefusal(
  _ code: DocumentError.Code, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () async throws -> Void
) async -> String {
  do {
    try await body()
    Issue.record(comment ?? "nothing was refused", sourceLocation: sourceLocation)
  } catch let error as DocumentError {
    #expect(error.code == code, comment, sourceLocation: sourceLocation)
    return error.detail
  } catch {
    Issue.record(error, comment, sourceLocation: sourceLocation)
  }
  return ""
}

/// Says what libmagic would say of the few contents that tests use.
struct SniffingStub: PageRenderer {
  func sniff(_ content: any ReadableContent) async throws(DocumentError) -> SniffedContent {
    content.bytes(from: 0, count: 5) == Array("%PDF-".utf8)
      ? SniffedContent(mediaType: "application/pdf", encoding: "binary", description: "PDF document")
      : SniffedContent(mediaType: "text/plain", encoding: "us-ascii", description: "ASCII text")
  }

  func release(_ hash: ContentHash) async {}

  func inspect(
    _ source: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> InspectedDocument {
    throw DocumentError(.damaged, "a stub opens nothing")
  }

  func render(
    _ request: RenderRequest, of source: RenderSource, priority: RenderPriority
  ) async throws(DocumentError) -> RenderedPage {
    throw DocumentError(.damaged, "a stub draws nothing")
  }

  func text(ofPage page: Int, of source: RenderSource) async throws(DocumentError) -> PageText {
    throw DocumentError(.damaged, "a stub reads nothing")
  }
}

extension TypeDeclarations {
  /// The few types that tests use.
  static let sample = TypeDeclarations(
    types: [
      FileType(identifier: .data, name: "Data", conformsTo: []),
      FileType(identifier: .text, name: "Text"),
      FileType(
        identifier: .plainText, name: "Plain text", extensions: ["txt"], mediaTypes: ["text/plain"],
        conformsTo: [.text]),
      FileType(identifier: .board, name: "Board", extensions: ["board"], conformsTo: [.plainText]),
      FileType(identifier: .pdf, name: "PDF", extensions: ["pdf"], mediaTypes: ["application/pdf"]),
    ],
    handlers: [
      Handler(identifier: "viewer", name: "Reader", role: .viewer, rank: .default, contentTypes: [.pdf])
    ])
}
