import DocumentModel
import Foundation
import Testing

typealias ArrivalCheck = PortCheck<any ArrivalStore>

extension ArrivalCheck {
  private static func arrival(_ number: Int64, in folder: String = "In/ü") throws -> Arrival {
    Arrival(DocumentID(), in: try FolderPath(parsing: folder), sequence: number)
  }

  private static func position(_ number: Int64) -> EventID {
    EventID(epoch: EventEpoch("e"), sequence: number)
  }

  static var all: [ArrivalCheck] {
    [
      ArrivalCheck("arrivals come back as they were noted, the last ones first, with the position") { store in
        #expect(try await store.arrivalPosition() == nil)
        let arrivals = try [arrival(1), arrival(2, in: ""), arrival(3)]
        try await store.note(arrivals, upTo: position(9))
        #expect(try await store.arrivalPosition() == position(9))
        #expect(try await store.arrivals(judged: false, before: .max, limit: 9) == arrivals.reversed())
        #expect(try await store.arrivals(judged: false, before: 3, limit: 1) == [arrivals[1]])
        #expect(try await store.arrivals(judged: true, before: .max, limit: 9).isEmpty)
        #expect(try await store.arrivals(judged: false, before: .max, limit: -1).isEmpty)
        try await store.note([], upTo: position(12))
        #expect(try await store.arrivalPosition() == position(12))
      },
      ArrivalCheck("one that is there stays as it is when it is noted again") { store in
        var first = try arrival(1)
        try await store.note([first], upTo: position(1))
        (first.isJudged, first.rules) = (true, [RuleID(), RuleID()])
        try await store.keepJudged([first])
        try await store.note([Arrival(first.document, in: .top, sequence: 8)], upTo: position(8))
        #expect(try await store.arrivals(judged: true, before: .max, limit: 9) == [first])
        #expect(try await store.arrivals(judged: false, before: .max, limit: 9).isEmpty)
      },
      ArrivalCheck("they are forgotten, once and for all") { store in
        let (one, other) = (try arrival(1), try arrival(2))
        try await store.note([one, other], upTo: position(2))
        try await store.forgetArrivals(of: [one.document])
        try await store.forgetArrivals(of: [one.document])
        try await store.keepJudged([one])
        #expect(try await store.arrivals(judged: false, before: .max, limit: 9) == [other])
        #expect(try await store.arrivals(judged: true, before: .max, limit: 9).isEmpty)
      },
    ]
  }
}
