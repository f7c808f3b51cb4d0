import DocumentModel

/// Hears every event once and in order, however slowly it takes them.
///
/// What cannot be told any more it does not hear of.
struct EventFollower: Sendable {
  let events: EventHub

  /// Gives `body` what comes from now on, one after the other, until the task is cancelled.
  ///
  /// `listening` is called when nothing that happens afterwards can be missed any more.
  func run(listening: () -> Void = {}, _ body: (DocumentEvent) async -> Void) async {
    let feed = await events.listen()
    listening()
    for await message in feed {
      if case .event(let change) = message { await body(change) }
    }
  }
}
