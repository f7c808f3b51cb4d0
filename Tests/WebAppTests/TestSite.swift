import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Logging
import Previews
import Workspace

@testable import WebApp

/// A complete site with the real store and a real render worker, in a directory of its own.
final class TestSite: Sendable {
  let root: String
  let site: Site
  let assembly: Assembly
  private let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  init(
    root: String? = nil, requiresSignIn: Bool = false, maximumUpload: Int64 = 64 << 20, quota: Int64? = nil,
    keepFree: Int64? = nil, areas: [ReadOnlyAreaSetting] = [], files: String? = nil,
    limits: (inout PoolLimits) -> Void = { _ in }
  ) async throws {
    let root = root ?? "/tmp/sheaf-site-\(DocumentID())"
    self.root = root
    var configuration = Configuration(
      root: root, requiresSignIn: requiresSignIn, workers: 1, maximumUpload: maximumUpload,
      quota: quota, keepFree: keepFree, files: files)
    configuration.readOnlyAreas = areas
    assembly = try await Assembly(configuration, limits: limits, log: log)
    site = try Site(
      configuration: configuration, assembly: assembly, drops: [], metrics: PrometheusRegistry(), log: log)
    let cache = site.cache
    await assembly.workspace.events.watch { cache.forget($0) }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: root)
  }

  /// Runs `body` with a client of a site, and ends the site's workers afterwards.
  static func run(
    _ mode: TestClient.Mode = .inProcess, root: String? = nil, requiresSignIn: Bool = false,
    maximumUpload: Int64 = 64 << 20, quota: Int64? = nil, keepFree: Int64? = nil,
    areas: [ReadOnlyAreaSetting] = [], files: String? = nil,
    limits: (inout PoolLimits) -> Void = { _ in }, _ body: (TestClient, TestSite) async throws -> Void
  ) async throws {
    let test = try await TestSite(
      root: root, requiresSignIn: requiresSignIn, maximumUpload: maximumUpload, quota: quota,
      keepFree: keepFree, areas: areas, files: files, limits: limits)
    do {
      try await TestClient.run(try test.site.application(), mode) { client in try await body(client, test) }
    } catch {
      await test.assembly.pool.stop()
      throw error
    }
    await test.assembly.pool.stop()
  }
}

extension TestClient {
  /// As ``execute(_:_:headers:body:)``, with a browser's host name.
  func ask(
    _ method: HTTPRequest.Method, _ target: String, headers: HTTPFields = [:], body: [UInt8] = []
  ) async throws -> TestResponse {
    var headers = headers
    if let host = HTTPField.Name("Host"), headers[host] == nil { headers[host] = "127.0.0.1" }
    return try await execute(method, target, headers: headers, body: body)
  }

  func ask(
    _ method: HTTPRequest.Method, _ target: String, headers: HTTPFields = [:], text: String
  ) async throws -> TestResponse {
    try await ask(method, target, headers: headers, body: Array(text.utf8))
  }

  func upload(_ text: String = "hello", named name: String = "a.txt", query: String = "") async throws
    -> DocumentJSON
  {
    try await ask(.post, "/api/v1/documents?name=\(name)\(query)", text: text).answer()
  }
}

/// The members of documents, and of other responses, that tests use.
struct DocumentJSON: Decodable, Equatable {
  struct Reason: Decodable, Equatable {
    let code: String
  }

  var id: String?
  var name: String?
  var folder: String?
  var type: String?
  var size: Int?
  var sha256: String?
  var version: Int?
  var code: String?
  var detail: String?
  var kind: String?
  var pageCount: Int?
  var reason: Reason?
  var next: String?
  var tags: [String]?
  var favourite: Bool?
  var `private`: Bool?
  var note: String?
  var handler: String?
  var trashed: String?
  var expires: String?
  var documents: [DocumentJSON]?
}

struct FolderJSON: Decodable, Equatable {
  struct Left: Decodable, Equatable {
    let count: Int
    let paths: [String]
  }

  var name: String?
  var path: String?
  var documents: Int?
  var hasFolders: Bool?
  var etag: String?
  var step: String?
  var missing: Int?
  var left: Left?
}

struct FolderListJSON: Decodable, Equatable {
  let folder: FolderJSON
  let folders: [FolderJSON]
  let next: String?
}

extension TestResponse {
  func answer() throws -> DocumentJSON {
    try JSONDecoder().decode(DocumentJSON.self, from: Data(body))
  }

  func folder() throws -> FolderJSON {
    try JSONDecoder().decode(FolderJSON.self, from: Data(body))
  }

  func folderList() throws -> FolderListJSON {
    try JSONDecoder().decode(FolderListJSON.self, from: Data(body))
  }

  var code: String? {
    headers[.contentType] == "application/problem+json" ? try? answer().code : nil
  }

}
