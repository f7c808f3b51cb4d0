import DocumentModel
import FoundationEssentials
import Glibc
import LinuxSystem
import Logging
import Storage

@testable import Workspace

/// A workspace over the real store in a directory of its own, with a renderer that only sniffs.
final class TestWorkspace: Sendable {
  let path: String
  let workspace: DocumentWorkspace
  let pool = BlockingPool(threads: 2)
  let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  var importer: FileImporter { FileImporter(into: workspace, pool: pool) }

  init() async throws {
    path = "/tmp/sheaf-workspace-\(DocumentID())"
    let root = try SandboxRoot(opening: path)
    let metadata = try SQLiteMetadataStore(root: root)
    workspace = DocumentWorkspace(
      contents: FileContentStore(root: root), metadata: metadata, renderer: SniffingStub(),
      types: try await TypeRegistry(
        builtIn: FileTypeRegistry(.sample), store: DeclarationFile(root: root), log: log),
      events: try await EventHub(metadata: metadata, log: log), log: log)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Staged bytes of a text.
  func staged(_ text: String) async throws -> any StagedContent {
    let stage = try await workspace.contents.stage()
    try await stage.write(Array(text.utf8))
    return try await stage.finish()
  }

  func add(
    _ text: String = "hello", named name: String = "a.txt", in folder: String = "",
    conflict: ConflictRule = .rename, origin: Origin = .api
  ) async throws -> Document {
    try await workspace.add(
      try await staged(text), named: try FileName(name), in: try FolderPath(parsing: folder),
      conflict: conflict,
      origin: origin)
  }

  /// The names in `Documents`, as the index has them.
  func names() async throws -> [String] {
    try await workspace.documents(DocumentQuery(order: .name)).documents.map(\.location.relativePath)
  }

  func text(of document: Document) async throws -> String {
    let content = try await workspace.content(of: document)
    return String(decoding: content.bytes(from: 0, count: 4096), as: UTF8.self)
  }

  /// Puts a file into the workspace's directory, past the server.
  func write(_ text: String, to relative: String) throws {
    let full = "\(path)/\(relative)"
    let folder = full[..<(full.lastIndex(of: "/") ?? full.endIndex)]
    try FileManager.default.createDirectory(atPath: String(folder), withIntermediateDirectories: true)
    try Descriptor.open(full, flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644).append(Array(text.utf8))
  }
}

/// Says what libmagic would say of the few contents that tests use.
struct SniffingStub: PageRenderer {
  func sniff(_ content: any ReadableContent) async throws(DocumentError) -> SniffedContent {
    content.bytes(from: 0, count: 5) == Array("%PDF-".utf8)
      ? SniffedContent(mediaType: "application/pdf", encoding: "binary", description: "PDF document")
      : SniffedContent(mediaType: "text/plain", encoding: "us-ascii", description: "ASCII text")
  }

  func release(_ hash: ContentHash) async {}

  func inspect(_ source: RenderSource) async throws(DocumentError) -> DocumentFacts {
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
      FileType(identifier: .pdf, name: "PDF", extensions: ["pdf"], mediaTypes: ["application/pdf"]),
    ],
    handlers: [
      Handler(identifier: "viewer", name: "Reader", role: .viewer, rank: .default, contentTypes: [.pdf])
    ])
}
