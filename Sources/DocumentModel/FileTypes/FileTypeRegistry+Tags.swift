extension FileTypeRegistry {
  /// The types that claim an extension (without the dot, in any case), the first choice first; empty for an unclaimed
  /// one.
  public func types(forExtension text: String) -> [TypeIdentifier] {
    index.extensions[text.lowercased()] ?? []
  }

  /// The types that claim a media type (in any case, parameters ignored), the first choice first.
  public func types(forMediaType text: String) -> [TypeIdentifier] {
    index.mediaTypes[Self.bareMediaType(text)] ?? []
  }

  /// The types of the whole file name (`Makefile`), else of its longest known extension (`tar.gz` before `gz`), else
  /// none.
  public func types(forFileName name: String) -> [TypeIdentifier] {
    let lowered = name.lowercased()
    if let types = index.fileNames[lowered] { return types }
    var rest = lowered[...]
    while let dot = rest.firstIndex(of: ".") {
      let isHidden = dot == lowered.startIndex
      rest = rest[rest.index(after: dot)...]
      if !isHidden, let types = index.extensions[String(rest)] { return types }
    }
    return []
  }

  /// The first type of a file name, possibly dynamic; `public.data` for a name without an extension.
  public func type(named name: FileName) -> TypeIdentifier {
    types(forFileName: name.description).first ?? type(forExtension: name.fileExtension) ?? .data
  }

  /// The first type of an extension; a dynamic identifier for an unknown one.
  ///
  /// Nil only for an empty extension or one longer than ``DynamicTag/maximumBytes``.
  public func type(forExtension text: String) -> TypeIdentifier? {
    types(forExtension: text).first ?? TypeIdentifier(dynamic: .fileExtension(text))
  }

  /// The first type of a media type; a dynamic identifier for an unknown one.
  public func type(forMediaType text: String) -> TypeIdentifier? {
    types(forMediaType: text).first ?? TypeIdentifier(dynamic: .mediaType(Self.bareMediaType(text)))
  }

  /// The extension that files of the type should have, without the dot; nil when it has none.
  public func preferredExtension(of identifier: TypeIdentifier) -> String? {
    type(identifier)?.extensions.first
  }

  /// The extension of files in the language of the type: one for all types that are written in JSON, and one for XML; nil
  /// when the type declares none.
  public func languageExtension(of identifier: TypeIdentifier) -> String? {
    preferredExtension(of: [.json, .xml].first { conforms(identifier, to: $0) } ?? identifier)
  }

  /// The media type to serve the type as: its own, else that of the nearest type that it conforms to, else
  /// `application/octet-stream`.
  public func preferredMediaType(of identifier: TypeIdentifier) -> String {
    if let own = type(identifier)?.mediaTypes.first { return own }
    let inherited = ancestors(of: identifier).sorted { ($0.value, $0.key) < ($1.value, $1.key) }
    return inherited.lazy.compactMap { index.types[$0.key]?.mediaTypes.first }.first
      ?? "application/octet-stream"
  }

  /// `text/html` for `Text/HTML; charset=utf-8`.
  static func bareMediaType(_ text: String) -> String {
    let bare = text.prefix { $0 != ";" }.drop { $0 == " " || $0 == "\t" }
    return (bare.lastIndex { $0 != " " && $0 != "\t" }.map { bare[...$0] } ?? "").lowercased()
  }
}
