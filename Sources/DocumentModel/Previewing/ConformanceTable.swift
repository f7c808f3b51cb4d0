/// Values attached to types and inherited by conforming types; the nearest type counts.
struct ConformanceTable<Value: CaseIterable & Hashable & Sendable>: Sendable {
  private let values: [TypeIdentifier: [Value]]

  init(_ rows: [Value: [TypeIdentifier]]) {
    var values: [TypeIdentifier: [Value]] = [:]
    for value in Value.allCases {
      for type in rows[value] ?? [] { values[type, default: []].append(value) }
    }
    self.values = values
  }

  /// The value of the nearest ancestor; at equal distance the first of `allCases`.
  func value(ancestors: [TypeIdentifier: Int]) -> Value? { nearest(ancestors: ancestors)?.value }

  /// The same with the steps to that ancestor.
  func nearest(ancestors: [TypeIdentifier: Int]) -> (steps: Int, value: Value)? {
    var best: (steps: Int, value: Value)?
    for (type, steps) in ancestors {
      for value in values[type] ?? [] where Self.precedes((steps, value), best) { best = (steps, value) }
    }
    return best
  }

  private static func precedes(_ one: (steps: Int, value: Value), _ other: (steps: Int, value: Value)?)
    -> Bool
  {
    guard let other else { return true }
    if one.steps != other.steps { return one.steps < other.steps }
    return Value.allCases.first { $0 == one.value || $0 == other.value } == one.value
      && one.value != other.value
  }
}
