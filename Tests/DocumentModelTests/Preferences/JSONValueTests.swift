import DocumentModel
import FoundationEssentials
import Testing

@Suite("A value of JSON")
struct JSONValueTests {
  @Test(
    "comes back as it went",
    arguments: [
      "null", "true", "7", "-9223372036854775808", "1.5", "\"a\"", "[1,[true],{}]", #"{"a":{"b":null}}"#,
    ])
  func roundTrip(text: String) throws {
    let value = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(value), as: UTF8.self) == text)
  }

  @Test("whole numbers stay whole, and a bool is no number")
  func kinds() throws {
    let values = try JSONDecoder().decode([JSONValue].self, from: Data("[1, 1.5, true, 1e300]".utf8))
    #expect(values == [.integer(1), .number(1.5), .bool(true), .number(1e300)])
  }

  @Test("knows how deep it is")
  func depth() {
    #expect(JSONValue.integer(1).depth == 1)
    #expect(JSONValue.array([]).depth == 1)
    #expect(JSONValue.object(["a": .array([.null])]).depth == 3)
  }
}
