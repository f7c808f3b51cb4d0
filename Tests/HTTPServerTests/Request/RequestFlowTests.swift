import Testing

@testable import HTTPServer

@Suite("The course of a request")
struct RequestFlowTests {
  private func begun(_ body: RequestFlow.Body, _ limit: Int = .max) -> RequestFlow {
    var flow = RequestFlow()
    _ = flow.begin(body, bodyLimit: limit)
    return flow
  }

  @Test("without a body waits for its answer and replies")
  func bodiless() {
    var flow = RequestFlow()
    #expect(flow.begin(.none, bodyLimit: 10) == .proceed)
    #expect(flow.call() == .park)
    #expect(flow.answer() == .unpark)
    #expect(flow.call() == .reply)
    #expect(flow.stage == .replied)
  }

  @Test("replies without parking when the answer is there first")
  func quick() {
    var flow = begun(.none, 10)
    #expect(flow.answer() == .leave)
    #expect(flow.call() == .reply)
  }

  @Test("holds a large body back until the handler reads")
  func held() {
    var flow = RequestFlow()
    #expect(flow.begin(.large, bodyLimit: 10) == .park)
    let resume = flow.wait()
    #expect(resume)
    #expect(flow.call() == .proceed)
    #expect(flow.offer(5) == .keep)
    #expect(flow.call() == .park)
  }

  @Test("refuses a held body at once, and drops it")
  func refused() {
    var flow = begun(.large, 10)
    #expect(flow.answer() == .unpark)
    #expect(flow.call() == .replyNow)
    #expect(flow.offer(5) == .discard)
    #expect(flow.call() == .breakOff, "the connection ends with an answer that the daemon knows nothing of")
  }

  @Test("refuses through the daemon a body that waits for an invitation")
  func refusedBeforeInvitation() {
    var flow = begun(.expected, 10)
    #expect(flow.answer() == .unpark)
    #expect(flow.call() == .reply)
  }

  @Test("replies in the middle of a large body")
  func answeredInTheMiddle() {
    var flow = begun(.large)
    _ = flow.wait()
    _ = flow.call()
    #expect(flow.offer(5) == .keep)
    #expect(flow.answer() == .replyNow)
    #expect(flow.offer(5) == .discard)
    #expect(flow.call() == .breakOff)
  }

  @Test("leaves the answer to the daemon's thread until the first bytes are there")
  func answeredBeforeFirstBytes() {
    var flow = begun(.expected)
    _ = flow.wait()
    _ = flow.call()
    #expect(flow.answer() == .leave)
    #expect(flow.offer(5) == .replyNow)
  }

  @Test("takes no other answer after the daemon refused to read on")
  func refusedByTheDaemon() {
    var flow = begun(.small)
    #expect(flow.offer(5) == .keep)
    let isFirst = flow.refuse()
    #expect(isFirst)
    #expect(flow.answer() == .leave)
    let isFirstAgain = flow.refuse()
    #expect(!isFirstAgain)
  }

  @Test("is not refused by the daemon after it was answered in its middle")
  func answeredBeforeRefusal() {
    var flow = begun(.large)
    _ = flow.answer()
    #expect(flow.call() == .replyNow)
    let isFirst = flow.refuse()
    #expect(!isFirst)
  }

  @Test("replies after the body when it could not in its middle")
  func couldNotReplyNow() {
    var flow = begun(.large)
    _ = flow.answer()
    #expect(flow.call() == .replyNow)
    flow.didNotReplyNow()
    #expect(flow.offer(5) == .discard)
    #expect(flow.call() == .reply)
  }

  @Test("makes the client wait while a megabyte is unread")
  func backPressure() {
    var flow = begun(.small)
    #expect(flow.offer(RequestFlow.highWater) == .keep)
    #expect(flow.offer(1) == .park)
    let resume = flow.take()
    #expect(resume)
    #expect(flow.offer(1) == .keep)
    let again = flow.take()
    #expect(!again, "a connection that is not parked is not resumed")
  }

  @Test("tells when a body outgrows its limit, and drops the rest")
  func tooLarge() {
    var flow = begun(.small, 10)
    #expect(flow.offer(10) == .keep)
    #expect(flow.offer(1) == .tooLarge)
    #expect(flow.offer(1) == .discard)
    _ = flow.answer()
    #expect(flow.call() == .reply)
  }

  @Test("drops what comes after the answer, up to a point")
  func answeredEarly() {
    var flow = begun(.small)
    _ = flow.answer()
    #expect(flow.offer(RequestFlow.discardLimit) == .discard)
    #expect(flow.offer(1) == .breakOff)
  }

  @Test("is answered while the released body has not begun")
  func answeredWhileReleased() {
    var flow = begun(.large)
    _ = flow.wait()
    _ = flow.answer()
    #expect(flow.call() == .reply, "the body was empty")
  }

  @Test("counts only the first answer")
  func twice() {
    var flow = begun(.none, 10)
    _ = flow.call()
    #expect(flow.answer() == .unpark)
    #expect(flow.answer() == .leave)
  }

  @Test("breaks off when the server stops, wherever it is", arguments: [true, false])
  func stopped(hold: Bool) {
    var flow = RequestFlow()
    _ = flow.begin(hold ? .large : .small, bodyLimit: 10)
    let resume = flow.stop()
    #expect(resume == hold)
    #expect(flow.offer(1) == .breakOff)
    #expect(flow.call() == .breakOff)
  }

  @Test("cannot be answered when it is over")
  func over() {
    var flow = begun(.none, 10)
    flow.end()
    #expect(flow.answer() == .leave)
  }
}
