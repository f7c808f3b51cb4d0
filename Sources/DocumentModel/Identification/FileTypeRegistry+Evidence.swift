extension FileTypeRegistry {
  /// How text of the type begins: its own rule, else that of the nearest type that it conforms to.
  func openings(of type: TypeIdentifier) -> [String] {
    nearest(to: type) { $0.openings.isEmpty ? nil : $0.openings } ?? []
  }

  /// What the type's bytes may be recognised as: its own containers and those of all that it conforms to.
  func containers(of type: TypeIdentifier) -> [TypeIdentifier] {
    ancestors(of: type).keys.flatMap { index.types[$0]?.containers ?? [] }
  }

  /// Whether unrecognised content cannot be of this type: because it says so, or because a type that it conforms to does.
  ///
  /// The types that its bytes allow do not count: a drawing that rests on a compound file is one whose beginning libmagic does not
  /// know, or an older one that rests on none.
  func isSelfIdentifying(_ type: TypeIdentifier) -> Bool {
    ancestors(of: type).keys.contains { index.types[$0]?.isSelfIdentifying == true }
  }

  /// Whether content recognised as `content` can be of `type`: by conformance, because it is the type's
  /// container, or because nothing more is known of the type than that it is data and `content` can hold anything.
  func fits(_ type: TypeIdentifier, in content: TypeIdentifier) -> Bool {
    if conforms(type, to: content) { return true }
    if containers(of: type).contains(where: { conforms($0, to: content) || conforms(content, to: $0) }) {
      return true
    }
    return isOpen(type) && catalog.sniffing.generic.contains(content)
  }

  /// Whether all that is known of a type is that it is data: a user's own format, say.
  func isOpen(_ type: TypeIdentifier) -> Bool {
    let plain: Set<TypeIdentifier> = [
      .data, TypeIdentifier(known: "public.item"), TypeIdentifier(known: "public.content"),
      TypeIdentifier(known: "public.composite-content"),
    ]
    return containers(of: type).isEmpty && !isSelfIdentifying(type)
      && ancestors(of: type).keys.allSatisfy { $0 == type || plain.contains($0) }
  }

  private func nearest<Value>(to type: TypeIdentifier, _ value: (FileType) -> Value?) -> Value? {
    let ancestors = ancestors(of: type).sorted { ($0.value, $0.key) < ($1.value, $1.key) }
    return ancestors.lazy.compactMap { index.types[$0.key] }.compactMap(value).first
  }
}
