import Testing

@testable import DocumentModel

@Suite("The likeness of two texts")
struct TextLikenessTests {
  private func words(_ text: String) -> [String] { SearchWords.split(text).map(\.exact) }

  private func relation(
    _ other: [String], to given: [String], _ age: TextLikeness.Age = .same, isWhole: Bool = true
  ) -> TextLikeness.Relation? {
    let (other, given) = (TextSketch(pages: [other]), TextSketch(pages: [given]))
    return TextLikeness(of: other, to: given, age: age, isWhole: isWhole)?.relation
  }

  /// A text with every n-th word read wrongly.
  private func misread(_ words: [String], every step: Int) -> [String] {
    words.enumerated().map { $0 % step == step - 1 ? "\($1)q" : $1 }
  }

  @Test("is near for the same words, and for those of another scan with some errors")
  func nearlySame() {
    var drawn = DrawnWords(1)
    let text = drawn.words(600)
    #expect(relation(text, to: text) == .nearlySame)
    #expect(relation(misread(text, every: 60), to: text) == .nearlySame)
  }

  @Test("is that of an earlier form for most words of a longer text, by time or else by length")
  func forms() {
    var drawn = DrawnWords(2)
    let draft = drawn.words(400)
    let final = Array(draft[..<250]) + drawn.words(220) + draft[250...]
    #expect(relation(draft, to: final, .older) == .earlier && relation(final, to: draft, .newer) == .later)
    #expect(relation(draft, to: final) == .earlier && relation(final, to: draft) == .later)
    // A text that was shortened is the later form by its time.
    #expect(relation(draft, to: final, .newer) == .later && relation(final, to: draft, .older) == .earlier)
    #expect(relation(draft, to: final, .older, isWhole: false) == .alike)
  }

  @Test("is a passing one for letters of one form", arguments: [120, 200, 280])
  func letters(common: Int) throws {
    var drawn = DrawnWords(UInt64(common))
    let form = drawn.words(common)
    let (one, other) = (form + drawn.words(160), form + drawn.words(160))
    #expect([.alike, nil].contains(relation(other, to: one, .older)))
  }

  @Test("is a passing one for bills whose words are the same and whose numbers are not")
  func bills() {
    var drawn = DrawnWords(9)
    // Words without digits.
    let form = drawn.words(200).map { word in word.filter { !$0.isNumber } }
    func bill(_ numbers: [String]) -> [String] { form + ["account", "4711", "0815"] + numbers }
    let (march, april) = (bill(["2024", "03", "117", "89", "90"]), bill(["2024", "04", "118", "91", "15"]))
    #expect(relation(april, to: march, .newer) == .alike)
    #expect(relation(march, to: march) == .nearlySame)
  }

  @Test("is none for texts of few words, of no words, and of other words")
  func unlike() {
    var drawn = DrawnWords(4)
    let note = words("Please call back tomorrow before noon, thank you very much.")
    #expect(relation(note, to: note) == nil && relation([], to: []) == nil)
    #expect(relation(drawn.words(300), to: drawn.words(300)) == nil)
    #expect(relation(note, to: drawn.words(300)) == nil)
  }
}
