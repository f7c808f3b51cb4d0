extension FileTypeRegistry {
  /// The content of a new empty document of a type (spec documents UID-4); nil for types without a valid empty form.
  public func emptyContent(of type: TypeIdentifier) -> [UInt8]? {
    if conforms(type, to: .board) {
      return Array(#"{"format":"org.sheaf.board","formatVersion":1,"cards":[],"strokes":[]}"#.utf8)
    }
    if type == TypeIdentifier("public.json") { return Array("{}\n".utf8) }
    let table = TypeIdentifier("public.delimited-values-text")
    return conforms(type, to: .plainText) || table.map { conforms(type, to: $0) } == true ? [] : nil
  }

  /// The default name of a new document of a type.
  public func emptyName(of type: TypeIdentifier) -> FileName {
    let ending = preferredExtension(of: type).map { ".\($0)" } ?? ""
    return FileName(sanitizing: "\(conforms(type, to: .board) ? "Board" : "Untitled")\(ending)")
  }
}
