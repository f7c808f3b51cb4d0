import FoundationEssentials
import HTTPTypes
import Previews
import Testing

@testable import HTTPServer
@testable import WebApp

@Suite("The description of the API")
struct OpenAPITests {
  /// Routes outside the API: the app's own addresses, and routes that only refuse, in the form of IIIF or because an
  /// area is read-only.
  private static let notDescribed: Set<String> = Set(
    [
      "GET /", "GET /d/{}", "GET /settings", "GET /settings/{}", "GET /{}", "GET /api/{}",
      "GET /api/waiting/{}",
      "GET /iiif/3/{}/{}",
    ]
      + ["PUT", "POST", "PATCH", "DELETE"].flatMap { method in
        ["\(method) /api/v1/areas/{}", "\(method) /api/v1/areas/{}/files/{}"]
      })

  private struct Description: Decodable {
    /// The members of a path's description that are methods; the other members apply to all methods.
    static let methods: Set<String> = ["get", "put", "post", "delete", "patch", "head", "options", "trace"]

    struct Members: Decodable {
      let methods: [String]

      init(from decoder: any Decoder) throws {
        methods = try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue)
          .filter(Description.methods.contains)
      }
    }

    struct Key: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    let paths: [String: Members]
  }

  /// "GET /api/v1/documents/{}" for both spellings of an address; the names of parameters do not matter.
  private func line(_ method: String, _ path: String) -> String {
    let parts = path.split(separator: "/").map { part in
      part.hasPrefix(":") || part.hasPrefix("*") || part.contains("{") ? "{}" : String(part)
    }
    return "\(method.uppercased()) /\(parts.joined(separator: "/"))"
  }

  private func described() throws -> Set<String> {
    let json = try AppFiles(given: nil).read("openapi.json")
    let description = try JSONDecoder().decode(Description.self, from: Data(json))
    return Set(description.paths.flatMap { path, members in members.methods.map { line($0, path) } })
  }

  @Test("names every route with its method, and no other")
  func matches() async throws {
    let test = try await TestSite()
    await test.assembly.pool.stop()
    let routes = Set(
      try test.site.application().router.routes.map { line($0.method.rawValue, $0.pattern.text) })
    let described = try described()
    #expect(routes.subtracting(described).subtracting(Self.notDescribed).sorted() == [])
    #expect(described.subtracting(routes).sorted() == [])
    #expect(Self.notDescribed.isSubset(of: routes), "what is left out is there")
    #expect(described.count > 30)
  }
}
