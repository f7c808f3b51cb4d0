import DocumentModel
import FoundationEssentials
import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp

@Suite("The icon files of a type")
final class TypeIconFilesTests: Sendable {
  private let path = "/tmp/sheaf-icons-\(DocumentID())"

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The start of a PNG up to its size.
  private func png(_ side: Int) -> [UInt8] {
    let number = [24, 16, 8, 0].map { shift in UInt8(side >> shift & 255) }
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    return signature + [0, 0, 0, 13] + Array("IHDR".utf8) + number + number
  }

  private func write(_ bytes: [UInt8], _ name: String) throws {
    try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
  }

  private func type(_ identifier: String, icons: [String]) throws -> FileType {
    let known = try #require(TypeIdentifier(identifier))
    return FileType(identifier: known, name: identifier, conformsTo: [.data], icons: icons)
  }

  @Test(
    "are chosen by the size that is asked for",
    arguments: [(16, 32), (32, 32), (33, 128), (128, 128), (999, 128)])
  func sizes(asked: Int, found: Int) throws {
    for side in [128, 32] { try write(png(side), "note-\(side).png") }
    let files = TypeIconFiles(in: path)
    let note = try type("org.example.note", icons: ["note-128.png", "note-32.png", "note-1024.png"])
    #expect(files.file(for: note, size: asked)?.side == found)
    #expect(files.file(for: try type("org.example.plain", icons: []), size: asked) == nil)
    #expect(files.file(for: nil, size: asked) == nil)
  }

  @Test("that are not there, or are no PNG, are named")
  func missing() throws {
    try write(png(64), "there.png")
    try write(Array("<svg/>".utf8), "text.png")
    try write(png(0), "empty.png")
    try write(png(64) + [UInt8](repeating: 0, count: 1 << 20), "huge.png")
    try FileManager.default.createDirectory(atPath: "\(path)/folder.png", withIntermediateDirectories: true)
    let names = ["there.png", "text.png", "empty.png", "huge.png", "folder.png", "gone.png"]
    let note = try type("org.example.note", icons: names)
    let found = TypeIconFiles(in: path).missing(from: [note, try type("org.example.plain", icons: [])])
    #expect(found.map(\.name) == Array(names.dropFirst()))
    #expect(found.allSatisfy { $0.type == note.identifier })
    #expect(TypeIconFiles(in: "\(path)/nowhere").missing(from: [note]).count == names.count)
  }

  @Test("are sent for a type that names one, and a drawn icon for a type that names none")
  func sent() async throws {
    try write(png(64), "note.png")
    let icons = TypeIconFiles(in: path)
    let declared = """
      {"types": [{"identifier": "org.example.note", "extensions": ["examplenote"],
          "conformsTo": ["public.data"], "icons": ["note.png"]},
        {"identifier": "org.example.plain", "icons": []},
        {"identifier": "org.example.lost", "icons": ["lost.png"]}]}
      """
    let wanted = png(64)
    try await TestSite.run { client, test in
      #expect(try await client.ask(.post, "/api/v1/types", text: declared).status == .created)
      let document = try await client.upload("\0\u{1}\u{2} a note", named: "a.examplenote")
      var router = Router()
      let (workspace, cache) = (test.assembly.workspace, test.site.cache)
      TypeRoutes(workspace: workspace, cache: cache, icons: icons).add(to: &router)
      PageRoutes(workspace: workspace, cache: cache, icons: icons).add(to: &router)
      try await TestClient.run(HTTPApplication(router: router), .inProcess) { client in
        for query in ["", "?size=64", "?size=64&format=png"] {
          let answer = try await client.ask(.get, "/api/v1/types/org.example.note/icon\(query)")
          #expect(answer.headers[.contentType] == "image/png" && answer.body == wanted, "\(query)")
        }
        for (name, query) in [("note", "?format=svg"), ("plain", ""), ("lost", "")] {
          let answer = try await client.ask(.get, "/api/v1/types/org.example.\(name)/icon\(query)")
          #expect(answer.headers[.contentType]?.hasPrefix("image/svg+xml") == true, "\(name)")
        }
        let drawn = try await client.ask(.get, "/api/v1/types/org.example.plain/icon?size=64")
        #expect(drawn.headers[.contentType] == "image/png" && drawn.body != wanted)
        let id = try #require(document.id)
        let thumbnail = try await client.ask(.get, "/api/v1/documents/\(id)/thumbnail?size=64")
        #expect(thumbnail.headers[.contentType] == "image/png" && thumbnail.body == wanted)
      }
    }
  }

  @Test(
    "are names of PNG files and nothing that leads elsewhere",
    arguments: ["../a.png", "a/b.png", "a.svg", ".a.png", "", ".png"])
  func names(name: String) throws {
    let note = try type("org.example.note", icons: [name])
    let data = FileType(identifier: .data, name: "Data", conformsTo: [])
    #expect(throws: DocumentError.self) { try FileTypeRegistry(TypeDeclarations(types: [data, note])) }
  }
}
