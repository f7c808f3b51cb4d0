import DocumentModel

/// Hears every event once and in order, however slowly it takes them.
///
/// It does not hear of events that cannot be told any more.
struct EventFollower: Sendable {
  let events: EventHub

  func run(listening: () -> Void = {}, _ body: (DocumentEvent) async -> Void) async {
    let feed = await events.listen()
    listening()
    for await message in feed {
      if case .event(let change) = message { await body(change) }
    }
  }
}
