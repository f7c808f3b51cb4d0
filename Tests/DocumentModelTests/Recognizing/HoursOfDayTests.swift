import DocumentModel
import Testing

@Suite("Hours of the day")
struct HoursOfDayTests {
  @Test(
    "are read with one digit or two, and written with two",
    arguments: [("22:00-06:00", "22:00-06:00"), ("6:05-7:00", "06:05-07:00"), ("0:00-0:00", "00:00-00:00")])
  func written(text: String, wanted: String) {
    #expect(HoursOfDay(text)?.description == wanted)
  }

  @Test(
    "are refused in any other form",
    arguments: [
      "", "22-6", "22:00", "24:00-6:00", "22:60-6:00", "22:00-6:0", "-1:00-6:00", "22:00-6:00-7:00",
      "２2:00-6:00",
      "+2:00-6:00", "122:00-6:00", "99999999999999999999:00-6:00",
    ])
  func refused(text: String) {
    #expect(HoursOfDay(text) == nil)
  }

  @Test("go over midnight, have their first minute and not their last, and are the whole day with equal ends")
  func contained() throws {
    let night = try #require(HoursOfDay("22:00-06:00"))
    let minutes = [21 * 60 + 59, 22 * 60, 0, 5 * 60 + 59, 6 * 60]
    #expect(minutes.map(night.contains(minute:)) == [false, true, true, true, false])
    let day = try #require(HoursOfDay("6:00-22:00"))
    #expect(minutes.map(day.contains(minute:)) == [true, false, false, false, true])
    let always = try #require(HoursOfDay("6:00-6:00"))
    #expect((0..<24 * 60).allSatisfy(always.contains(minute:)))
  }
}
