import DocumentModel
import Testing

@Suite("The language of a scan")
struct LanguageChoiceTests {
  private func languages(_ names: String...) -> [RecognitionLanguage] {
    names.compactMap { RecognitionLanguage($0) }
  }

  private func words(_ text: String) -> [RecognizedWord] {
    text.split(separator: " ").map {
      RecognizedWord(
        text: String($0), box: PageRectangle(x: 0, y: 0, width: 1, height: 1), confidence: 90, line: 1)
    }
  }

  @Test("is one of those that were chosen, in their order, as far as they are installed")
  func wished() {
    let installed = languages("deu", "eng", "fra")
    let choice = LanguageChoice(wished: languages("fra", "pol", "eng", "fra"), installed: installed)
    #expect(choice.languages == languages("fra", "eng"))
  }

  @Test("is first that of the app, then English, then any other that is installed")
  func installed() {
    let installed = languages("ces", "deu", "eng", "fra")
    #expect(
      LanguageChoice(wished: [], installed: installed, own: .german).languages
        == languages("deu", "eng", "ces", "fra"))
    #expect(
      LanguageChoice(wished: languages("pol"), installed: installed).languages
        == languages("eng", "ces", "deu", "fra"))
    #expect(LanguageChoice(wished: [], installed: []).first() == nil)
  }

  @Test("is of the script of the picture, and that of the page before where it can be")
  func script() {
    let choice = LanguageChoice(among: languages("eng", "rus", "ukr"))
    #expect(choice.needsScript && !LanguageChoice(among: languages("eng", "deu")).needsScript)
    #expect(choice.first()?.description == "eng")
    #expect(choice.first(script: "Cyrillic")?.description == "rus")
    #expect(choice.first(script: "Cyrillic", likely: languages("ukr")[0])?.description == "ukr")
    #expect(choice.first(script: "Thai")?.description == "eng")
    #expect(choice.first(likely: languages("fra")[0])?.description == "eng")
  }

  @Test("is another one where the words turn out to be of that, and it can be read")
  func better() {
    let choice = LanguageChoice(among: languages("eng", "deu"))
    let german = words("Das ist der Brief und die Rechnung von dem Museum, nicht mit der Post")
    let english = words("This is the letter and the bill of a museum that was not in the post")
    #expect(choice.better(than: languages("eng")[0], for: german)?.description == "deu")
    #expect(choice.better(than: languages("deu")[0], for: german) == nil)
    #expect(choice.better(than: languages("deu")[0], for: english)?.description == "eng")
    #expect(
      LanguageChoice(among: languages("eng", "fra")).better(than: languages("eng")[0], for: german) == nil)
    #expect(choice.better(than: languages("eng")[0], for: words("4711 0815")) == nil)
  }

  @Test(
    "is named as Tesseract's data is; other names are refused",
    arguments: [
      ("deu", true), ("chi_sim", true), ("Fraktur", true), ("osd", false), ("", false), ("a", false),
      ("../eng", false), ("deu+eng", false), ("-l", false), ("dé", false),
      (String(repeating: "a", count: 31), false),
    ])
  func names(text: String, isOne: Bool) {
    #expect((RecognitionLanguage(text) != nil) == isOne)
  }

  @Test("has a script, which is Latin where it is not known")
  func scripts() {
    let names = ["deu", "rus", "chi_sim", "chi_tra_vert", "ara", "xyz"]
    #expect(
      names.compactMap { RecognitionLanguage($0)?.script } == [
        "Latin", "Cyrillic", "Han", "Han", "Arabic", "Latin",
      ])
  }
}
