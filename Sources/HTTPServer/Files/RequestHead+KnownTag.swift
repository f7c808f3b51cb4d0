import HTTPTypes

extension RequestHead {
  /// The first tag of `If-None-Match` that is chosen by its text, as a strong one; nil for none or `*`.
  ///
  /// Some resources can tell by a tag alone whether it is theirs.
  public func knownTag(where isChosen: (String) -> Bool) -> EntityTag? {
    guard let header = self[.ifNoneMatch], case .tags(let tags) = EntityTagList(header) else { return nil }
    return tags.first { isChosen($0.value) }.map { EntityTag($0.value) }
  }
}
