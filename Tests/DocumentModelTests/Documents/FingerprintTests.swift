import DocumentModel
import Testing

@Suite("How a file looks from outside")
struct FingerprintTests {
  private func looks(_ text: String) throws -> Fingerprint { try #require(Fingerprint(text)) }

  @Test(
    "two are of one file when its number and the time at which it was made are the same",
    arguments: [
      ("1:7:3:4:5@9", "1:7:3:4:5@9", true, false), ("1:7:3:4:5@9", "2:7:8:6?:6@9", true, false),
      ("1:7:3:4:5@9", "1:7:3:4:5@8", false, true), ("1:7:3:4:5@9", "1:6:3:4:5@9", false, true),
      ("1:7:3:4:5", "1:7:3:4:5", false, false), ("1:7:3:4:5", "1:6:3:4:5@9", false, false),
    ])
  func files(_ one: String, _ other: String, _ isSame: Bool, _ isOther: Bool) throws {
    let (one, other) = (try looks(one), try looks(other))
    #expect(one.isSameFile(as: other) == isSame)
    #expect(other.isSameFile(as: one) == isSame)
    #expect(one.isOtherFile(than: other) == isOther)
  }

  @Test("a rename leaves the content what it was, and a later write may hide in one that is not settled")
  func contents() throws {
    let own = try looks("1:7:3:4:5@9")
    let (renamed, older) = (try looks("1:7:3:4:6@9"), try looks("1:7:3:4:5"))
    #expect(own.hasContent(of: renamed) && !own.isUnchanged(from: renamed))
    #expect(own.isUnchanged(from: older))
    for other in try ["2:7:3:4:5@9", "1:6:3:4:5@9", "1:7:2:4:5@9", "1:7:3:5:5@9"].map(looks) {
      #expect(!own.hasContent(of: other))
    }
    #expect(!own.unsettled.hasContent(of: own) && own.unsettled.isWritten(as: own))
  }

  @Test(
    "is read from its text as it was written",
    arguments: [
      "1:7:3:4:5@9", "1:7:3:4?:5@9", "1:7:-1:-4:5", "18446744073709551615:0:0:0?:-9223372036854775808",
    ])
  func text(_ text: String) throws {
    let looks = try looks(text)
    #expect(looks.description == text)
    #expect(text.hasPrefix(looks.filePrefix))
  }

  @Test(
    "is read from no other text",
    arguments: ["", "f", "1:2:3:4", "1:2:3:4:5:6", "1:2:3:?:5", "1:2:3:4:5@", "-1:2:3:4:5", "1:2:3:4:5@6@7"])
  func nonsense(_ text: String) {
    #expect(Fingerprint(text) == nil)
  }
}
