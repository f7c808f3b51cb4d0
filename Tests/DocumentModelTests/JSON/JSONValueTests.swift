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
    let value = try JSONValue(reading: Array(text.utf8))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(value), as: UTF8.self) == text)
  }

  @Test("whole numbers stay whole, and a bool is no number")
  func kinds() throws {
    let values = try JSONValue(reading: Array("[1, 1.5, true, 1e300, 2.0]".utf8))
    #expect(values == .array([.integer(1), .number(1.5), .bool(true), .number(1e300), .integer(2)]))
  }

  @Test("knows how deep it is")
  func depth() {
    #expect(JSONValue.integer(1).depth == 1)
    #expect(JSONValue.array([]).depth == 1)
    #expect(JSONValue.object(["a": .array([.null])]).depth == 3)
  }
}
