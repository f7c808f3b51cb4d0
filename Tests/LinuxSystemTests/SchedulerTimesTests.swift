import Testing

@testable import LinuxSystem

@Suite("What the scheduler gave a process")
struct SchedulerTimesTests {
  @Test("is read as the kernel writes it, in nanoseconds")
  func reads() {
    let times = SchedulerTimes("555848349 2244054992 1021\n")
    #expect(times == SchedulerTimes(ran: .nanoseconds(555_848_349), waited: .nanoseconds(2_244_054_992)))
    #expect(SchedulerTimes("0 0 0\n") == SchedulerTimes(ran: .zero, waited: .zero))
  }

  @Test(
    "is not guessed",
    arguments: ["", "\n", "1 2", "1 2 3 4", "a b c", "1 x 3", "1 x 2 3", "99999999999999999999 1 2"])
  func refuses(text: String) {
    #expect(SchedulerTimes(text) == nil)
  }

  @Test("is there for this process just where the kernel tells it of a thread: whoever asks has run")
  func now() {
    let own = try? Directory(opening: "/proc/self").open("schedstat").read(256)
    let ofFirst = own.flatMap { SchedulerTimes(String(decoding: $0, as: UTF8.self)) }
    let times = SchedulerTimes.now()
    #expect((times != nil) == ((ofFirst?.ran ?? .zero) > .zero))
    if let times, let ofFirst { #expect(times.ran > .zero && times.ran >= ofFirst.ran) }
  }
}
