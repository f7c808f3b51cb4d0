import DocumentModel
import Testing

@Suite("Which file a fingerprint is of")
struct IndexEntryFilesTests {
  @Test(
    "two are of one file when its number and the time at which it was made are the same",
    arguments: [
      ("1:7:3:4:5@9", "1:7:3:4:5@9", true, false), ("1:7:3:4:5@9", "2:7:8:6?:6@9", true, false),
      ("1:7:3:4:5@9", "1:7:3:4:5@8", false, true), ("1:7:3:4:5@9", "1:6:3:4:5@9", false, true),
      ("1:7:3:4:5", "1:7:3:4:5", false, false), ("1:7:3:4:5", "1:6:3:4:5@9", false, false),
      ("a file in memory", "a file in memory", false, false),
    ])
  func files(_ one: String, _ other: String, _ isSame: Bool, _ isOther: Bool) {
    #expect(IndexEntry.isSameFile(one, other) == isSame)
    #expect(IndexEntry.isSameFile(other, one) == isSame)
    #expect(IndexEntry.isOtherFile(one, other) == isOther)
  }
}
