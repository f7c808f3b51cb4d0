import DocumentModel
import Testing

@Suite("JSON from outside")
struct JSONReaderTests {
  private func read(_ text: String, _ limits: JSONLimits = JSONLimits()) throws(JSONFault) -> JSONValue {
    try JSONValue(reading: Array(text.utf8), limits: limits)
  }

  @Test(
    "is read as it is written",
    arguments: [
      (" [ ] ", JSONValue.array([])), ("\t{\n}\r", .object([:])), ("-0", .integer(0)),
      ("9223372036854775808", .number(0x1p63)), ("1E+2", .integer(100)), ("-1.25e-2", .number(-0.0125)),
      (#""\"\\\/\b\f\n\r\t\u00e9\uD83D\uDE00""#, .string("\"\\/\u{8}\u{C}\n\r\té😀")),
      (
        #"{"a":{"b":[null,true,false]},"":1}"#,
        .object(["a": .object(["b": .array([.null, .bool(true), .bool(false)])]), "": .integer(1)])
      ),
      ("\u{FEFF}1", .integer(1)), ("\"\u{0}\"".replacing("\u{0}", with: "\u{7F}"), .string("\u{7F}")),
    ])
  func reads(text: String, value: JSONValue) throws {
    #expect(try read(text) == value)
  }

  @Test(
    "is refused when it is none",
    arguments: [
      "", " ", "[", "{", "]", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "[1}", "{]", "{1:2}", #"{"a"}"#,
      #"{"a":}"#,
      #"{"a":1,}"#, #"{"a":1 "b":2}"#, "tru", "nulls", "True", "01", "+1", ".5", "1.", "1e", "-", "--1",
      "0x1",
      "NaN", "1 1", "\"", "\"a", "\"\n\"", #""\x""#, #""\u12""#, #""\u12G4""#, #""\"#, #""\uD83D""#,
      #""\uD83Dx""#, #""\uD83D\n""#, #""\uD83D\uD83D""#, #""\uDE00""#, "'a'", "[1]\u{FEFF}", "/* */1",
    ])
  func refuses(text: String) {
    do throws(JSONFault) {
      _ = try read(text)
      Issue.record("\(text) was read")
    } catch {
      if case .malformed = error { return }
      Issue.record("\(text): \(error)")
    }
  }

  @Test(
    "is refused when it is not UTF-8", arguments: [[0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xE2, 0x82]])
  func encoding(bytes: [UInt8]) {
    #expect(throws: JSONFault.malformed(at: 1 + bytes.count)) {
      try JSONValue(reading: [0x22] + bytes + [0x22])
    }
    #expect(throws: JSONFault.malformed(at: 0)) { try JSONValue(reading: [0xFF, 0xFE, 0x31, 0x00]) }
  }

  @Test("has bounds, and what is at them is read")
  func bounds() throws {
    let limits = JSONLimits(depth: 3, values: 6, numberBytes: 4, nameBytes: 2)
    let cases: [(String, String, JSONFault)] = [
      ("[[1]]", "[[[1]]]", .tooDeep(3)), (#"{"a":[1]}"#, #"{"a":[[1]]}"#, .tooDeep(3)),
      ("[1,2,3,4,5]", "[1,2,3,4,5,6]", .tooManyValues(6)), ("1234", "12345", .numberTooLarge(4)),
      ("1e9", "1e99999", .numberTooLarge(4)), (#"{"ab":1}"#, #"{"abc":1}"#, .nameTooLong(2)),
    ]
    for (good, bad, fault) in cases {
      #expect(throws: Never.self, "\(good)") { try read(good, limits) }
      #expect(throws: fault, "\(bad)") { try read(bad, limits) }
    }
    #expect(throws: JSONFault.numberTooLarge(128)) { try read("1e999") }
  }

  @Test("has no object with two members of one name, however that is spelt")
  func repeated() throws {
    for text in [#"{"a":1,"a":1}"#, #"{"a":1,"\u0061":2}"#, #"{"é":1,"e\u0301":2}"#] {
      #expect(throws: JSONFault.self, "\(text)") { try read(text) }
    }
    #expect(
      try read(#"[{"a":1},{"a":1}]"#) == .array([.object(["a": .integer(1)]), .object(["a": .integer(1)])]))
  }

  @Test("has no heaps of combining marks, which cannot be compared in time")
  func marks() throws {
    let heap = "e" + String(repeating: "\u{301}\u{316}", count: 64)
    #expect(try read("\"\(heap)e\(heap)\"") == .string("\(heap)e\(heap)"))
    #expect(throws: JSONFault.tooManyMarks(128, at: 261)) { try read("\"\(heap)\u{301}\"") }
    #expect(throws: JSONFault.self) { try read("\"e" + String(repeating: "\\u0301", count: 129) + "\"") }
  }

  @Test("says why it is refused, and repeats nothing of it")
  func faults() {
    let secret = "s3cret"
    for text in [secret, "\"\(secret)", "{\"\(secret)\":1,\"\(secret)\":2}", "[\"\(secret)\",1e999]"] {
      do throws(JSONFault) {
        _ = try read(text)
        Issue.record("\(text) was read")
      } catch {
        #expect(!"\(error)".contains("s3c") && "\(error)".count > 10)
      }
    }
  }
}
