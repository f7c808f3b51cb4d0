extension FileTypeRegistry {
  /// Whether `type` is `other` or conforms to it over any number of steps.
  ///
  /// A dynamic identifier conforms to `public.data`, one of a media type such as `image/…` also to `public.image`.
  /// An undeclared identifier conforms to itself and to `public.data`.
  public func conforms(_ type: TypeIdentifier, to other: TypeIdentifier) -> Bool {
    distance(from: type, to: other) != nil
  }

  /// Steps from `type` to `other` along the shortest way: 0 for itself, nil when it does not conform to it.
  public func distance(from type: TypeIdentifier, to other: TypeIdentifier) -> Int? {
    if let steps = graph.distance(from: type, to: other) { return steps }
    if index.types[type] != nil { return nil }
    return ancestors(of: type)[other]
  }

  /// Every declared type that is `type` or conforms to it over any number of steps.
  public func conforming(to type: TypeIdentifier) -> Set<TypeIdentifier> {
    let declared = graph.descendants(of: type)
    return declared.isEmpty ? [type] : declared
  }

  /// The types in a list of documents "of type `type`"; nil, no filter at all, for `public.data` and `public.item`.
  ///
  /// Documents identified before a user declared their type still carry the dynamic identifier of its tags. The set
  /// includes these identifiers.
  public func listFilter(for type: TypeIdentifier) -> Set<TypeIdentifier>? {
    if conforms(.data, to: type) { return nil }
    var types = conforming(to: type)
    for user in userDeclarations.types where types.contains(user.identifier) {
      types.formUnion(user.extensions.compactMap { TypeIdentifier(dynamic: .fileExtension($0)) })
      types.formUnion(user.mediaTypes.compactMap { TypeIdentifier(dynamic: .mediaType($0)) })
    }
    return types
  }

  /// Everything that `type` conforms to with the number of steps, itself at 0; also for undeclared identifiers.
  func ancestors(of type: TypeIdentifier) -> [TypeIdentifier: Int] {
    let declared = graph.ancestors(of: type)
    if !declared.isEmpty { return declared }
    var ancestors = [type: 0]
    for parent in parents(ofUndeclared: type) {
      for (ancestor, steps) in graph.ancestors(of: parent) {
        ancestors[ancestor] = min(ancestors[ancestor] ?? .max, steps + 1)
      }
    }
    return ancestors
  }

  private func parents(ofUndeclared identifier: TypeIdentifier) -> [TypeIdentifier] {
    guard let stand = type(identifier) else { return [.data] }
    return stand.identifier == identifier ? stand.conformsTo : [stand.identifier]
  }
}
