import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import LinuxSystem
import Logging
import Previews
import Storage
import Testing

@testable import WebApp

@Suite("SB-2 Read-only areas over HTTP")
struct AreaRoutesTests {
  private struct Areas: Decodable {
    struct Area: Decodable { var name: String, readOnly: Bool }
    var areas: [Area]
  }

  private struct Listing: Decodable {
    struct File: Decodable { var name: String, path: String, type: String, size: Int, readOnly: Bool }
    struct Folder: Decodable { var path: String, readOnly: Bool }
    var area: Areas.Area
    var folder: String
    var folders: [Folder]
    var files: [File]
    var next: String?
  }

  private let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  private static let file = "/api/v1/areas/Samples/files/Reading%20list.md"

  private func read<Value: Decodable>(_ response: TestResponse, as type: Value.Type = Value.self) throws
    -> Value
  {
    try JSONDecoder().decode(type, from: Data(response.body))
  }

  private func original(_ test: TestSite, _ name: String = "Reading list.md") throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: "\(test.assembly.files.resources)/samples/\(name)")))
  }

  @Test("the samples are one: listed with what lies in them, and read", arguments: TestClient.Mode.allCases)
  func reading(mode: TestClient.Mode) async throws {
    try await TestSite.run(mode) { client, test in
      let areas: Areas = try read(try await client.ask(.get, "/api/v1/areas"))
      #expect(areas.areas.map(\.name) == ["Samples"] && areas.areas.allSatisfy(\.readOnly))
      let list: Listing = try read(try await client.ask(.get, "/api/v1/areas/Samples"))
      #expect(list.area.readOnly && list.folder.isEmpty && list.folders.isEmpty && list.next == nil)
      let names = ["Desk in the morning.svg", "Reading list.md", "Welcome to Sheaf.pdf"]
      #expect(list.files.map(\.name) == names && list.files.map(\.path) == names)
      #expect(list.files.last?.type == "com.adobe.pdf" && list.files.allSatisfy(\.readOnly))
      let page: Listing = try read(try await client.ask(.get, "/api/v1/areas/Samples?limit=2"))
      #expect(page.next == "Reading list.md")
      let rest = try await client.ask(.get, "/api/v1/areas/Samples?limit=2&cursor=Reading%20list.md")
      #expect(try read(rest, as: Listing.self).files.map(\.name) == ["Welcome to Sheaf.pdf"])
      let content = try await client.ask(.get, Self.file)
      #expect(content.status == .ok)
      #expect(try Array(content.body) == original(test))
      #expect(content.headers[.contentDisposition]?.hasPrefix("attachment") == true)
      let part = try await client.ask(.get, Self.file, headers: [.range: "bytes=0-3"])
      #expect(part.status == .partialContent && part.body.count == 4)
      let tag = try #require(content.headers[.eTag])
      #expect(try await client.ask(.get, Self.file, headers: [.ifNoneMatch: tag]).status == .notModified)
    }
  }

  @Test("a method that is always refused is not listed as one of an area")
  func methods() async throws {
    try await TestSite.run { client, _ in
      for path in ["/api/v1/areas/Samples", Self.file] {
        let options = try await client.ask(.options, path)
        #expect(options.headers[.allow] == "GET, HEAD, OPTIONS", "\(path)")
        #expect(try await client.ask(.put, path).code == "read-only")
      }
    }
  }

  @Test(
    "a long file comes whole and in parts, in pieces that its area reads", arguments: TestClient.Mode.allCases
  )
  func pieces(mode: TestClient.Mode) async throws {
    let folder = "/tmp/sheaf-area-\(DocumentID())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let bytes = (0..<2_500_000).map { UInt8(truncatingIfNeeded: $0 / 251) }
    try Data(bytes).write(to: URL(filePath: "\(folder)/long.bin"))
    try await TestSite.run(mode, areas: [ReadOnlyAreaSetting(parsing: "Long=\(folder)")]) { client, _ in
      let target = "/api/v1/areas/Long/files/long.bin"
      let whole = try await client.ask(.get, target)
      #expect(whole.status == .ok && whole.headers[.contentLength] == "2500000")
      #expect(Array(whole.body) == bytes)
      for (range, part) in [
        ("bytes=1000000-2200000", bytes[1_000_000...2_200_000]), ("bytes=-7", bytes.suffix(7)),
      ] {
        let answer = try await client.ask(.get, target, headers: [.range: range])
        #expect(answer.status == .partialContent && Array(answer.body) == Array(part))
      }
      let head = try await client.ask(.head, target)
      #expect(head.status == .ok && head.headers[.contentLength] == "2500000" && head.body.isEmpty)
    }
  }

  @Test("nothing is written into one, whatever the way, and the file is what it was")
  func writing() async throws {
    try await TestSite.run(maximumUpload: 100) { client, test in
      let before = try original(test)
      let long = String(repeating: "x", count: 5 << 20)
      for method in [HTTPRequest.Method.put, .post, .patch, .delete] {
        for target in [Self.file, "/api/v1/areas/Samples/files/new.txt", "/api/v1/areas/Samples"] {
          let answer = try await client.ask(method, target, text: method == .put ? long : "{}")
          #expect(answer.status == .forbidden && answer.code == "read-only", "\(method) \(target)")
        }
      }
      #expect(try original(test) == before)
      let list: Listing = try read(try await client.ask(.get, "/api/v1/areas/Samples"))
      #expect(list.files.count == 3)
    }
  }

  @Test("a file in one is shown as a document is")
  func showing() async throws {
    try await TestSite.run { client, _ in
      let base = "/api/v1/areas/Samples"
      let preview = try await client.ask(.get, "\(base)/preview/Welcome%20to%20Sheaf.pdf").answer()
      #expect(preview.kind == "pages" && (preview.pageCount ?? 0) > 0)
      let page = try await client.ask(.get, "\(base)/pages/1/Welcome%20to%20Sheaf.pdf?width=100&format=png")
      #expect(page.status == .ok && page.headers[.contentType] == "image/png")
      #expect(Array(page.body.prefix(4)) == [0x89, 0x50, 0x4E, 0x47])
      for (path, code) in [
        ("pages/x/Welcome%20to%20Sheaf.pdf", 400), ("pages/0/Welcome%20to%20Sheaf.pdf", 404),
        ("pages/999/Welcome%20to%20Sheaf.pdf", 404),
        ("pages/1/Reading%20list.md", 200), ("preview/absent.pdf", 404), ("files/absent.pdf", 404),
      ] {
        #expect(try await client.ask(.get, "\(base)/\(path)").status.code == code, "\(path)")
      }
    }
  }

  @Test("a copy becomes a document, which is changed as any other")
  func copying() async throws {
    try await TestSite.run { client, test in
      let target = "/api/v1/areas/Samples/copy/Reading%20list.md"
      let copied = try await client.ask(.post, target, text: #"{"folder":"Mine"}"#)
      #expect(copied.status == .created)
      let document = try copied.answer()
      #expect(document.name == "Reading list.md" && document.folder == "Mine")
      let content = try await client.ask(.get, "/api/v1/documents/\(document.id ?? "")/content")
      #expect(try Array(content.body) == original(test))
      #expect(copied.headers[.location] == "/api/v1/documents/\(document.id ?? "")")
      let changed = try await client.ask(
        .put, "/api/v1/documents/\(document.id ?? "")/content", text: "changed")
      #expect(changed.status == .ok)
      #expect(try original(test).count > 7)
      #expect(try await client.ask(.post, target).answer().folder == "")
      #expect(try await client.ask(.post, target).answer().name == "Reading list 2.md")
      #expect(try await client.ask(.post, target, text: #"{"conflict":"fail"}"#).code == "name-taken")
      #expect(try await client.ask(.post, target, text: #"{"colour":"red"}"#).code == "invalid-parameter")
      let absent = try await client.ask(.post, "/api/v1/areas/Samples/copy/absent.md")
      #expect(absent.code == "not-found")
    }
  }

  @Test("an unknown one is not found, and a client that has not signed in sees nothing")
  func refusals() async throws {
    try await TestSite.run { client, _ async throws in
      for target in [
        "Nowhere", "Nowhere/files/a.txt", "Samples/files/..%2F..%2Fopenapi.json", "..%2Fsamples",
      ] {
        #expect(try await client.ask(.get, "/api/v1/areas/\(target)").status == .notFound, "\(target)")
      }
      #expect(try await client.ask(.get, "/api/v1/areas/Samples?folder=absent").code == "not-found")
      #expect(try await client.ask(.get, "/api/v1/areas/Samples?folder=..").code == "invalid-name")
      #expect(try await client.ask(.get, "/api/v1/areas/Samples?cursor=.x").code == "invalid-parameter")
      #expect(try await client.ask(.put, "/api/v1/areas/Nowhere/files/a.txt").status == .notFound)
    }
    try await TestSite.run(requiresSignIn: true) { client, _ async throws in
      for target in ["", "/Samples", "/Samples/files/Reading%20list.md"] {
        #expect(try await client.ask(.get, "/api/v1/areas\(target)").status == .unauthorized)
      }
    }
  }

  @Test("an operator's area is written as NAME=DIR, and never shows the workspace itself")
  func settings() async throws {
    let setting = try ReadOnlyAreaSetting(parsing: "Manu als=/srv/a=b")
    #expect(setting.name.description == "Manu als" && setting.path == "/srv/a=b")
    for text in ["", "Manuals", "Manuals=", "=/srv", "a/b=/srv", ".x=/srv"] {
      #expect(throws: StartError.self, "\(text)") { try ReadOnlyAreaSetting(parsing: text) }
    }
    let test = try await TestSite()
    await test.assembly.pool.stop()
    let files = test.assembly.files
    func open(_ texts: String...) async throws -> [String] {
      try await ReadOnlyAreas(besides: test.root, log: log).open(
        texts.map { try ReadOnlyAreaSetting(parsing: $0) }, files: files
      ).map { try $0.opened().name.description }
    }
    #expect(try await open("Manuals=\(files.resources)", "Samples=\(files.pages)") == ["Manuals", "Samples"])
    #expect(try await open("Manuals=\(files.resources)") == ["Manuals", "Samples"])
    for text in [
      "W=\(test.root)", "W=\(test.root)/Documents", "W=\(test.root)/..", "W=/", "W=/nowhere/at/all",
    ] {
      await #expect(throws: StartError.self, "\(text)") { try await open(text) }
    }
    await #expect(throws: StartError.self) { try await open("A=\(files.resources)", "A=\(files.pages)") }
  }
}
