import HTTPTypes

extension RequestHead {
  /// The first tag of `If-None-Match` whose text is chosen, as a strong one; nil when there is none, or any will do (`*`).
  ///
  /// For resources that can tell by a tag alone whether it is one of theirs.
  public func knownTag(where isChosen: (String) -> Bool) -> EntityTag? {
    guard let header = self[.ifNoneMatch], case .tags(let tags) = EntityTagList(header) else { return nil }
    return tags.first { isChosen($0.value) }.map { EntityTag($0.value) }
  }
}
