import DocumentModel
import Testing

@Suite struct `An event id` {
  @Test func `is written as number and epoch, and read back`() throws {
    let id = EventID(epoch: EventEpoch(), sequence: 41)
    #expect(EventID(id.description) == id)
    #expect(id.description.hasPrefix("41-"), "the number comes first, whatever the epoch")
    let longest = try #require(EventEpoch(String(repeating: "z", count: 32)))
    #expect(EventID("\(Int64.max)-\(longest)") == EventID(epoch: longest, sequence: .max))
  }

  @Test func `of an earlier release is a number`() {
    #expect(EventID("41") == EventID(epoch: nil, sequence: 41))
    #expect(EventID("0")?.description == "0")
  }

  @Test(arguments: [
    "", "-", "-a", "-1", "1-", "a-1", "1--a", "1-a-2", "+1-a", "+1", "1.5", "1-a b", "1-ä", "1-é",
    "\u{663}-a",
    "9223372036854775808", "9223372036854775808-a", "1-a_b", "1-\u{0}", "1-a ",
    "1-zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz",
  ])
  func `is nothing else`(_ text: String) {
    #expect(EventID(text) == nil)
  }

  @Test func `has an epoch that is another each time`() {
    #expect(Set((0..<1000).map { _ in EventEpoch() }).count == 1000)
    #expect((0..<100).allSatisfy { _ in EventEpoch(EventEpoch().description) != nil })
  }
}

@Suite struct `Behind an id` {
  let log = EventLogState(epoch: EventEpoch(), unmarked: 5, last: 9)

  private func obstacle(_ epoch: EventEpoch?, _ sequence: Int64) -> EventReset.Reason? {
    log.obstacle(to: EventID(epoch: epoch, sequence: sequence))
  }

  @Test func `of this index a listener can go on, up to the last event`() {
    #expect([0, 1, 9].allSatisfy { obstacle(log.epoch, $0) == nil })
    #expect(obstacle(log.epoch, 10) == .ahead && obstacle(log.epoch, .max) == .ahead)
  }

  @Test func `of another index no listener can`() {
    #expect([0, 1, 9, 10].allSatisfy { obstacle(EventEpoch(), $0) == .unknownEpoch })
  }

  @Test func `without an epoch a listener can as far as such ids were given out`() {
    #expect([0, 1, 5].allSatisfy { obstacle(nil, $0) == nil })
    #expect(obstacle(nil, 6) == .unknownEpoch && obstacle(nil, 10) == .unknownEpoch)
  }
}
