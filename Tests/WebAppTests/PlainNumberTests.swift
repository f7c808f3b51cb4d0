import Testing

@testable import WebApp

@Suite("Numbers in addresses")
struct PlainNumberTests {
  @Test("digits are a whole number", arguments: [("0", 0), ("1", 1), ("42", 42)])
  func whole(text: String, value: Int) {
    #expect(PlainNumber.whole(text) == value)
  }

  @Test(
    "another way to write a whole number is none",
    arguments: ["", "+1", "-1", "01", "1.0", "1e3", "0x10", " 1", "１", "99999999999999999999"])
  func notWhole(text: String) {
    #expect(PlainNumber.whole(text) == nil)
  }

  @Test(
    "digits and a point are a number",
    arguments: [("2", 2.0), ("0.5", 0.5), (".5", 0.5), ("5.", 5), ("007.50", 7.5)])
  func decimal(text: String, value: Double) {
    #expect(PlainNumber.decimal(text) == value)
  }

  @Test(
    "signs, exponents, hexadecimal and infinities are no numbers",
    arguments: ["", ".", "-1", "+1", "1e3", "0x1p3", "inf", "nan", "1.2.3", "1,5", "٣"])
  func notDecimal(text: String) {
    #expect(PlainNumber.decimal(text) == nil)
  }

  @Test("decimal digits without end are no number")
  func endless() {
    #expect(PlainNumber.decimal(String(repeating: "9", count: 400)) == nil)
  }

  @Test("a page has one number and one way to write it", arguments: ["+1", "01", "-1", "1.0"])
  func pages(text: String) {
    #expect(PageNumber(text) == nil)
    #expect(PageNumber("12")?.value == 12)
  }
}
