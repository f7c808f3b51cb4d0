import GRDB
import Testing

@testable import Storage

@Suite("SQLite's answers to the question whether a database is whole")
struct CheckResultTests {
  @Test("is nothing wrong")
  func whole() throws {
    #expect(try CheckResult("ok").damage() == nil)
  }

  @Test(
    "is damage, by its first line that says what",
    arguments: [
      (
        "*** in database main ***\nTree 5 page 7 cell 0: Rowid 3 out of order",
        "Tree 5 page 7 cell 0: Rowid 3 out of order"
      ),
      (
        "*** in database main ***\nTree 5 page 7: btreeInitPage() returns error code 11\nx",
        "Tree 5 page 7: btreeInitPage() returns error code 11"
      ),
      (
        "*** in database main ***\nPage 9: unable to get the page. error code=522",
        "Page 9: unable to get the page. error code=522"
      ),
      ("NULL value in document.name", "NULL value in document.name"),
      ("*** in database main ***", "*** in database main ***"),
      ("a name with error code and nothing", "a name with error code and nothing"),
    ])
  func damaged(answer: String, damage: String) throws {
    #expect(try CheckResult(answer).damage() == damage)
  }

  @Test("is an error of the disk where pages could not be read", arguments: [266, 10, 3082, 7, 14])
  func unread(code: Int) {
    for text in [
      "Page 9: unable to get the page. error code=\(code)",
      "Page 9: btreeInitPage() returns error code \(code)",
    ] {
      #expect(throws: DatabaseError.self) {
        try CheckResult("*** in database main ***\nTree 2 page 3: error code 11\n\(text)").damage()
      }
    }
  }

  @Test("is damage when there is none")
  func none() throws {
    #expect(try CheckResult(nil).damage() == "no answer")
  }
}
