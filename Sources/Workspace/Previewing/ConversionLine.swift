import DocumentModel

/// The conversions of one kind that wait: the most urgent goes first, and of equals the oldest.
///
/// A value without clock or tasks; `enter` and `leave` say which conversion begins.
struct ConversionLine<Key: Hashable & Sendable>: Sendable {
  private struct Waiting {
    let key: Key
    var priority: RenderPriority
  }

  /// The conversions that may run at once.
  private let width: Int
  private var running = 0
  private var waiting: [Waiting] = []

  /// An empty line for `width` conversions at once.
  init(width: Int) {
    self.width = max(1, width)
  }

  /// Adds a conversion; returns whether it begins at once.
  mutating func enter(_ key: Key, _ priority: RenderPriority) -> Bool {
    guard running == width else {
      running += 1
      return true
    }
    waiting.append(Waiting(key: key, priority: priority))
    return false
  }

  /// Makes a waiting conversion at least so urgent.
  mutating func raise(_ key: Key, to priority: RenderPriority) {
    guard let place = waiting.firstIndex(where: { $0.key == key }) else { return }
    waiting[place].priority = max(waiting[place].priority, priority)
  }

  /// Notes the end of a conversion that had begun; returns the one that begins in its place.
  mutating func leave() -> Key? {
    guard let priority = waiting.map(\.priority).max(),
      let place = waiting.firstIndex(where: { $0.priority == priority })
    else {
      running -= 1
      return nil
    }
    return waiting.remove(at: place).key
  }

  /// Takes a waiting conversion out; returns whether it was there.
  mutating func giveUp(_ key: Key) -> Bool {
    guard let place = waiting.firstIndex(where: { $0.key == key }) else { return false }
    waiting.remove(at: place)
    return true
  }
}
