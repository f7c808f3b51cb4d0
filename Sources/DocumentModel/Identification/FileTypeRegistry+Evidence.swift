extension FileTypeRegistry {
  /// The beginnings of the type's text: its own rule, else that of the nearest type that it conforms to.
  func openings(of type: TypeIdentifier) -> [String] {
    nearest(to: type) { $0.openings.isEmpty ? nil : $0.openings } ?? []
  }

  /// The container formats of the type: its own and those of all types that it conforms to.
  func containers(of type: TypeIdentifier) -> [TypeIdentifier] {
    ancestors(of: type).keys.flatMap { index.types[$0]?.containers ?? [] }
  }

  /// Whether unrecognised content cannot be of this type, by its own declaration or that of a type it conforms to.
  ///
  /// Declarations of its container formats do not count. A drawing in a compound file may still have a beginning that
  /// libmagic does not know, and an older one is in no compound file.
  func isSelfIdentifying(_ type: TypeIdentifier) -> Bool {
    ancestors(of: type).keys.contains { index.types[$0]?.isSelfIdentifying == true }
  }

  /// Whether content recognised as `content` can be of `type`.
  ///
  /// It can by conformance, as the type's container, or when the type is only known to be data and `content` can hold
  /// anything.
  func fits(_ type: TypeIdentifier, in content: TypeIdentifier) -> Bool {
    if conforms(type, to: content) { return true }
    if containers(of: type).contains(where: { conforms($0, to: content) || conforms(content, to: $0) }) {
      return true
    }
    return isOpen(type) && catalog.sniffing.generic.contains(content)
  }

  /// Whether a type is only known to be data, such as a user's own format.
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
