import DocumentModel
import Testing

struct HostileBoard: Sendable, CustomTestStringConvertible {
  let name: String
  let text: String
  let refusal: DocumentError.Code

  var testDescription: String { name }

  private static let head = #"{"format":"org.sheaf.board","#

  private static func list(_ member: String, _ entry: String, _ count: Int) -> String {
    "\"\(member)\":[" + Array(repeating: entry, count: count).joined(separator: ",") + "]"
  }

  static let all = [
    HostileBoard(name: "no JSON", text: "no JSON at all", refusal: .damaged),
    HostileBoard(
      name: "not a number", text: head + #""cards":[{"document":"x","x":NaN}]}"#, refusal: .damaged),
    HostileBoard(name: "another format", text: #"{"format":"x"}"#, refusal: .damaged),
    HostileBoard(name: "a list", text: "[]", refusal: .damaged),
    HostileBoard(name: "a number", text: "7", refusal: .damaged),
    HostileBoard(name: "a string", text: #""org.sheaf.board""#, refusal: .damaged),
    HostileBoard(name: "half of it", text: head, refusal: .damaged),
    HostileBoard(name: "control characters", text: "\u{0}\u{1}\u{2}", refusal: .damaged),
    HostileBoard(
      name: "a deep nest", text: String(repeating: "[", count: 1_000_000), refusal: .damaged),
    HostileBoard(
      name: "deep members", text: head + #""a":"# + String(repeating: #"{"a":"#, count: 100_000),
      refusal: .damaged),
    HostileBoard(
      name: "a million strokes", text: head + list("strokes", #"{"points":[]}"#, 1_000_000) + "}",
      refusal: .documentTooLarge),
    HostileBoard(
      name: "a million points",
      text: head + "\"strokes\":[{" + list("points", "[1,2,0.5]", 1_000_000) + "}]}",
      refusal: .documentTooLarge),
    HostileBoard(
      name: "five million cards", text: head + list("cards", "[]", 5_000_000) + "}",
      refusal: .documentTooLarge),
    HostileBoard(
      name: "too many bytes", text: String(repeating: " ", count: (16 << 20) + 1),
      refusal: .documentTooLarge),
  ]
}
