import DocumentModel
import HTTPServer

/// The parameters by which lists of documents are narrowed: `folder`, `type`, `tag` and `favourite`.
struct DocumentFilters {
  let folder: FolderPath?
  /// The types that conform to the one asked for; nil for all.
  let types: Set<TypeIdentifier>?
  let tags: [Tag]
  let isFavourite: Bool

  /// Throws `.invalidParameter` and `.invalidName` for parameters that mean nothing.
  init(_ query: Query, by registry: FileTypeRegistry) throws {
    folder = try query["folder"].map { try FolderPath(parsing: $0) }
    types = try query["type"].flatMap { try Self.types(conformingTo: $0, by: registry) }
    tags = try Self.tags(query.values("tag"))
    isFavourite = try Flag.read("favourite", query["favourite"])
  }

  private static func types(
    conformingTo text: String, by registry: FileTypeRegistry
  ) throws -> Set<TypeIdentifier>? {
    guard let type = TypeIdentifier(text) else {
      throw DocumentError(.invalidParameter, "type must be a type identifier, such as public.image")
    }
    return registry.listFilter(for: type)
  }

  private static func tags(_ texts: [String]) throws(DocumentError) -> [Tag] {
    guard texts.count <= DocumentMetadata.maximumTags else {
      throw DocumentError(.invalidParameter, "no document has more than \(DocumentMetadata.maximumTags) tags")
    }
    var tags: [Tag] = []
    for text in texts { tags.append(try Tag(text)) }
    return tags
  }

  /// The filters as those of a query; a folder's are those below it, too.
  var conditions: [SearchQuery.Filter] {
    let folders = folder.map { $0.isTop ? [] : [SearchQuery.Filter.folder($0)] } ?? []
    return folders + (types.map { [.types($0)] } ?? []) + tags.map { .tag($0) }
      + (isFavourite ? [.favourite] : [])
  }
}
