extension FileTypeRegistry {
  /// What a new document of a type holds, before anybody has written anything (spec documents UID-4); nil for types of
  /// which nothing valid can be made out of nothing.
  public func emptyContent(of type: TypeIdentifier) -> [UInt8]? {
    if conforms(type, to: .board) {
      return Array(#"{"format":"org.sheaf.board","formatVersion":1,"cards":[],"strokes":[]}"#.utf8)
    }
    if type == TypeIdentifier("public.json") { return Array("{}\n".utf8) }
    let table = TypeIdentifier("public.delimited-values-text")
    return conforms(type, to: .plainText) || table.map { conforms(type, to: $0) } == true ? [] : nil
  }

  /// What a new document of a type is called, until somebody gives it a name.
  public func emptyName(of type: TypeIdentifier) -> FileName {
    let ending = preferredExtension(of: type).map { ".\($0)" } ?? ""
    return FileName(sanitizing: "\(conforms(type, to: .board) ? "Board" : "Untitled")\(ending)")
  }
}
