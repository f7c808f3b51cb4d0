/// Values in order of arrival, each of which can be removed at any time.
///
/// The type is a doubly linked list within an array: every call takes constant time, and slots are reused.
struct ArrivalOrder<Value> {
  private struct Slot {
    var value: Value?
    var before: Int?
    var after: Int?
  }

  private var slots: [Slot] = []
  private var free: [Int] = []
  private var last: Int?
  private var head: Int?

  var isEmpty: Bool { head == nil }

  var first: Value? { head.flatMap { slots[$0].value } }

  var all: [Value] { Array(values) }

  /// The earliest matching value; takes linear time.
  func first(where isWanted: (Value) -> Bool) -> Value? { values.first(where: isWanted) }

  private var values: some Sequence<Value> {
    sequence(state: head) { place in
      guard let here = place else { return nil }
      defer { place = slots[here].after }
      return slots[here].value
    }
  }

  /// Appends a value; returns its slot, for ``remove(_:)``.
  mutating func append(_ value: Value) -> Int {
    let slot = Slot(value: value, before: last, after: nil)
    let place = free.popLast() ?? slots.count
    if place == slots.count { slots.append(slot) } else { slots[place] = slot }
    if let last { slots[last].after = place } else { head = place }
    last = place
    return place
  }

  /// Removes a value; its slot may be reused.
  mutating func remove(_ place: Int) {
    let slot = slots[place]
    if let before = slot.before { slots[before].after = slot.after } else { head = slot.after }
    if let after = slot.after { slots[after].before = slot.before } else { last = slot.before }
    slots[place] = Slot()
    free.append(place)
  }
}
