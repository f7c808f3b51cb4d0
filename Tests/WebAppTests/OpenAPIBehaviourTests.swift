import FoundationEssentials
import HTTPServer
import HTTPTypes
import Testing

@testable import WebApp

@Suite("Operations in the description of the API")
struct OpenAPIBehaviourTests {
  private struct Description: Decodable {
    let paths: [String: PathItem]
  }

  private struct PathItem: Decodable {
    let parameters: [Parameter]?
    let get: Operation?
    let put: Operation?
    let post: Operation?
    let delete: Operation?
    let patch: Operation?
  }

  private struct Operation: Decodable {
    struct DescribedResponse: Decodable {}

    let parameters: [Parameter]?
    let responses: [String: DescribedResponse]
  }

  private struct Parameter: Decodable {
    struct Schema: Decodable {
      let type: String?
      let minimum: Double?
      let maximum: Double?
      let `enum`: [String]?
    }

    let name: String
    let `in`: String
    let required: Bool?
    let schema: Schema

    var forbidden: [String] {
      let beyond = [schema.minimum.map { $0 - 1 }, schema.maximum.map { $0 + 1 }]
        .compactMap(\.self).map { $0 == $0.rounded() ? "\(Int($0))" : "\($0)" }
      switch schema.type {
      case "integer": return ["nonsense", "1.5"] + beyond
      case "number": return ["nonsense"] + beyond
      case "boolean": return ["nonsense"]
      default: return schema.enum == nil ? [] : ["nonsense"]
      }
    }
  }

  private struct Described {
    let method: HTTPRequest.Method
    let path: String
    let parameters: [Parameter]
    let answers: Set<String>

    var title: String { "\(method.rawValue) \(path)" }

    /// The names in braces in its address.
    var names: [String] {
      path.split(separator: "{").dropFirst().map { String($0.prefix { $0 != "}" }) }
    }

    /// Its address, with `x` for each name that `parts` lacks.
    func address(_ parts: [String: String] = [:]) -> String {
      names.reduce(path) { address, name in address.replacing("{\(name)}", with: parts[name] ?? "x") }
    }
  }

  private func operations() throws -> [Described] {
    let json = try AppFiles(given: nil).read("openapi.json")
    let paths = try JSONDecoder().decode(Description.self, from: Data(json)).paths
    return paths.flatMap { path, item in
      let all: [(HTTPRequest.Method, Operation?)] = [
        (.get, item.get), (.put, item.put), (.post, item.post), (.delete, item.delete), (.patch, item.patch),
      ]
      return all.compactMap { method, operation in
        operation.map {
          Described(
            method: method, path: path, parameters: (item.parameters ?? []) + ($0.parameters ?? []),
            answers: Set($0.responses.keys))
        }
      }
    }
  }

  @Test("names the parts of each address, an answer when all is well, and that there are refusals")
  func complete() throws {
    let operations = try operations()
    #expect(operations.count > 60)
    for operation in operations {
      let parts = operation.parameters.filter { $0.in == "path" }
      #expect(parts.map(\.name).sorted() == operation.names.sorted(), "\(operation.title)")
      #expect(parts.allSatisfy { $0.required == true }, "\(operation.title)")
      #expect(operation.answers.contains { $0.hasPrefix("2") || $0.hasPrefix("3") }, "\(operation.title)")
      // Ranges without `default`, which some generators take for every unparsable response.
      #expect(operation.answers.isSuperset(of: ["4XX", "5XX"]), "\(operation.title)")
      #expect(!operation.answers.contains("default"), "\(operation.title)")
    }
  }

  @Test("says 401 of those that want a sign-in, and of no other")
  func signIn() async throws {
    let operations = try operations()
    try await TestSite.run(requiresSignIn: true) { client, _ in
      for operation in operations {
        let answer = try await client.ask(operation.method, operation.address())
        let isRefused = answer.status == .unauthorized
        #expect(isRefused == operation.answers.contains("401"), "\(operation.title): \(answer.status)")
      }
    }
  }

  /// Values for the names in addresses; a session needs no real id, because it is looked up later.
  private func parts(_ document: String) -> [String: String] {
    [
      "id": document, "session": document, "number": "1", "page": "1", "type": "com.adobe.pdf",
      "area": "Samples", "path": "Reading%20list.md", "client": "somebody",
    ]
  }

  @Test("forbids of the parameters in a query what is refused with 400, and says so")
  func parameters() async throws {
    let operations = try operations()
    try await TestSite.run { client, _ in
      let parts = parts(try await client.upload().id ?? "")
      var count = 0
      for operation in operations {
        for parameter in operation.parameters where parameter.in == "query" {
          for value in parameter.forbidden {
            let target = "\(operation.address(parts))?\(parameter.name)=\(value)"
            let answer = try await client.ask(operation.method, target)
            #expect(answer.code == "invalid-parameter", "\(operation.title) \(parameter.name)=\(value)")
            #expect(operation.answers.contains("\(answer.status.code)"), "\(operation.title)")
            count += 1
          }
        }
      }
      #expect(count >= 90)
    }
  }
}
