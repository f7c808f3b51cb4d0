/// A trie of path segments: a look-up takes time by the number of segments, not of routes.
///
/// A literal segment is tried before a parameter, and a parameter before the rest; a dead end backtracks.
struct RouteTrie<Value: Sendable>: Sendable {
  private struct Node: Sendable {
    var literals: [String: Int] = [:]
    var parameter: Int?
    var rest: Value?
    var value: Value?
  }

  // Nodes refer to each other by index, so the tree is a plain value.
  private var nodes = [Node()]

  /// The value at a pattern, inserted on require.
  subscript(pattern: RoutePattern, default empty: @autoclosure () -> Value) -> Value {
    mutating get {
      let (node, isRest) = insert(pattern)
      return (isRest ? nodes[node].rest : nodes[node].value) ?? empty()
    }
    set {
      let (node, isRest) = insert(pattern)
      if isRest { nodes[node].rest = newValue } else { nodes[node].value = newValue }
    }
  }

  /// The value for a path and its captured parameters, in order.
  func find(_ segments: [String]) -> (value: Value, captured: [String])? {
    var captured: [String] = []
    return find(segments[...], from: 0, &captured).map { ($0, captured) }
  }

  private func find(_ rest: ArraySlice<String>, from index: Int, _ captured: inout [String]) -> Value? {
    let node = nodes[index]
    guard let segment = rest.first else {
      if let value = node.value { return value }
      return capture("", node.rest, &captured)
    }
    if let next = node.literals[segment], let found = find(rest.dropFirst(), from: next, &captured) {
      return found
    }
    if let next = node.parameter, !segment.isEmpty {
      captured.append(segment)
      if let found = find(rest.dropFirst(), from: next, &captured) { return found }
      captured.removeLast()
    }
    return capture(rest.joined(separator: "/"), node.rest, &captured)
  }

  private func capture(_ text: String, _ value: Value?, _ captured: inout [String]) -> Value? {
    guard let value else { return nil }
    captured.append(text)
    return value
  }

  private mutating func insert(_ pattern: RoutePattern) -> (node: Int, isRest: Bool) {
    var index = 0
    for part in pattern.parts {
      switch part {
      case .literal(let text): index = child(of: index, at: \.literals[text])
      case .parameter: index = child(of: index, at: \.parameter)
      case .rest: return (index, true)
      }
    }
    return (index, false)
  }

  private mutating func child(of index: Int, at place: WritableKeyPath<Node, Int?>) -> Int {
    if let child = nodes[index][keyPath: place] { return child }
    nodes.append(Node())
    nodes[index][keyPath: place] = nodes.count - 1
    return nodes.count - 1
  }
}
