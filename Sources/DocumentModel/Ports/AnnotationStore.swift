/// Keeps the annotations of each content.
///
/// They stay when the last document with the content goes, so that they are there again when it comes back.
public protocol AnnotationStore: Sendable {
  /// The annotations of a content; an empty set when it has none.
  ///
  /// Throws `.storageFailed` when they cannot be read.
  func annotations(of content: ContentHash) async throws(DocumentError) -> AnnotationSet
  /// Makes a change durable.
  ///
  /// Two changes of one content are never made at a time. `known` is the set as it was read.
  ///
  /// Throws `.storageFull` and `.storageFailed`; nothing has changed then.
  func keep(
    _ change: AnnotationChange, of content: ContentHash, over known: AnnotationSet
  ) async throws(DocumentError)
  /// The contents that have, or have had, annotations, in no order.
  ///
  /// Throws `.storageFailed` when they cannot be listed.
  func annotatedContents() async throws(DocumentError) -> [ContentHash]
}
