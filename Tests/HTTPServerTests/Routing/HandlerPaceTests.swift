import Testing

@testable import HTTPServer

@Suite("The pace of a route")
struct HandlerPaceTests {
  static let tooLong = HandlerPace.patience + .nanoseconds(1)

  @Test("lets handlers begin at once for as long as they are quick")
  func quick() {
    let pace = HandlerPace()
    for _ in 0..<3 {
      #expect(pace.mayBeginAtOnce())
      pace.began(taking: HandlerPace.patience)
    }
  }

  @Test("forgives a slow one now and then")
  func unlucky() {
    let pace = HandlerPace()
    for _ in 0..<3 {
      pace.began(taking: Self.tooLong)
      let answers = (0..<HandlerPace.memory).map { _ in pace.mayBeginAtOnce() }
      #expect(answers.allSatisfy { $0 })
    }
  }

  @Test("sends handlers elsewhere after slow ones close together, and tries again later")
  func slow() {
    let pace = HandlerPace()
    pace.began(taking: Self.tooLong)
    for _ in 0..<3 {
      #expect(pace.mayBeginAtOnce())
      pace.began(taking: Self.tooLong)
      let answers = (0..<HandlerPace.memory).map { _ in pace.mayBeginAtOnce() }
      #expect(answers.allSatisfy { !$0 })
    }
  }
}
