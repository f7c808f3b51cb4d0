import DocumentModel

/// Documents, and what is done with one: added, changed, moved, copied, marked, thrown away and brought back.
public struct Documents: UsesServices {
  let tree: Tree
  /// Keeps a document's two ways out of the Trash apart, by its id.
  let bin = KeyedLock<String>()

  var services: Services { tree.services }
}
