/// Values in the order in which they came, each of which can be taken out at any time.
///
/// A doubly linked list within an array: everything takes constant time, and places are used again.
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

  /// The value that came before all others.
  var first: Value? { head.flatMap { slots[$0].value } }

  /// All values, in order.
  var all: [Value] { Array(values) }

  /// The value that came before all others of its kind; takes time for each before it.
  func first(where isWanted: (Value) -> Bool) -> Value? { values.first(where: isWanted) }

  private var values: some Sequence<Value> {
    sequence(state: head) { place in
      guard let here = place else { return nil }
      defer { place = slots[here].after }
      return slots[here].value
    }
  }

  /// Puts a value at the end; the result is its place, for ``remove(_:)``.
  mutating func append(_ value: Value) -> Int {
    let slot = Slot(value: value, before: last, after: nil)
    let place = free.popLast() ?? slots.count
    if place == slots.count { slots.append(slot) } else { slots[place] = slot }
    if let last { slots[last].after = place } else { head = place }
    last = place
    return place
  }

  /// Takes a value out; its place may be another's afterwards.
  mutating func remove(_ place: Int) {
    let slot = slots[place]
    if let before = slot.before { slots[before].after = slot.after } else { head = slot.after }
    if let after = slot.after { slots[after].before = slot.before } else { last = slot.before }
    slots[place] = Slot()
    free.append(place)
  }
}
