/// The conformances of types, computed once; every query is a look-up.
struct ConformanceGraph: Sendable {
  /// For each declared type, everything it conforms to with the number of steps; itself at 0.
  private let distances: [TypeIdentifier: [TypeIdentifier: Int]]
  /// For each declared type, everything that conforms to it, itself included.
  private let descendants: [TypeIdentifier: Set<TypeIdentifier>]

  /// The graph of `types`, whose parents are all declared.
  ///
  /// Throws `DocumentError` with code `.invalidParameter` when a type conforms to itself through other types.
  init(_ types: [TypeIdentifier: FileType]) throws(DocumentError) {
    var distances: [TypeIdentifier: [TypeIdentifier: Int]] = [:]
    var descendants: [TypeIdentifier: Set<TypeIdentifier>] = [:]
    for identifier in types.keys.sorted() {
      let ancestors = Self.ancestors(of: identifier, in: types)
      let parents = types[identifier]?.conformsTo ?? []
      if let parent = parents.first(where: { Self.ancestors(of: $0, in: types)[identifier] != nil }) {
        throw DocumentError(.invalidParameter, "\(identifier) conforms to itself through \(parent)")
      }
      distances[identifier] = ancestors
      for ancestor in ancestors.keys { descendants[ancestor, default: []].insert(identifier) }
    }
    self.distances = distances
    self.descendants = descendants
  }

  /// Steps from a type to one that it conforms to; nil for no conformance or an undeclared type.
  func distance(from type: TypeIdentifier, to other: TypeIdentifier) -> Int? {
    distances[type]?[other]
  }

  func ancestors(of type: TypeIdentifier) -> [TypeIdentifier: Int] {
    distances[type] ?? [:]
  }

  func descendants(of type: TypeIdentifier) -> Set<TypeIdentifier> {
    descendants[type] ?? []
  }

  /// Searches breadth first, so that the shortest way counts.
  private static func ancestors(
    of type: TypeIdentifier, in types: [TypeIdentifier: FileType]
  ) -> [TypeIdentifier: Int] {
    var distances = [type: 0]
    var layer = [type]
    var steps = 0
    while !layer.isEmpty {
      steps += 1
      layer = layer.flatMap { types[$0]?.conformsTo ?? [] }.filter { distances[$0] == nil }
      for parent in layer { distances[parent] = steps }
    }
    return distances
  }
}
