import DocumentModel
import Logging

/// Hears every event once and in order, however slowly it takes them.
///
/// Let go of by an ``EventHub`` that it could not keep up with, it goes on behind the last one that it heard. What cannot be
/// told any more it does not hear of.
struct EventFollower: Sendable {
  let events: EventHub
  let log: Logger

  /// How long it waits when events cannot be read.
  private static let pause = Duration.seconds(1)

  /// Gives `body` what comes from now on, one after the other, until the task is cancelled.
  ///
  /// `listening` is called when nothing that happens afterwards can be missed any more.
  func run(listening: () -> Void = {}, _ body: (DocumentEvent) async -> Void) async {
    var last = await events.lastID
    listening()
    while !Task.isCancelled {
      guard let listening = try? await events.listen(after: last) else {
        log.error("changes cannot be followed")
        // A sleep that is cancelled ends the loop.
        try? await Task.sleep(for: Self.pause)
        continue
      }
      if let reset = listening.reset { last = reset.id }
      for await message in listening.messages {
        if case .event(let change) = message { await body(change) }
        last = EventID(epoch: last.epoch, sequence: message.sequence)
      }
    }
  }
}
