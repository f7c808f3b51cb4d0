import Testing

@testable import Storage

@Suite("In which form contents are held")
struct HoldingRuleTests {
  private let rule = HoldingRule()
  private let gib: Int64 = 1 << 30

  @Test("short ones are copied whatever the disk has")
  func short() {
    #expect(rule.form(of: 64 << 10, free: 0, total: 100 * gib) == .copy)
    #expect(HoldingRule(longest: 0).form(of: 1, free: 0, total: gib) == .copy)
  }

  @Test("long ones are copied while a twelfth of the disk, and 2 GiB, stay free; half of a small disk")
  func long() {
    let bytes = HoldingRule.longestCopy
    #expect(rule.form(of: bytes, free: 2 * gib + bytes, total: 24 * gib) == .copy)
    #expect(rule.form(of: bytes, free: 2 * gib + bytes - 1, total: 24 * gib) == .either)
    #expect(rule.form(of: bytes, free: 100 * gib + bytes, total: 1200 * gib) == .copy)
    #expect(rule.form(of: bytes, free: 100 * gib + bytes - 1, total: 1200 * gib) == .either)
    #expect(rule.form(of: 1 << 20, free: gib / 2 + (1 << 20), total: gib) == .copy)
    #expect(rule.form(of: 1 << 20, free: gib / 2, total: gib) == .either)
  }

  @Test("copies are given back when half of that is left")
  func tight() {
    #expect(rule.form(of: 1 << 20, free: gib, total: 24 * gib) == .either)
    #expect(rule.form(of: 1 << 20, free: gib - 1, total: 24 * gib) == .name)
    #expect(rule.form(of: gib, free: gib - 1, total: 24 * gib) == .name)
  }

  @Test("what is longer than is wished is left as it is")
  func longest() {
    #expect(rule.form(of: HoldingRule.longestCopy + 1, free: 900 * gib, total: 1000 * gib) == .either)
    #expect(HoldingRule(longest: 0).form(of: 65 << 10, free: 900 * gib, total: 1000 * gib) == .either)
  }
}
